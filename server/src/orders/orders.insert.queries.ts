import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { basisJson } from './orders.basis.ts';
import { severalHits } from './orders.clicks.ts';
import { hashVersion, meaningHash, netOf, type NewOrder } from './orders.meaning.ts';
import type { OrderArrival } from './orders.queries.ts';

type NewArrival = OrderArrival & { receivedAt: Date };
type StoredNow = { is_new: true };

/**
 * Stores an order with its lines and its basis. It isn't new if the order_id is taken; a simultaneous delivery waits
 * here for the first one's commit.
 */
export async function insertOrder(
  tx: Tx,
  merchantId: string,
  order: NewOrder,
  arrival: NewArrival,
): Promise<{ isNew: boolean; hasEarlyReports: boolean }> {
  // A report of this order that comes at the same moment waits for this transaction, and finds the order.
  const reports = sql`select early_reports_wait(merchant_id, order_id) as has_reports from added`;
  const { rows } = await insertion<{ has_reports: boolean }>(merchantId, order, arrival, reports).execute(tx);
  const [added] = rows;
  return { isNew: added !== undefined, hasEarlyReports: added?.has_reports === true };
}

/** The same as the only statement of a transaction. It has a row if the order is new, and fails if reports wait for it. */
export function insertionWithoutReports(
  merchantId: string,
  order: NewOrder,
  arrival: NewArrival,
): RawBuilder<StoredNow> {
  const isNew = sql`select true as is_new, require_no_early_reports(merchant_id, order_id) from added`;
  return insertion<StoredNow>(merchantId, order, arrival, isNew);
}

/** Whether `insertionWithoutReports` failed. */
export function hasReportsWaiting(error: unknown): boolean {
  return Object(error).code === 'VT007';
}

/** The lines of an order as JSON for a statement. */
export function lineRows(lines: NewOrder['lines']) {
  return lines.map((line, position) => ({
    position,
    line_id: line.lineId,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    // As text, because JSON numbers are too small.
    unit_price: line.unitPrice.toString(),
    discount: line.discount.toString(),
    net: netOf(line).toString(),
    kind: line.kind ?? 'product',
  }));
}

function insertion<Row>(
  merchantId: string,
  order: NewOrder,
  { receivedAt, isUnpaid = false, changedAt = null }: NewArrival,
  result: RawBuilder<unknown>,
): RawBuilder<Row> {
  const settings = basisJson(order.lines.map((line) => line.sku));
  const { renewal } = order;
  const basis = renewal
    ? sql`${settings} || jsonb_build_object('renewal', jsonb_build_object('since', ${renewal.since.toISOString()}::text,
        'until', ${renewal.until.toISOString()}::text))`
    : settings;
  return sql<Row>`
    with added as (
      insert into orders (merchant_id, order_id, source, currency, placed_at, received_at, body, body_hash, hash_version,
        click_id, discount_codes, basis, customer_hash, customer_canonical, country, awaits_payment, edited_at, gross,
        reference, named_hits)
      select m.id, ${order.orderId}, ${order.source}, ${order.currency}, ${order.placedAt}::timestamptz, ${receivedAt}::timestamptz,
        ${JSON.stringify(order.body)}::jsonb, ${meaningHash(order)}::bytea, ${hashVersion}, ${order.clickId},
        ${[...order.discountCodes]}::text[], ${basis}, ${order.customer.exact}::bytea, ${order.customer.canonical}::bytea, ${order.country},
        ${isUnpaid}::boolean, ${changedAt}::timestamptz, ${order.gross?.toString() ?? null}::bigint, ${order.reference ?? null},
        ${severalHits(order.clickId, receivedAt)}::uuid[]
      from merchants m where m.id = ${merchantId}
      on conflict (merchant_id, order_id) do nothing
      returning merchant_id, order_id
    ), lines as (
      insert into order_lines (merchant_id, order_id, line_id, position, sku, title, quantity, unit_price, discount, net, kind)
      select added.merchant_id, added.order_id, line.line_id, line.position, line.sku, line.title, line.quantity, line.unit_price,
        line.discount, line.net, line.kind
      from added, jsonb_to_recordset(${JSON.stringify(lineRows(order.lines))}::jsonb) as line (line_id text, position integer, sku text,
        title text, quantity integer, unit_price bigint, discount bigint, net bigint, kind text)
    )
    ${result}`;
}
