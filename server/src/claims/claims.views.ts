import {
  type BrandClaim,
  type OrderClaim,
  claimAnswer,
  claimState,
  type listBrandClaims,
} from '@vitrine/contract/claims.ts';
import { outcome } from '@vitrine/contract/decisions.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { type RawBuilder, sql } from 'kysely';
import { type ClicksFound, clicksBefore } from '../figures/last.clicks.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { mayBeSent } from './claims.answers.ts';

type Row = {
  id: string;
  merchant_id: string;
  merchant_account_id: string;
  order_name: string | null;
  placed_on: string | null;
  total: bigint | null;
  currency: string;
  answer: string;
  order_id: string | null;
  reference: string | null;
  placed_at: Date | null;
  touched_at: Date | null;
  created_at: Date;
  state: string;
  note: string | null;
  sent_at: Date | null;
  reply: string | null;
  replied_at: Date | null;
  credited: bigint | null;
  user_handle: string | null;
  display_name: string;
};

async function findClaims(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { order, limit }: { order: RawBuilder<unknown>; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.merchant_id, c.merchant_account_id, c.order_name, to_char(c.placed_on, 'YYYY-MM-DD') as placed_on, c.total, c.currency, c.answer,
      c.order_id, case when c.order_id is not null then order_reference(c.merchant_id, c.order_id) end as reference, p.placed_at, c.touched_at,
      c.created_at, c.state, c.note, c.sent_at, c.reply, c.replied_at, j.amount as credited, u.user_handle, u.display_name
    from claims c
    join users u on u.id = c.creator_id
    left join lateral (select placed_at from orders o where o.merchant_id = c.merchant_id and o.order_id = c.order_id) p on true
    left join adjustments j on j.merchant_id = c.merchant_id and j.id = c.adjustment_id
    where ${condition} order by ${order} limit ${limit}`.execute(tx);
  return rows;
}

function present(row: Row): OrderClaim {
  const answer = claimAnswer.parse(row.answer);
  return {
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    order_name: row.order_name,
    placed_on: row.placed_on,
    total: row.total === null ? null : toMoney(row.total, row.currency),
    currency: row.currency,
    answer,
    order_id: row.order_id,
    reference: row.reference,
    placed_at: row.placed_at?.toISOString() ?? null,
    touched_at: row.touched_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    state: claimState.parse(row.state),
    may_send: row.state === 'answered' && mayBeSent(answer),
    note: row.note,
    sent_at: row.sent_at?.toISOString() ?? null,
    reply: row.reply,
    replied_at: row.replied_at?.toISOString() ?? null,
    credited: row.credited === null ? null : toMoney(row.credited, row.currency),
  };
}

type Account = { merchantAccountId: string; creatorId: string };
type Page = { cursor?: string | undefined; limit: number };
const byCreation = sql`c.created_at desc, c.id desc`;

/** A creator's claims at a storefront. In the scope of the brand, which orders are in; only their own are read. */
export async function pageOfClaims(tx: Tx, of: Account, query: Page) {
  const after = placeOfId(query.cursor);
  const rows = await findClaims(
    tx,
    sql`c.creator_id = ${of.creatorId} and c.merchant_account_id = ${of.merchantAccountId}
      ${after ? sql`and (c.created_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}`,
    { order: byCreation, limit: query.limit + 1 },
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map(present),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.created_at, last.id) : null },
  };
}

export async function readClaim(tx: Tx, of: Account, claimId: string): Promise<OrderClaim> {
  const [row] = await findClaims(tx, sql`c.creator_id = ${of.creatorId} and c.id = ${claimId}`, {
    order: byCreation,
    limit: 1,
  });
  if (!row) throw new Error('the claim that was just saved is missing');
  return present(row);
}

type FoundOrder = {
  claim_id: string;
  order_id: string;
  reference: string | null;
  placed_at: Date;
  total: bigint;
  currency: string;
  outcome: string | null;
  user_handle: string | null;
  is_credited: boolean;
};

/** The orders of a brand that claims may mean, at most five for each. */
async function ordersOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select c.id as claim_id, o.order_id, o.reference, o.placed_at, o.currency, o.total, d.outcome, u.user_handle,
      d.merchant_account_id is not null as is_credited
    from claims c
    join users me on me.id = c.creator_id
    cross join lateral (
      select o.order_id, o.reference, o.placed_at, o.currency, s.total from (
        select order_id from orders where merchant_id = c.merchant_id
          and order_id in (c.order_name, ltrim(c.order_name, '#'), '#' || ltrim(c.order_name, '#'))
        union select order_id from orders where merchant_id = c.merchant_id
          and reference in (c.order_name, ltrim(c.order_name, '#'), '#' || ltrim(c.order_name, '#'))
        union select order_id from orders where merchant_id = c.merchant_id
          and placed_at >= c.placed_on::timestamp at time zone me.time_zone
          and placed_at < (c.placed_on::timestamp + interval '1 day') at time zone me.time_zone
      ) named
      join orders o on o.merchant_id = c.merchant_id and o.order_id = named.order_id
      cross join lateral (select coalesce(sum(l.net), 0)::bigint as total from order_lines l
        where l.merchant_id = o.merchant_id and l.order_id = o.order_id) s
      where c.total is null or c.total in (o.gross, s.total)
      order by o.placed_at desc, o.order_id desc limit 5
    ) o
    left join lateral (select x.outcome, x.merchant_account_id from decisions x
      where x.merchant_id = c.merchant_id and x.order_id = o.order_id order by x.sequence desc limit 1) d on true
    left join merchant_accounts a on a.merchant_id = c.merchant_id and a.id = d.merchant_account_id
    left join users u on u.id = a.creator_id
    where c.merchant_id = ${merchantId} and c.id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}

const evidenceDays = 30;

/** Until the end of the UTC day on which the order was placed, or of that of the claim. */
function clicksOf(tx: Tx, rows: readonly Row[]): Promise<ClicksFound[]> {
  return clicksBefore(
    tx,
    rows.map(({ merchant_account_id: account, placed_on: placedOn, created_at: at }) => ({
      account,
      lastDay: placedOn ?? at.toISOString().slice(0, 10),
      days: evidenceDays,
    })),
  );
}

async function withEvidence(tx: Tx, merchantId: string, rows: readonly Row[]): Promise<BrandClaim[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const orders = Map.groupBy(await ordersOf(tx, merchantId, ids), (row) => row.claim_id);
  const clicks = await clicksOf(tx, rows);
  return rows.map((row, place) => ({
    ...present(row),
    creator: row.user_handle ?? 'former_creator',
    creator_display_name: row.display_name,
    orders: (orders.get(row.id) ?? []).map((order) => ({
      order_id: order.order_id,
      reference: order.reference,
      placed_at: order.placed_at.toISOString(),
      total: toMoney(order.total, order.currency),
      outcome: order.outcome === null ? null : outcome.parse(order.outcome),
      credited_to: order.is_credited ? (order.user_handle ?? 'former_creator') : null,
    })),
    clicks: clicks[place]?.clicks ?? 0,
    last_click_at: clicks[place]?.lastAt?.toISOString() ?? null,
  }));
}

export async function pageOfBrandClaims(
  tx: Tx,
  merchantId: string,
  query: QueryOf<typeof listBrandClaims>,
): Promise<{ data: BrandClaim[]; meta: MetaOf<typeof listBrandClaims> }> {
  const after = placeOfId(query.cursor);
  const rows = await findClaims(
    tx,
    sql`c.merchant_id = ${merchantId} and c.sent_at is not null ${query.state ? sql`and c.state = ${query.state}` : sql``}
      ${after ? sql`and (c.sent_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}`,
    { order: sql`c.sent_at desc, c.id desc`, limit: query.limit + 1 },
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: await withEvidence(tx, merchantId, page),
    meta: { next_cursor: rows.length > page.length && last?.sent_at ? nextCursor(last.sent_at, last.id) : null },
  };
}

export async function readBrandClaim(tx: Tx, merchantId: string, claimId: string): Promise<BrandClaim> {
  const rows = await findClaims(tx, sql`c.merchant_id = ${merchantId} and c.id = ${claimId}`, {
    order: byCreation,
    limit: 1,
  });
  const [claim] = await withEvidence(tx, merchantId, rows);
  if (!claim) throw new Error('the claim that was just saved is missing');
  return claim;
}
