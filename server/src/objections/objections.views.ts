import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import {
  type BrandObjection,
  type listObjections,
  type Objection,
  objectionState,
} from '@vitrine/contract/objections.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';

type Row = {
  id: string;
  order_id: string;
  line_id: string;
  reference: string | null;
  commission_id: string;
  title: string;
  amount: bigint;
  currency: string;
  decline_reason: string | null;
  body: string;
  state: string;
  created_at: Date;
  due_at: Date;
  answer: string | null;
  answered_at: Date | null;
  user_handle: string | null;
  display_name: string;
};

async function findObjections(tx: Tx, condition: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.id, o.order_id, o.line_id, order_reference(o.merchant_id, o.order_id) as reference, o.commission_id, l.title,
      coalesce((select sum(r.amount) from commission_reversals r
        where r.merchant_id = o.merchant_id and r.commission_id = o.commission_id and r.reason = 'declined'), 0)::bigint as amount,
      c.currency, c.decline_reason, o.body, o.state, o.created_at, o.due_at, o.answer, o.answered_at, u.user_handle, u.display_name
    from objections o
    join commissions c on c.merchant_id = o.merchant_id and c.id = o.commission_id
    join order_lines l on l.merchant_id = o.merchant_id and l.order_id = o.order_id and l.line_id = o.line_id
    join users u on u.id = o.creator_id
    where ${condition}
    order by o.created_at desc, o.id desc limit ${limit}`.execute(tx);
  return rows;
}

function present(row: Row): Objection {
  return {
    id: row.id,
    order_id: row.order_id,
    reference: row.reference,
    commission_id: row.commission_id,
    product_title: row.title,
    amount: toMoney(row.amount, row.currency),
    decline_reason: row.decline_reason,
    text: row.body,
    state: objectionState.parse(row.state),
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    answer: row.answer,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

function presentForBrand(row: Row): BrandObjection {
  return { ...present(row), creator: row.user_handle ?? 'former_creator', creator_display_name: row.display_name };
}

export async function pageOfObjections(
  tx: Tx,
  merchantId: string,
  query: QueryOf<typeof listObjections>,
): Promise<{ data: BrandObjection[]; meta: MetaOf<typeof listObjections> }> {
  const after = placeOfId(query.cursor);
  const conditions = [
    sql`o.merchant_id = ${merchantId}`,
    query.state === undefined ? sql`` : sql`and o.state = ${query.state}`,
    query.order_id === undefined ? sql`` : sql`and o.order_id = ${query.order_id}`,
    after ? sql`and (o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``,
  ];
  const rows = await findObjections(tx, sql.join(conditions, sql` `), query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map(presentForBrand),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.created_at, last.id) : null },
  };
}

export async function readObjection(tx: Tx, merchantId: string, objectionId: string): Promise<BrandObjection> {
  const [row] = await findObjections(tx, sql`o.merchant_id = ${merchantId} and o.id = ${objectionId}`, 1);
  if (!row) throw new Error('the objection that was just saved is missing');
  return presentForBrand(row);
}

export async function readOwnObjection(tx: Tx, creatorId: string, objectionId: string): Promise<Objection> {
  const [row] = await findObjections(tx, sql`o.creator_id = ${creatorId} and o.id = ${objectionId}`, 1);
  if (!row) throw new Error('the objection that was just saved is missing');
  return present(row);
}

/** The newest objection to each line of an order, by line. */
export async function objectionsIn(
  tx: Tx,
  of: { creatorId: string; merchantAccountId: string },
  orderId: string,
): Promise<Map<string, Objection>> {
  const rows = await findObjections(
    tx,
    sql`o.creator_id = ${of.creatorId} and o.merchant_account_id = ${of.merchantAccountId} and o.order_id = ${orderId}`,
    500,
  );
  return new Map(rows.toReversed().map((row) => [row.line_id, present(row)]));
}
