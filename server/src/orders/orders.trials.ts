// A test order tries out a shop's connection: it is decided and explained like an order, and moves nothing. It is not in
// the tables of orders, so no figure, no balance, no email and no list of a creator can contain it.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { type receiveOrder, type receiveRefund, type RefundBody, refundBody } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { cancellationHash, cancellationId } from './orders.refund-input.ts';
import { listEarlyReports, lockEarlyReports } from './orders.early.queries.ts';
import { settleReport } from './orders.early.ts';
import type { EditOutcome, OrderEdit } from './orders.edits.ts';
import { believedTime, checkLines, meaningHash, type NewOrder } from './orders.meaning.ts';
import type { OrderArrival } from './orders.queries.ts';
import { claimedBy, refundHash } from './orders.refund-input.ts';
import { sumsOf } from './orders.refund-shares.ts';
import type { NewRefund } from './orders.refunds.ts';
import { isSuperseded, type SentState } from './orders.states.ts';
import {
  checkRoom,
  contentOf,
  linesIn,
  partsIn,
  storedLines,
  testContent,
  type TestContent,
  totalOf,
} from './orders.trials.content.ts';
import { decideTest, explainTest } from './orders.trials.decision.ts';
import {
  dropOldTestOrders,
  findTestOrder,
  insertTestOrder,
  lockTestOrder,
  saveTestOrder,
  type TestOrder,
} from './orders.trials.queries.ts';

type ReceivedOrder = DataOf<typeof receiveOrder>;
type RefundReply = DataOf<typeof receiveRefund>;
type CancellationOutcome = 'order_cancelled' | 'cancellation_known' | 'edit_superseded';
type TestEdit = SentState & Pick<OrderEdit, 'reference'> & { source: string };

/** A brand keeps so many, so that a test key, which is handled with less care than a live one, can't fill the disk. */
export const mostTestOrders = 10_000;

/** Saves what a test order contains now, decided if it can be. */
async function save(ctx: Context, tx: Tx, row: TestOrder, content: TestContent, isChanged: boolean): Promise<void> {
  const now = ctx.clock.now();
  const isOpen = row.state !== 'decided' || isChanged;
  const decided = isOpen && !content.awaits_payment ? await decideTest(ctx, tx, row, content) : undefined;
  const kept = { decision: row.decision, outcome: row.outcome, state: row.state, decided_at: row.decided_at };
  const fresh = decided
    ? { decision: decided, outcome: decided.outcome, state: 'decided', decided_at: now }
    : content.awaits_payment
      ? { decision: null, outcome: null, state: 'received', decided_at: null }
      : { decision: null, outcome: 'waiting_for_click', state: 'waiting', decided_at: null };
  await saveTestOrder(tx, row, {
    ...(isOpen ? fresh : kept),
    content,
    edited_at: row.edited_at,
    reference: row.reference,
    changed_at: now,
  });
}

/** Stores and decides a test order, once for each order_id. */
export async function storeTestOrder(
  ctx: Context,
  merchantId: string,
  order: NewOrder,
  { isUnpaid = false, changedAt = null }: OrderArrival = {},
): Promise<'stored' | 'known' | 'conflict'> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await lockEarlyReports(tx, merchantId, order.orderId);
    const first = { content: contentOf(order, isUnpaid), at: ctx.clock.now(), changedAt };
    const isNew = await insertTestOrder(tx, merchantId, order, first);
    const row = await lockTestOrder(tx, merchantId, order.orderId);
    if (!row) throw new Error('the test order that was just stored is missing');
    if (!isNew) return row.body_hash.equals(meaningHash(order, row.hash_version)) ? 'known' : 'conflict';
    await dropOldTestOrders(tx, merchantId, order.orderId, mostTestOrders);
    const content = testContent.parse(row.content);
    await applyEarly(ctx, tx, row, content);
    await save(ctx, tx, row, content, false);
    return 'stored';
  });
}

async function applyEarly(ctx: Context, tx: Tx, row: TestOrder, content: TestContent): Promise<void> {
  const reports = await listEarlyReports(tx, { merchantId: row.merchant_id, orderId: row.order_id, isTest: true });
  for (const report of reports) {
    const done = { outcome: report.kind === 'cancellation' ? 'order_cancelled' : 'refund_stored', fields: [] };
    try {
      if (report.kind === 'cancellation') addCancellation(ctx, content, 'api');
      else addRefund(ctx, row, content, refundBody.parse(report.body));
      await settleReport(ctx, tx, report, done);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'validation_failed')) throw error;
      await settleReport(ctx, tx, report, { outcome: 'unreadable', fields: Object.keys(error.errors ?? {}) });
    }
  }
}

/** Decides a test order whose click was late. */
export async function decideTestAgain(ctx: Context, merchantId: string, orderId: string): Promise<void> {
  await withTest(ctx, merchantId, orderId, () => 'order_known');
}

/**
 * Runs with the test order locked, and saves it. `work` changes the content and says what came of it; after
 * `order_edited` the order is decided again.
 */
export async function withTest<Result extends string>(
  ctx: Context,
  merchantId: string,
  orderId: string,
  work: (row: TestOrder, content: TestContent) => Result,
): Promise<Result | 'waits_for_order'> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const row = await lockTestOrder(tx, merchantId, orderId);
    if (!row) return 'waits_for_order';
    const content = testContent.parse(row.content);
    const result = work(row, content);
    await save(ctx, tx, row, content, result === 'order_edited');
    return result;
  });
}

function isCancelled({ refunds }: TestContent): boolean {
  return refunds.some(({ kind }) => kind === 'cancellation');
}

/** Replaces the lines. */
export function editTestOrder(ctx: Context, merchantId: string, orderId: string, sent: TestEdit): Promise<EditOutcome> {
  checkLines(sent.lines);
  const edit = { ...sent, editedAt: believedTime(sent.editedAt, ctx.clock.now()) };
  return withTest(ctx, merchantId, orderId, (row, content): EditOutcome => {
    if (edit.currency !== row.currency) throw invalid('currency', `must be ${row.currency}, as when the order came`);
    if (isCancelled(content)) return 'order_cancelled';
    const stored = { edited_at: row.edited_at, gross: null };
    if (isSuperseded(stored, linesIn(content, merchantId, orderId), edit)) return 'edit_superseded';
    row.edited_at = edit.editedAt;
    row.reference = edit.reference ?? row.reference;
    const lines = storedLines(edit.lines);
    if (JSON.stringify(lines) === JSON.stringify(content.lines)) return 'order_known';
    checkRoom(content);
    const total = () => totalOf(linesIn(content, merchantId, orderId)).toString();
    const before = total();
    content.lines = lines;
    content.edits.push({
      source: edit.source,
      changed_at: edit.editedAt.toISOString(),
      received_at: ctx.clock.now().toISOString(),
      before,
      after: total(),
    });
    return 'order_edited';
  });
}

function addCancellation(ctx: Context, content: TestContent, source: NewRefund['source']): CancellationOutcome {
  if (isCancelled(content)) return 'cancellation_known';
  content.refunds.push({
    refund_id: cancellationId,
    kind: 'cancellation',
    source,
    hash: cancellationHash.toString('hex'),
    received_at: ctx.clock.now().toISOString(),
    claims: null,
    parts: [],
  });
  return 'order_cancelled';
}

function addRefund(ctx: Context, row: TestOrder, content: TestContent, input: RefundBody): void {
  const hash = refundHash(input).toString('hex');
  const first = content.refunds.find((refund) => refund.refund_id === input.refund_id);
  if (first && first.hash !== hash) throw new Refusal('refund_conflict');
  if (first) return;
  checkRoom(content);
  const lines = linesIn(content, row.merchant_id, row.order_id);
  const parts = partsIn(content, lines);
  const refunded = sumsOf(parts);
  const refundable = lines.map(
    (line) =>
      [
        line.line_id,
        {
          lineId: line.line_id,
          quantity: line.quantity,
          net: line.net,
          refunded: refunded.get(line.line_id) ?? 0n,
          refundedQuantity: parts
            .filter(({ lineId }) => lineId === line.line_id)
            .reduce((sum, part) => sum + (part.quantity ?? 0), 0),
        },
      ] as const,
  );
  const claims = claimedBy(input, new Map(refundable), row.currency);
  content.refunds.push({
    refund_id: input.refund_id,
    kind: 'refund',
    source: 'api',
    hash,
    received_at: ctx.clock.now().toISOString(),
    claims,
    parts: [],
  });
}

/** As `applyCancellation` for an order. */
export function cancelTestOrder(
  ctx: Context,
  merchantId: string,
  orderId: string,
  source: NewRefund['source'],
  at?: Date,
): Promise<CancellationOutcome | 'waits_for_order'> {
  return withTest(ctx, merchantId, orderId, (row, content) =>
    at && row.edited_at !== null && at < row.edited_at ? 'edit_superseded' : addCancellation(ctx, content, source),
  );
}

/** What a refund of a test order would reverse; undefined if there is no such order. */
export async function refundTestOrder(
  ctx: Context,
  merchantId: string,
  orderId: string,
  input: RefundBody,
): Promise<RefundReply | undefined> {
  const outcome = await withTest(ctx, merchantId, orderId, (row, content) => {
    addRefund(ctx, row, content, input);
    return 'refund_stored';
  });
  if (outcome === 'waits_for_order') return undefined;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { row, content } = await readTest(tx, merchantId, orderId);
    const lines = linesIn(content, merchantId, orderId);
    const money = (amount: bigint) => toMoney(amount, row.currency);
    const own = partsIn(content, lines).filter(({ refundId }) => refundId === input.refund_id);
    // What the order would have earned without this refund, less what it would earn with it.
    const others = { ...content, refunds: content.refunds.filter((refund) => refund.refund_id !== input.refund_id) };
    const [before, after] = [await explainTest(tx, row, others), await explainTest(tx, row, content)];
    const reversedOf = (explained: typeof before, lineId: string) =>
      explained?.commissions.find((each) => each.line_id === lineId)?.reversed ?? 0n;
    const reversed = own.map(({ lineId }) => reversedOf(after, lineId) - reversedOf(before, lineId));
    return {
      refund_id: input.refund_id,
      order_id: orderId,
      refunded: money(own.reduce((sum, part) => sum + part.amount, 0n)),
      reversed: money(reversed.reduce((sum, each) => sum + each, 0n)),
      lines: own.map((part, index) => ({
        line_id: part.lineId,
        refunded: money(part.amount),
        reversed: money(reversed[index] ?? 0n),
      })),
    };
  });
}

async function readTest(tx: Tx, merchantId: string, orderId: string) {
  const row = await findTestOrder(tx, merchantId, orderId);
  if (!row) throw new Refusal('not_found');
  return { row, content: testContent.parse(row.content) };
}

/** The answer to the shop. */
export async function readTestAnswer(ctx: Context, merchantId: string, orderId: string): Promise<ReceivedOrder> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { row, content } = await readTest(tx, merchantId, orderId);
    return {
      order_id: orderId,
      reference: row.reference,
      currency: row.currency,
      total: toMoney(totalOf(linesIn(content, merchantId, orderId)), row.currency),
      placed_at: row.placed_at.toISOString(),
      received_at: row.received_at.toISOString(),
      state: row.state === 'decided' || row.state === 'waiting' ? row.state : 'received',
      waits_for: content.awaits_payment ? 'payment' : null,
      decision: (await explainTest(tx, row, content))?.explanation ?? null,
      is_test: true,
    };
  });
}
