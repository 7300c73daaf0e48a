import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Everything that files said was paid back of an order, in minor units. */
export async function refundedByFile(tx: Tx, merchantId: string, orderId: string): Promise<bigint> {
  const { rows } = await sql<{ refunded: string | null }>`
    select max((body ->> 'refunded')::numeric)::text as refunded from refunds
    where merchant_id = ${merchantId} and order_id = ${orderId} and source = 'file' and body ? 'refunded'`.execute(tx);
  return BigInt(rows[0]?.refunded ?? '0');
}
