// A refund or a cancellation that a shop reports before its order waits for the order. It is listed among the brand's
// deliveries, so that the brand sees it wait, and sees what came of it.
import type { WaitingReport } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import { logDelivery, logOutcome, type WebhookKey } from '../deliveries/delivery.log.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  countEarlyReports,
  type EarlyReport,
  type EarlyReportKey,
  findEarlyReport,
  insertEarlyReport,
  lockEarlyReports,
  settleEarlyReport,
} from './orders.early.queries.ts';
import { lockOrder } from './orders.queries.ts';
import { lockTestOrder } from './orders.trials.queries.ts';

/** As long as a webhook waits. An order that hasn't come by then is older than the shop's connection. */
export const longestWaitDays = 30;
const dayMs = 86_400_000;
const neverCame = 'order_never_came';
/** Of a brand, apart for its test keys. Each report can have 256 kB, and nothing says that its order ever comes. */
export const mostWaiting = 10_000;

const tooManyWait = `${mostWaiting} of your refunds and cancellations wait for orders that haven’t arrived, which is the most we keep. Send their orders first.`;

type NewReport = EarlyReportKey & { body: unknown; bodyHash: Buffer; requestId: string };

/** Its entry in the list of deliveries. */
function entryOf({ merchantId, orderId, isTest, kind, reportId }: EarlyReportKey): WebhookKey {
  const webhookId = [...(isTest ? ['test'] : []), kind, orderId, reportId].join(':');
  return { merchantId, source: 'api', webhookId };
}

function keyOf(report: EarlyReport): EarlyReportKey {
  return {
    merchantId: report.merchant_id,
    orderId: report.order_id,
    isTest: report.is_test,
    kind: report.kind === 'cancellation' ? 'cancellation' : 'refund',
    reportId: report.report_id,
  };
}

/** Keeps a report whose order is not there. Returns nothing if the order came meanwhile. */
export async function keepEarlyReport(ctx: Context, tx: Tx, report: NewReport): Promise<WaitingReport | undefined> {
  const { merchantId, orderId, isTest, body, bodyHash, requestId } = report;
  const key = report;
  await lockEarlyReports(tx, merchantId, orderId);
  const order = await (isTest ? lockTestOrder : lockOrder)(tx, merchantId, orderId);
  if (order) return undefined;
  const first = await findEarlyReport(tx, key);
  if (first && !first.body_hash.equals(bodyHash)) throw new Refusal('refund_conflict');
  const at = first && first.outcome === null ? first.received_at : ctx.clock.now();
  if (!first || first.outcome !== null) {
    if ((await countEarlyReports(tx, merchantId, isTest, mostWaiting)) >= mostWaiting)
      throw new Refusal('rate_limited', { message: tooManyWait, retryAfterSeconds: 3_600 });
    await insertEarlyReport(tx, key, { body, bodyHash, at });
    await logDelivery(tx, { ...entryOf(key), topic: report.kind, orderId, requestId, at, isTest });
  }
  return {
    order_id: orderId,
    state: 'waiting',
    received_at: at.toISOString(),
    waits_until: new Date(at.getTime() + longestWaitDays * dayMs).toISOString(),
  };
}

/** Notes what came of a report, for the brand too. */
export async function settleReport(
  ctx: Context,
  tx: Tx,
  report: EarlyReport,
  { outcome, fields }: { outcome: string; fields: string[] },
): Promise<void> {
  const at = ctx.clock.now();
  const key = keyOf(report);
  if (await settleEarlyReport(tx, key, outcome, at)) await logOutcome(tx, entryOf(key), { outcome, fields, at });
}

/** Gives up a report whose order never came. The same report sent again waits again. */
export async function giveUpEarlyReport(ctx: Context, report: EarlyReport): Promise<void> {
  await ctx.database.as({ role: 'app', merchantId: report.merchant_id }, (tx) =>
    settleReport(ctx, tx, report, { outcome: neverCame, fields: [] }),
  );
}
