import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type EarlyReportKey = {
  merchantId: string;
  orderId: string;
  isTest: boolean;
  kind: 'refund' | 'cancellation';
  reportId: string;
};

/**
 * Storing an order and storing a report of it that finds no order exclude each other, so that neither misses the other.
 * An order takes the same lock (`early_reports_wait` in the database).
 */
export async function lockEarlyReports(tx: Tx, merchantId: string, orderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`early reports ${merchantId} ${orderId}`}, 0))`.execute(tx);
}

function ofKey(tx: Tx, { merchantId, orderId, isTest, kind, reportId }: EarlyReportKey) {
  return tx
    .updateTable('early_reports')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('is_test', '=', isTest)
    .where('kind', '=', kind)
    .where('report_id', '=', reportId);
}

export function findEarlyReport(tx: Tx, { merchantId, orderId, isTest, kind, reportId }: EarlyReportKey) {
  return tx
    .selectFrom('early_reports')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('is_test', '=', isTest)
    .where('kind', '=', kind)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
}

export type EarlyReport = NonNullable<Awaited<ReturnType<typeof findEarlyReport>>>;

/** How many reports of a brand wait for their order; counts up to `most`. */
export async function countEarlyReports(tx: Tx, merchantId: string, isTest: boolean, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from early_reports
      where merchant_id = ${merchantId} and is_test = ${isTest} and settled_at is null limit ${most}) waiting`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Stores a report, or lets one wait again that was given up. */
export async function insertEarlyReport(
  tx: Tx,
  key: EarlyReportKey,
  { body, bodyHash, at }: { body: unknown; bodyHash: Buffer; at: Date },
): Promise<void> {
  await tx
    .insertInto('early_reports')
    .values({
      merchant_id: key.merchantId,
      order_id: key.orderId,
      is_test: key.isTest,
      kind: key.kind,
      report_id: key.reportId,
      body: JSON.stringify(body),
      body_hash: bodyHash,
      received_at: at,
      settled_at: null,
      outcome: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'order_id', 'is_test', 'kind', 'report_id'])
        .doUpdateSet({ received_at: at, settled_at: null, outcome: null }),
    )
    .execute();
}

/** Those that wait for this order. Refunds come first, because a cancellation takes all that they leave. */
export function listEarlyReports(tx: Tx, { merchantId, orderId, isTest }: Omit<EarlyReportKey, 'kind' | 'reportId'>) {
  return tx
    .selectFrom('early_reports')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('is_test', '=', isTest)
    .where('settled_at', 'is', null)
    .orderBy('kind', 'desc')
    .orderBy('received_at')
    .orderBy('report_id')
    .execute();
}

/** Returns false if it was settled before. */
export async function settleEarlyReport(tx: Tx, key: EarlyReportKey, outcome: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await ofKey(tx, key)
    .set({ settled_at: at, outcome })
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
