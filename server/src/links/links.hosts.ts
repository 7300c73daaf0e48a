import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Lets the links of a brand that lead to a host lead to its shop. Codes and figures stay. */
export async function returnLinks(
  tx: Tx,
  merchantId: string,
  { host, shopUrl }: { host: string; shopUrl: string },
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ destination: shopUrl })
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`lower(substring(destination from '^https?://([^/?#:]+)')) = ${host}`)
    .execute();
}
