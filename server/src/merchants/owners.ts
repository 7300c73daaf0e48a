import type { Context } from '../context.ts';

// Who answers for a brand. Read with the system role: a creator's deed may be news for people whom they cannot see.

/** The ids of a brand's owners. */
export async function ownersOf(ctx: Context, merchantId: string): Promise<string[]> {
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_staff')
      .select('user_id')
      .where('merchant_id', '=', merchantId)
      .where('role', '=', 'owner')
      .execute(),
  );
  return rows.map((row) => row.user_id);
}
