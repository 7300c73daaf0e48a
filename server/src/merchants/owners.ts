import type { Context } from '../context.ts';

// The owners of a brand. Read with the system role, because a creator's action may notify owners whom they can't see.

/** The user ids of a brand's owners. */
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
