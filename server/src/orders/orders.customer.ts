// A shopper's e-mail address is never kept. What is kept is a keyed hash of it, of use for one question only: is the
// buyer the creator? The key is of this installation and the brand is part of it, so that hashes of two brands
// cannot be laid side by side.
import { createHmac, hkdfSync } from 'node:crypto';
import type { Context } from '../context.ts';

export function hashCustomer(ctx: Context, merchantId: string, email: string | null | undefined): Buffer | null {
  const address = (email ?? '').normalize('NFC').trim().toLowerCase();
  if (address === '') return null;
  const key = Buffer.from(hkdfSync('sha256', ctx.config.secretKey, 'vitrine', 'customer', 32));
  return createHmac('sha256', key).update(`${merchantId}\n${address}`).digest();
}

/**
 * Which of these creators has the e-mail address that an order was placed with. Read with the system role, because
 * no brand may read an address; only the ids of those who match leave this function.
 */
export async function findBuyers(
  ctx: Context,
  merchantId: string,
  customerHash: Buffer | null,
  creatorIds: readonly string[],
): Promise<Set<string>> {
  if (customerHash === null || creatorIds.length === 0) return new Set();
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select(['id', 'email']).where('id', 'in', creatorIds).execute(),
  );
  return new Set(
    rows.filter((row) => hashCustomer(ctx, merchantId, row.email)?.equals(customerHash)).map((row) => row.id),
  );
}
