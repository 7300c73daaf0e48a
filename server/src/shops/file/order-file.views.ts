import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

type Reversed = {
  /** Everything that files said was paid back, in minor units. */
  refunded: bigint;
  isCancelled: boolean;
};

/** What was reversed of an order before. */
export async function reversedOf(tx: Tx, merchantId: string, orderId: string): Promise<Reversed> {
  const { rows } = await sql<{ refunded: string | null; is_cancelled: boolean | null }>`
    select max((body ->> 'refunded')::numeric) filter (where source = 'file' and body ? 'refunded')::text as refunded,
      bool_or(kind = 'cancellation') as is_cancelled
    from refunds where merchant_id = ${merchantId} and order_id = ${orderId}`.execute(tx);
  return { refunded: BigInt(rows[0]?.refunded ?? '0'), isCancelled: rows[0]?.is_cancelled ?? false };
}
