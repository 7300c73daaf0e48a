import { refundBody } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { cancelIn } from './orders.cancellation.ts';
import { type EarlyReport, listEarlyReports } from './orders.early.queries.ts';
import { settleReport } from './orders.early.ts';
import { findRefund, lockOrder, type OrderRecord } from './orders.queries.ts';
import { refundableLines, storeRefund } from './orders.refunds.ts';
import { claimedBy } from './orders.refund-input.ts';

async function applyRefund(ctx: Context, tx: Tx, order: OrderRecord, report: EarlyReport): Promise<string> {
  const input = refundBody.parse(report.body);
  if (await findRefund(tx, order.merchant_id, order.order_id, input.refund_id)) return 'refund_known';
  const lines = await refundableLines(tx, order);
  await storeRefund(ctx, tx, order, {
    refundId: input.refund_id,
    source: 'api',
    kind: 'refund',
    body: input,
    bodyHash: report.body_hash,
    claims: claimedBy(input, lines, order.currency),
  });
  return 'refund_stored';
}

/** A refund that its order doesn't allow, such as of a line that it doesn't have, is kept with the field at fault. */
async function apply(ctx: Context, tx: Tx, order: OrderRecord, report: EarlyReport) {
  if (report.kind === 'cancellation') return { outcome: await cancelIn(ctx, tx, order, 'api'), fields: [] };
  try {
    return { outcome: await applyRefund(ctx, tx, order, report), fields: [] };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'validation_failed')) throw error;
    return { outcome: 'unreadable', fields: Object.keys(error.errors ?? {}) };
  }
}

/**
 * Applies what was reported of an order before it came. It runs in the transaction that stores the order, so it happens
 * once, whatever the way in; the decision that follows already has it.
 */
export async function applyEarlyReports(ctx: Context, tx: Tx, merchantId: string, orderId: string): Promise<void> {
  const reports = await listEarlyReports(tx, { merchantId, orderId, isTest: false });
  if (reports.length === 0) return;
  const order = await lockOrder(tx, merchantId, orderId);
  if (!order) return;
  for (const report of reports) await settleReport(ctx, tx, report, await apply(ctx, tx, order, report));
}
