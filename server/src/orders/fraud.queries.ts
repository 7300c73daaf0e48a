// The input of the fraud rules, in a few reads of limited size: an order must not wait for a creator's whole history.
import { sql } from 'kysely';
import { clickOfUuid, firstIdOf, isClickId, timeOfHit, uuidOfClick } from '../hits/click-id.ts';
import { clicksIn } from '../figures/counts.ts';
import { spanParts } from '../figures/parts.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { type CodeUsage, dayMs, hourMs, type SeenClick, type SeenOrder } from './fraud.facts.ts';
import { areFewTooFast, isTooFast, type OrderSurroundings } from './fraud.screening.ts';

export type SuspectAccount = { merchantId: string; merchantAccountId: string; creatorId: string };

/** The most order lines that one read examines; an order has a few. */
const mostLines = 600;
/** Hits in the minutes before a click: enough to recognize one visitor among them. */
const mostHits = 500;
const quarterMs = 900_000;
/** A click id with more orders than this was already found at the first of them. */
const mostSameClick = 60;
const mostUses = 3_000;
const burstMs = 10 * 60_000;
/** Counting more orders of one shopper than this changes nothing. */
const mostNear = 3;

export type ClickRow = {
  at: Date | null;
  browser: Buffer | null;
  visitor: Buffer | null;
  click_country: string | null;
  purpose: string | null;
  referrer_host: string | null;
  utm: Record<string, string> | null;
};

/** The fraud rules' view of a stored click. */
export function seenClick(row: ClickRow & { at: Date }): SeenClick {
  return {
    at: row.at,
    browser: row.browser?.toString('hex') ?? '',
    visitor: row.visitor?.toString('hex') ?? '',
    country: row.click_country ?? '',
    purpose: row.purpose ?? '',
    referrerHost: row.referrer_host ?? '',
    utm: { source: row.utm?.['source'] ?? '', medium: row.utm?.['medium'] ?? '', term: row.utm?.['term'] ?? '' },
    searchAd: row.utm?.['search_ad'] ?? '',
  };
}

type OrderRow = ClickRow & {
  order_id: string;
  placed_at: Date;
  click_id: string | null;
  /** The click that counted, if the order names several. */
  named_hit: string | null;
  discount_code: string | null;
  customer: Buffer | null;
  has_rival: boolean;
  is_refunded: boolean;
  country: string;
};

function seenOrder(row: OrderRow): SeenOrder {
  return {
    orderId: row.order_id,
    placedAt: row.placed_at,
    code: row.discount_code,
    clickId: row.named_hit === null ? row.click_id : clickOfUuid(row.named_hit),
    click: row.at === null ? null : seenClick({ ...row, at: row.at }),
    customer: row.customer?.toString('hex') ?? null,
    hasRival: row.has_rival,
    isRefunded: row.is_refunded,
    country: row.country,
  };
}

/** The creator's latest orders with commissions, up to a moment. A decline does not count as a refund. */
function ordersOfAccount(of: SuspectAccount, from: Date, until: Date) {
  return sql`
    select o.order_id, o.placed_at, o.click_id, c.discount_code, coalesce(o.customer_canonical, o.customer_hash) as customer,
      case when c.hit_id = any(o.named_hits) then c.hit_id end as named_hit, c.is_refunded, o.country, h.at, h.browser, h.visitor, h.country as click_country, h.purpose, h.referrer_host, h.utm,
      exists (select from decision_candidates d where d.merchant_id = o.merchant_id and d.order_id = o.order_id and d.via = 'click'
        and d.creator_id <> ${of.creatorId} and d.verdict not in ('outside_window', 'after_order', 'renewals_ended')) as has_rival
    from (
      select order_id, max(discount_code) as discount_code, max(hit_id::text)::uuid as hit_id,
        bool_and(reversed = amount and declined_at is null) as is_refunded
      from (
        select order_id, discount_code, hit_id, reversed, amount, declined_at from commissions
        where merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId} and earned_at > ${from} and earned_at <= ${until}
          and replaced_at is null
        order by earned_at desc limit ${mostLines}
      ) lines group by order_id
    ) c
    join orders o on o.merchant_id = ${of.merchantId} and o.order_id = c.order_id
    left join hits h on h.id = c.hit_id and h.merchant_id = o.merchant_id`;
}

/** Oldest first. */
export async function recentOrders(tx: Tx, of: SuspectAccount, from: Date, until: Date): Promise<SeenOrder[]> {
  const { rows } = await sql<OrderRow>`${ordersOfAccount(of, from, until)} order by placed_at, order_id`.execute(tx);
  return rows.map(seenOrder);
}

/** The orders that name several clicks, and these hits among them. */
function namesAmongOthers(hits: readonly string[]) {
  return sql`named_hits is not null and (named_hits[1] = any(${[...hits]}::uuid[]) or named_hits[2] = any(${[...hits]}::uuid[]))`;
}

export type PastOfClick = {
  recent: SeenOrder[];
  /** Every order that names the same click, decided or not, so that simultaneous ones see each other. Newest first. */
  ofSameClick: SeenOrder[];
  /** The account's hits just before the click, and how many of them are its visitor's. */
  burst: { all: number; fromVisitor: number };
};
type PastRow = OrderRow & { part: 'recent' | 'same_click' | 'burst'; all: number | null; from_visitor: number | null };

/** What the rules need for an order credited to a click, in one statement. */
export async function pastOfClick(
  tx: Tx,
  of: SuspectAccount,
  { hitId, click, from, until }: { hitId: string; click: SeenClick; from: Date; until: Date },
): Promise<PastOfClick> {
  const { rows } = await sql<PastRow>`
    with recent as (${ordersOfAccount(of, from, until)}),
    same_click as (
      select order_id, placed_at, ${clickOfUuid(hitId)}::text as click_id, coalesce(customer_canonical, customer_hash) as customer, country
      from (
        (select * from orders where merchant_id = ${of.merchantId} and click_id = ${clickOfUuid(hitId)} order by placed_at desc limit ${mostSameClick})
        union all
        (select * from orders where merchant_id = ${of.merchantId} and ${namesAmongOthers([hitId])} order by placed_at desc limit ${mostSameClick})
      ) named order by placed_at desc limit ${mostSameClick}
    ), latest as (${hitsBefore(of, click)})
    select 'recent' as part, recent.*, null::integer as all, null::integer as from_visitor from recent
    union all
    select 'same_click', order_id, placed_at, click_id, null, customer, null, false, country, null, null, null, null, null, null, null, false,
      null, null from same_click
    union all
    select 'burst', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, count(*)::integer,
      count(*) filter (where visitor = decode(${click.visitor}, 'hex'))::integer from latest
    order by placed_at, order_id`.execute(tx);
  const part = (name: PastRow['part']) => rows.filter((row) => row.part === name);
  const [burst] = part('burst');
  return {
    recent: part('recent').map(seenOrder),
    ofSameClick: part('same_click')
      .toReversed()
      .map((row) => ({ ...seenOrder(row), click })),
    burst: { all: burst?.all ?? 0, fromVisitor: burst?.from_visitor ?? 0 },
  };
}

/** The day before a moment, in whole quarter-hours that include the current one. */
function dayUntil(moment: Date): Span {
  const to = (Math.floor(moment.getTime() / quarterMs) + 1) * quarterMs;
  return { from: new Date(to - dayMs), to: new Date(to) };
}

/** The hits on the account's links in the minutes up to a click. */
function hitsBefore(of: SuspectAccount, click: SeenClick) {
  return sql`
    select visitor from hits where merchant_account_id = ${of.merchantAccountId} and merchant_id = ${of.merchantId}
      and at > ${new Date(click.at.getTime() - burstMs)} and at <= ${click.at}
      and id >= ${firstIdOf(click.at.getTime() - burstMs)} and id < ${firstIdOf(click.at.getTime() + 1)} order by at desc limit ${mostHits}`;
}

type NearRow = {
  shares_click: boolean;
  shares_browser: boolean;
  of_customer: number;
  lately: string | null;
  from_visitor: number;
};
/** An order with the keyed hash of its buyer's mailbox, and its click. */
type Screened = Pick<SeenOrder, 'orderId' | 'clickId' | 'placedAt' | 'click'> & {
  customer: Buffer | null;
  hitId: string | undefined;
};

/** Where the order's time is in a line, after the hit. */
const timeAt = 37;
const timeEnd = 50;
/** A shop's clock may be behind, so an order can have been placed before its click. */
const shopClockMs = 10 * 60_000;

/**
 * A hit, the order's time and the order for each line, as one text: the cheapest form of hundreds of them. So the texts
 * are not taken apart more than necessary.
 */
function paceOf(text: string | null, fromMs: number): Pick<OrderSurroundings, 'delays' | 'visits'> {
  if (text === null) return { delays: [], visits: 0 };
  const orders = new Set(text.split(','));
  const visits = new Set<string>();
  const delays = Array.from(orders, (order) => {
    const clickedMs = timeOfHit(order);
    if (clickedMs >= fromMs + shopClockMs) visits.add(order.slice(0, timeAt));
    return Number(order.slice(timeAt, timeEnd)) - clickedMs;
  });
  return { delays, visits: visits.size };
}

/** The part about its click, as columns. */
function nearClick(of: SuspectAccount, { click, hitId }: Screened) {
  if (!click) return sql`false as shares_browser, 0 as from_visitor`;
  const clickedMs = click.at.getTime();
  return sql`
    exists (select from hits where browser = decode(nullif(${click.browser}, ''), 'hex') and merchant_id = ${of.merchantId}
      and merchant_account_id = ${of.merchantAccountId} and id <> ${hitId}) as shares_browser,
    hits_of_visitor(${of.merchantId}::uuid, ${of.merchantAccountId}::uuid, decode(${click.visitor}, 'hex'),
      ${new Date(clickedMs - burstMs)}::timestamptz, ${click.at}::timestamptz, ${firstIdOf(clickedMs - burstMs)}::uuid,
      ${firstIdOf(clickedMs + 1)}::uuid, ${mostHits}::integer) as from_visitor`;
}

/** How many orders of the click's visitor came too soon after their click, in the hour before an order. */
async function tooFastOf(tx: Tx, of: SuspectAccount, { orderId, placedAt, click }: Screened): Promise<number> {
  if (!click || click.visitor === '') return 0;
  const { rows } = await sql<{ orders: number }>`
    select count(distinct c.order_id)::integer as orders from (
      select order_id, hit_id, earned_at, discount_code from commissions
      where merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId} and replaced_at is null
        and earned_at >= ${new Date(placedAt.getTime() - hourMs)} and earned_at <= ${placedAt}
      order by earned_at desc limit ${mostLines}
    ) c join hits h on h.id = c.hit_id and h.merchant_id = ${of.merchantId}
    where c.discount_code is null and c.order_id <> ${orderId} and c.hit_id >= first_hit_id(c.earned_at - interval '21 seconds')
      and h.visitor = decode(${click.visitor}, 'hex')`.execute(tx);
  return rows[0]?.orders ?? 0;
}

/** What is near an order between two moments; the second is its own. */
export async function surroundingsOf(
  tx: Tx,
  of: SuspectAccount,
  order: Screened,
  from: Date,
): Promise<OrderSurroundings> {
  const { orderId, clickId, hitId, placedAt, customer } = order;
  const hourBefore = placedAt.getTime() - hourMs;
  const clicks = [clickId, hitId === undefined ? null : clickOfUuid(hitId)].filter((click) => click !== null);
  const { rows } = await sql<NearRow>`
    select
      (exists (select from orders where merchant_id = ${of.merchantId} and click_id = any(${clicks}::text[])
        and order_id <> ${orderId})
      or exists (select from orders where merchant_id = ${of.merchantId}
        and ${namesAmongOthers(clicks.filter(isClickId).map(uuidOfClick))} and order_id <> ${orderId})) as shares_click,
      (select count(*) from (select from orders where merchant_id = ${of.merchantId} and customer_canonical = ${customer}::bytea
        and placed_at > ${from} and placed_at <= ${placedAt} and order_id <> ${orderId} limit ${mostNear}) others)::integer as of_customer,
      (select string_agg(concat_ws(' ', hit_id, (date_part('epoch', earned_at) * 1000)::bigint, hashtext(order_id)), ',') from (
        select order_id, hit_id, earned_at, discount_code from commissions
        where merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId} and replaced_at is null
          and earned_at >= ${new Date(hourBefore)} and earned_at <= ${placedAt}
        order by earned_at desc limit ${mostLines}
      ) lines where hit_id is not null and discount_code is null and order_id <> ${orderId}) as lately,
      ${nearClick(of, order)}`.execute(tx);
  const [near] = rows;
  if (!near) throw new Error('nothing was counted');
  const pace = paceOf(near.lately, hourBefore);
  const hurried = pace.delays.filter(isTooFast).length;
  return {
    sharesClick: near.shares_click,
    sharesBrowser: near.shares_browser,
    ofCustomer: near.of_customer,
    ...pace,
    tooFast: areFewTooFast(hurried) ? hurried : await tooFastOf(tx, of, order),
    fromVisitor: near.from_visitor,
  };
}

/** How often a code is used without a click, in the day before a moment and in the four weeks before that. */
export async function codeUsage(tx: Tx, of: SuspectAccount, code: string, until: Date): Promise<CodeUsage[]> {
  const { rows } = await sql<{ created_at: Date; touchless: number; usual_most: number }>`
    with days as (
      select floor(extract(epoch from ${until}::timestamptz - earned_at) / 86400)::integer as day, count(distinct order_id)::integer as orders
      from (
        select order_id, earned_at from commissions where merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId}
          and discount_code = ${code} and hit_id is null and replaced_at is null and earned_at > ${new Date(until.getTime() - 29 * dayMs)} and earned_at <= ${until}
        order by earned_at desc limit ${mostUses}
      ) uses group by 1
    )
    select d.created_at,
      coalesce((select sum(orders) from days where day = 0), 0)::integer as touchless,
      coalesce((select max(orders) from days where day > 0), 0)::integer as usual_most
    from discount_codes d where d.merchant_id = ${of.merchantId} and d.code = ${code}`.execute(tx);
  const clicks = (await clicksIn(tx, [of.merchantAccountId], spanParts([dayUntil(until)]))).get(0) ?? 0;
  return rows.map((row) => ({
    code,
    createdAt: row.created_at,
    touchless: row.touchless,
    usualMost: row.usual_most,
    clicks,
  }));
}

export async function brandNames(tx: Tx, merchantId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('merchants')
    .select(['display_name', 'slug'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return [row.display_name, row.slug];
}
