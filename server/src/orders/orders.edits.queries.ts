import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { basisJson } from './orders.basis.ts';
import type { OrderEdit } from './orders.edits.ts';
import { lineRows } from './orders.insert.queries.ts';
import type { OrderRecord } from './orders.queries.ts';

/** Notes of an order whose lines stay when the shop last changed it, so that an older state of it can't come back. */
export async function saveEditTime(tx: Tx, order: OrderRecord, { editedAt, gross }: OrderEdit): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ edited_at: editedAt, gross: gross ?? null })
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.order_id)
    .execute();
}

/** An edit that doesn't name the order leaves its reference as it is. */
export async function saveReference(tx: Tx, order: OrderRecord, { reference = null }: OrderEdit): Promise<void> {
  if (reference === null || reference === order.reference) return;
  await tx
    .updateTable('orders')
    .set({ reference })
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.order_id)
    .execute();
}

/**
 * Replaces the lines of a locked order; those that the edit no longer has stay with quantity 0. Categories of new
 * products are added to the order's basis as they are now.
 */
export async function insertEdit(tx: Tx, order: OrderRecord, edit: OrderEdit, receivedAt: Date): Promise<void> {
  const revision = order.revision + 1;
  const lines = lineRows(edit.lines);
  const isOfOrder = sql`merchant_id = ${order.merchant_id} and order_id = ${order.order_id}`;
  await sql`
    insert into order_edits (merchant_id, order_id, revision, source, lines_before, body, edited_at, received_at)
    select ${order.merchant_id}::uuid, ${order.order_id}, ${revision}::integer, ${edit.source},
      coalesce(jsonb_agg(to_jsonb(l) - 'merchant_id' - 'order_id' order by l.position, l.line_id), '[]'), ${JSON.stringify(order.redacted_at === null ? edit.body : {})}::jsonb,
      ${edit.editedAt}::timestamptz, ${receivedAt}::timestamptz
    from order_lines l where ${isOfOrder}`.execute(tx);
  await sql`
    update order_lines set quantity = 0, unit_price = 0, discount = 0, net = 0, revision = ${revision}
    where ${isOfOrder} and quantity > 0 and line_id <> all(${edit.lines.map(({ lineId }) => lineId)}::text[])`.execute(
    tx,
  );
  await sql`
    insert into order_lines (merchant_id, order_id, line_id, position, sku, title, quantity, unit_price, discount, net, kind, revision)
    select ${order.merchant_id}::uuid, ${order.order_id}, line.line_id, line.position, line.sku, line.title, line.quantity,
      line.unit_price, line.discount, line.net, line.kind, ${revision}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (line_id text, position integer, sku text, title text,
      quantity integer, unit_price bigint, discount bigint, net bigint, kind text)
    on conflict (merchant_id, order_id, line_id) do update set position = excluded.position, sku = excluded.sku,
      title = excluded.title, quantity = excluded.quantity, unit_price = excluded.unit_price, discount = excluded.discount,
      net = excluded.net, kind = excluded.kind, revision = excluded.revision`.execute(tx);
  const basis = basisJson(edit.lines.map((line) => line.sku));
  await sql`
    update orders o set revision = ${revision}, edited_at = ${edit.editedAt}::timestamptz, gross = ${edit.gross?.toString() ?? null}::bigint,
      basis = jsonb_set(o.basis, '{categories}', ${basis} -> 'categories' || (o.basis -> 'categories'))
    from merchants m where m.id = o.merchant_id and o.merchant_id = ${order.merchant_id} and o.order_id = ${order.order_id}`.execute(
    tx,
  );
}

/** The edits of an order with what its lines came to before each, the first one first. */
export async function listEdits(tx: Tx, { merchant_id, order_id }: OrderRecord) {
  const { rows } = await sql<{ source: string; edited_at: Date; received_at: Date; total_before: bigint }>`
    select source, edited_at, received_at,
      (select coalesce(sum((line ->> 'net')::bigint), 0)::bigint from jsonb_array_elements(lines_before) line) as total_before
    from order_edits where merchant_id = ${merchant_id} and order_id = ${order_id} order by revision`.execute(tx);
  return rows;
}
