import { type BrandRight, type BrandRole, rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Reader } from '../platform/mail/mail.ts';

// The owners of a brand. Read with the system role, because a creator's action may notify owners whom they can't see.

/** The user ids of a brand's owners. */
export async function ownersOf(ctx: Context, merchantId: string): Promise<string[]> {
  return staffWith(ctx, merchantId, 'staff');
}

/** The user ids of a brand's staff who have a right. */
export async function staffWith(ctx: Context, merchantId: string, right: BrandRight): Promise<string[]> {
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_staff')
      .select('user_id')
      .where('merchant_id', '=', merchantId)
      .where('role', 'in', rolesWith(right))
      .execute(),
  );
  return rows.map((row) => row.user_id);
}

/** The owners of a brand as readers of emails, without those who can't log in. For transactions with the system role. */
export async function ownersIn(tx: Tx, merchantId: string): Promise<Reader[]> {
  return readersIn(tx, merchantId, ['owner']);
}

async function readersIn(tx: Tx, merchantId: string, roles: readonly BrandRole[]): Promise<Reader[]> {
  const staff = await tx
    .selectFrom('users')
    .innerJoin('merchant_staff', 'merchant_staff.user_id', 'users.id')
    .select(readerColumns)
    .where('merchant_staff.merchant_id', '=', merchantId)
    .where('merchant_staff.role', 'in', roles)
    .where('users.user_status', '=', 100)
    .orderBy('users.id')
    .execute();
  return staff.map(readerOf);
}

/** The staff of a brand who have a right as readers of emails. For transactions with the system role. */
export async function staffReadersIn(tx: Tx, merchantId: string, right: BrandRight): Promise<Reader[]> {
  return readersIn(tx, merchantId, rolesWith(right));
}

/** A brand, and its staff who have a right as readers of emails. */
export async function brandStaffReaders(
  ctx: Context,
  merchantId: string,
  right: BrandRight,
): Promise<{ brand: { slug: string; display_name: string }; staff: Reader[] }> {
  return ctx.database.as({ role: 'system' }, async (tx) => ({
    brand: await tx
      .selectFrom('merchants')
      .select(['slug', 'display_name'])
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow(),
    staff: await staffReadersIn(tx, merchantId, right),
  }));
}

/** The same, read before a transaction in the scope of the brand. */
export async function brandOwnerReaders(ctx: Context, merchantId: string): Promise<Reader[]> {
  return ctx.database.as({ role: 'system' }, (tx) => ownersIn(tx, merchantId));
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
