import type { DataOf, MetaOf } from '@vitrine/contract/endpoint.ts';
import { outcome } from '@vitrine/contract/decisions.ts';
import type { listOrders, OrderDetail } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { moneyOf } from '../commissions/commissions.money.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeIn } from '../platform/http/cursor.ts';
import { isSpread, sumsOf } from './orders.refund-shares.ts';
import { linesIn, partsIn, testContent, totalOf } from './orders.trials.content.ts';
import { explainTest } from './orders.trials.decision.ts';
import { findTestOrder, listTestOrders, type TestOrder } from './orders.trials.queries.ts';

type Row = DataOf<typeof listOrders>[number];
type Query = Parameters<typeof listTestOrders>[2] & { cursor?: string | undefined };

async function moneyOfTest(tx: Tx, row: TestOrder) {
  const content = testContent.parse(row.content);
  const lines = linesIn(content, row.merchant_id, row.order_id);
  const parts = partsIn(content, lines);
  const explained = await explainTest(tx, row, content);
  const commissions = explained?.commissions ?? [];
  const [total, refunded] = [totalOf(lines), parts.reduce((sum, part) => sum + part.amount, 0n)];
  const money = {
    total: toMoney(total, row.currency),
    refunded: toMoney(refunded, row.currency),
    net: toMoney(refunded < total ? total - refunded : 0n, row.currency),
    commission: commissions.length > 0 ? moneyOf(commissions, row.currency) : null,
    is_held: explained?.isHeld ?? false,
  };
  return { content, lines, parts, explanation: explained?.explanation ?? null, money };
}

const stateOf = (state: string) => (state === 'decided' || state === 'waiting' ? state : 'received');

/** A brand's test orders, newest first. */
export async function pageOfTestOrders(
  tx: Tx,
  merchantId: string,
  query: Query,
): Promise<{ data: Row[]; meta: MetaOf<typeof listOrders> }> {
  const rows = await listTestOrders(tx, merchantId, query, placeIn(query.cursor));
  const page = rows.slice(0, query.limit);
  const data: Row[] = [];
  for (const row of page) {
    const { content, money, explanation } = await moneyOfTest(tx, row);
    const decided = outcome.safeParse(row.outcome);
    data.push({
      order_id: row.order_id,
      reference: row.reference,
      source: row.source,
      ...money,
      placed_at: row.placed_at.toISOString(),
      state: stateOf(row.state),
      waits_for: content.awaits_payment ? 'payment' : null,
      outcome: decided.success ? decided.data : null,
      credited_to: explanation?.credited_to?.who ?? null,
      is_test: true,
    });
  }
  const last = page.at(-1);
  return {
    data,
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.placed_at, last.order_id) : null },
  };
}

/** A test order with its details; undefined if there is none. */
export async function readTestSheet(tx: Tx, merchantId: string, orderId: string): Promise<OrderDetail | undefined> {
  const row = await findTestOrder(tx, merchantId, orderId);
  if (!row) return undefined;
  const { content, lines, parts, explanation, money } = await moneyOfTest(tx, row);
  const taken = sumsOf(parts);
  const inCurrency = (amount: bigint) => toMoney(amount, row.currency);
  return {
    order_id: row.order_id,
    reference: row.reference,
    source: row.source,
    is_test: true,
    state: stateOf(row.state),
    waits_for: content.awaits_payment ? 'payment' : null,
    ...money,
    lines: lines.map((line) => ({
      line_id: line.line_id,
      title: line.title,
      quantity: line.quantity,
      net: inCurrency(line.net),
      refunded_quantity: parts
        .filter(({ lineId }) => lineId === line.line_id)
        .reduce((sum, part) => sum + (part.quantity ?? 0), 0),
      refunded: inCurrency(taken.get(line.line_id) ?? 0n),
    })),
    edits: content.edits.map(({ before, after, ...edit }) => ({
      ...edit,
      before: inCurrency(BigInt(before)),
      after: inCurrency(BigInt(after)),
    })),
    refunds: content.refunds.map((refund) => ({
      refund_id: refund.refund_id,
      source: refund.source,
      kind: refund.kind,
      is_spread: isSpread(refund.claims),
      received_at: refund.received_at,
      amount: inCurrency(
        parts.filter(({ refundId }) => refundId === refund.refund_id).reduce((sum, part) => sum + part.amount, 0n),
      ),
    })),
    commissions: [],
    flags: [],
    explanation,
  };
}
