// A shopper's email address is never stored. Two keyed hashes of it are: of the address as typed, and of its mailbox.
// They answer only two questions: is the buyer the creator, and is it the same buyer as before? The key is this
// installation's and the brand is part of it, so hashes of two brands can't be compared.
import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { canonicalEmail, exactEmail } from './email.canonical.ts';

/** `canonical` is null for orders from before it was stored. */
export type CustomerHashes = { exact: Buffer | null; canonical: Buffer | null };

/** The key by the secret that it is derived from. Deriving it takes longer than the rest of a hash. */
const keys = new Map<string, Buffer>();

function keyOf({ config: { secretKey } }: Context): Buffer {
  const known = keys.get(secretKey);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'vitrine', 'customer', 32));
  keys.set(secretKey, key);
  return key;
}

function keyedHash(ctx: Context, text: string): Buffer {
  return createHmac('sha256', keyOf(ctx)).update(text).digest();
}

export function hashCustomer(ctx: Context, merchantId: string, email: string | null | undefined): CustomerHashes {
  const exact = exactEmail(email);
  if (exact === '') return { exact: null, canonical: null };
  return {
    exact: keyedHash(ctx, `${merchantId}\n${exact}`),
    canonical: keyedHash(ctx, `${merchantId}\nmailbox\n${canonicalEmail(email)}`),
  };
}

/** Is this the order's email address, or another spelling of the same mailbox? */
function isCustomer(ctx: Context, merchantId: string, email: string, customer: CustomerHashes): boolean {
  const own = hashCustomer(ctx, merchantId, email);
  if (customer.canonical) return own.canonical?.equals(customer.canonical) === true;
  return customer.exact !== null && own.exact?.equals(customer.exact) === true;
}

/**
 * Which of these creators are the buyer: their email address is the order's, or they have logged in with the browser of
 * the named click. Only the matching ids leave this function: no brand may read the rest.
 */
export async function findBuyers(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  order: { customer: CustomerHashes; browser: Buffer | null },
  creatorIds: readonly string[],
): Promise<{ byEmail: Set<string>; byBrowser: Set<string> }> {
  const { customer, browser } = order;
  const byEmail = new Set<string>();
  const byBrowser = new Set<string>();
  if (creatorIds.length === 0 || (customer.exact === null && browser === null)) return { byEmail, byBrowser };
  const { rows } = await sql<{ user_id: string; email: string; owns_browser: boolean }>`
    select user_id, email, owns_browser from buyer_evidence(${creatorIds}::uuid[], ${browser}::bytea)`.execute(tx);
  for (const { user_id: id, email, owns_browser: ownsBrowser } of rows) {
    if (customer.exact !== null && isCustomer(ctx, merchantId, email, customer)) byEmail.add(id);
    if (ownsBrowser) byBrowser.add(id);
  }
  return { byEmail, byBrowser };
}
