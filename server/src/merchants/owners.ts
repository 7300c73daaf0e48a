import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';

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

/** Makes a user an owner of a brand, also one who is its staff. Returns false if they are an owner already. */
export async function saveOwner(tx: Tx, merchantId: string, userId: string, at: Date): Promise<boolean> {
  const saved = await tx
    .insertInto('merchant_staff')
    .values({ merchant_id: merchantId, user_id: userId, role: 'owner', joined_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'user_id'])
        .doUpdateSet({ role: 'owner' })
        .where('merchant_staff.role', '<>', 'owner'),
    )
    .returning('user_id')
    .executeTakeFirst();
  return saved !== undefined;
}
