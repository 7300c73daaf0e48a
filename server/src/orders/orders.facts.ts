import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { UnsentStatement } from '../platform/database/together.ts';
import { accountPeriods, accountPeriodsJson } from '../creators/account.periods.ts';
import { pausePeriods } from '../merchants/brand.pauses.ts';
import { clickOfUuid, firstIdOf, timeOfClick, uuidOfClick } from '../hits/click-id.ts';
import type { FoundClick } from '../drain/click.find.ts';
import type { CodeUse, AttributionFacts, Touch } from './attribution.ts';
import { settingPeriods, type SettingPeriod } from './attribution.settings.ts';
import { type Basis, basisOf, saleTime } from './orders.basis.ts';
import { namedClicks, nodeSkewMs } from './orders.clicks.ts';
import { findBuyers } from './orders.customer.ts';
import { type Ahead, readAhead } from './orders.ahead.ts';
import { type ClickRow, seenClick } from './fraud.queries.ts';
import type { SeenClick } from './fraud.facts.ts';
import type { OrderInDecision, OrderRecord } from './orders.queries.ts';

export type LoadedFacts = {
  order: OrderInDecision;
  basis: Basis;
  facts: AttributionFacts;
  /** The named clicks from this node's journal that are not stored yet. */
  found: readonly FoundClick[];
  /** Whether every named click is stored, so that none can still come. */
  isStored: boolean;
  /** The stored hits among the touches, to find out whether there are others by now. */
  seen: string;
  /** The browser of the named click. */
  browser: Buffer | null;
  /** The fraud rules' view of each stored click among the touches, by hit. */
  clicks: ReadonlyMap<string, SeenClick>;
  /** Of the creators of touches and codes; deleted users have none. */
  handles: ReadonlyMap<string, string>;
  /** What the decision needs about the winner, if there is one. It is read together with the buyers. */
  ahead?: Ahead | undefined;
};
type Touches = Pick<AttributionFacts, 'click' | 'expectedAt' | 'touches'> &
  Pick<LoadedFacts, 'isStored' | 'browser' | 'seen'> & { hits: readonly Hit[] };

const dayMs = 86_400_000;
/** An order waits this long for a fresh click. After that it is decided without it, and again when it arrives. */
const clickTravelMs = 10 * 60_000;
/** Storing hits takes this lock from the insert to the commit; a decision takes it shared while it reads hits. */
const arrivalsLock = 7_305_120;

/** Could this click exist and not have reached the database yet? */
function isExpected(order: OrderRecord, clickId: string, now: Date): boolean {
  if (order.state === 'decided') return false;
  const made = timeOfClick(clickId);
  const received = order.received_at.getTime();
  return made > received - clickTravelMs && made <= received + nodeSkewMs && now.getTime() < received + clickTravelMs;
}

/** Only these kinds prove a hit's browser: the mark was signed by us, or set with this very hit. */
const trustedMarks = ['signed', 'given'] as const;
type Hit = ClickRow & {
  id: string;
  link_id: string;
  merchant_account_id: string;
  creator_id: string;
  at: Date;
  class: string;
  browser_mark: string | null;
  is_named: boolean;
  /** Of the merchant account; null if it doesn’t exist. */
  periods: unknown;
  user_handle: string | null;
};

function touchOf(hit: Hit): Touch {
  return {
    hitId: hit.id,
    linkId: hit.link_id,
    merchantAccountId: hit.merchant_account_id,
    creatorId: hit.creator_id,
    at: hit.at,
    class: hit.class,
    named: hit.is_named,
  };
}

/** Whether a hit is inside the window that was in effect when it was made. The caller limits hits to the longest one. */
function isInside(soldAt: Date, periods: readonly SettingPeriod[]): RawBuilder<unknown> {
  if (periods.length === 1) return sql`true`;
  const each = periods.map(
    ({ from, until, settings }) => sql`(at >= ${new Date(soldAt.getTime() - settings.windowDays * dayMs)}
      and at >= ${from ?? '-infinity'}::timestamptz and at < ${until ?? 'infinity'}::timestamptz)`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

/** The click of each account that is nearest to winning. The last one also decides which settings choose. */
function nearest(periods: readonly SettingPeriod[]): RawBuilder<unknown> {
  const needsFirst = periods.some(({ settings }) => settings.model === 'first_click');
  const needsLast = periods.length > 1 || !needsFirst;
  const directions = [...(needsLast ? ['desc'] : []), ...(needsFirst ? ['asc'] : [])];
  const each = directions.map(
    (direction) =>
      sql`(select distinct on (merchant_account_id) * from able order by merchant_account_id, at ${sql.raw(direction)}, id)`,
  );
  return sql.join(each, sql` union `);
}

/** The named clicks first, the newest before the other. */
const inOrder = sql`h.is_named desc, case when h.is_named then h.id end desc, h.merchant_account_id, h.id`;

/**
 * The named hits and the other hits of their browser at this brand within the window: the click of each creator that could
 * win. The order doesn't name these, so only clicks of people count, and only those whose browser is proven: someone
 * who reads a click id must not be taken for its browser.
 */
function hitsOf(order: OrderRecord, basis: Basis, found: readonly FoundClick[]): RawBuilder<Hit> {
  const columns = sql`id, link_id, merchant_account_id, creator_id, at, class, browser, browser_mark, visitor, country, purpose, referrer_host, utm`;
  const trusted = sql`browser_mark in (${sql.join(trustedMarks.map((mark) => sql.lit(mark)))})`;
  const known = found.filter(({ browserMark }) => trustedMarks.some((mark) => mark === browserMark));
  const ids = namedClicks(order).map(uuidOfClick);
  const soldAt = saleTime(order, basis);
  const periods = settingPeriods(basis);
  const longest = Math.max(...periods.map(({ settings }) => settings.windowDays));
  const from = new Date(soldAt.getTime() - longest * dayMs);
  return sql<Hit>`
    with named as (
      select ${columns} from hits where id = any(${ids}::uuid[]) and merchant_id = ${order.merchant_id}
    ), of_browser as (
      select browser from (
        select id, browser from named where ${trusted}
        union all
        select * from unnest(${known.map(({ hitId }) => hitId)}::uuid[], ${known.map(({ browser }) => browser)}::bytea[]) as found (id, browser)
          where id not in (select id from named)
      ) latest where browser is not null order by id desc limit 1
    ), able as (
      select ${columns} from hits
      where browser = (select browser from of_browser) and merchant_id = ${order.merchant_id} and ${trusted} and id <> all(${ids}::uuid[])
        and class in ('human', 'duplicate')
        -- The nearest click that can earn, not one from a pause of the brand or of the account.
        and not exists (select from merchant_pauses p
          where p.merchant_id = hits.merchant_id and hits.at >= p.started_at and (p.ended_at is null or hits.at < p.ended_at))
        and not exists (select from account_periods p where p.merchant_account_id = hits.merchant_account_id
          and hits.at >= p.started_at and (p.ended_at is null or hits.at < p.ended_at))
        -- The window includes both edges. Hits after the order are excluded, because a decision in time has none.
        and at >= ${from} and at <= ${soldAt} and at <= ${order.received_at}
        and id >= ${firstIdOf(from.getTime())} and id < ${firstIdOf(soldAt.getTime() + 1)} and ${isInside(soldAt, periods)}
    ), others as (
      ${nearest(periods)}
    )
    select h.*, h.country as click_country, case when a.id is not null then ${accountPeriodsJson(sql.ref('a.id'))} end as periods, u.user_handle
    from (select *, true as is_named from named union all select *, false from others) h
    left join merchant_accounts a on a.id = h.merchant_account_id and a.merchant_id = ${order.merchant_id}
    left join users u on u.id = h.creator_id
    order by ${inOrder}`;
}

/** What can change of stored hits, as text. The same as `seen` in `touchesCheck`. */
function seenOf(hits: readonly Hit[]): string {
  return hits.map((hit) => `${hit.id} ${hit.class} ${hit.is_named ? 't' : 'f'}`).join();
}

/** A click that is in the journal and not stored yet, with its account. */
async function journalHit(tx: Tx, found: FoundClick): Promise<Hit> {
  const account = await tx
    .selectFrom('merchant_accounts')
    .leftJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select([accountPeriodsJson(sql.ref('merchant_accounts.id')).as('periods'), 'users.user_handle'])
    .where('merchant_accounts.id', '=', found.merchantAccountId)
    .where('merchant_accounts.merchant_id', '=', found.merchantId)
    .executeTakeFirst();
  return {
    id: found.hitId,
    link_id: found.linkId,
    merchant_account_id: found.merchantAccountId,
    creator_id: found.creatorId,
    at: found.at,
    class: found.class,
    browser: found.browser,
    browser_mark: found.browserMark,
    visitor: null,
    click_country: null,
    purpose: null,
    referrer_host: null,
    utm: null,
    is_named: true,
    periods: account?.periods ?? null,
    user_handle: account?.user_handle ?? null,
  };
}

async function readTouches(
  tx: Tx,
  order: OrderRecord,
  basis: Basis,
  found: readonly FoundClick[],
  now: Date,
): Promise<Touches> {
  const none = { touches: [], hits: [], isStored: false, browser: null, seen: '' };
  if (order.click_id === null) return { click: 'none', ...none };
  const named = namedClicks(order);
  if (named.length === 0) return { click: 'unknown', ...none };
  const { rows: stored } = await hitsOf(order, basis, found).execute(tx);
  const storedClicks = new Set(stored.filter((hit) => hit.is_named).map(({ id }) => clickOfUuid(id)));
  const here = found.filter(
    ({ hitId, merchantId }) => merchantId === order.merchant_id && !storedClicks.has(clickOfUuid(hitId)),
  );
  const known = new Set([...storedClicks, ...here.map(({ hitId }) => clickOfUuid(hitId))]);
  // One that is older than a known click can wait until it is stored: the order is then decided again.
  const newest = named.findIndex((click) => known.has(click));
  const newer = newest < 0 ? named : named.slice(0, newest);
  const expected = newer.find((click) => isExpected(order, click, now));
  if (expected !== undefined) return { click: 'expected', expectedAt: new Date(timeOfClick(expected)), ...none };
  if (known.size === 0) return { click: 'unknown', ...none };
  const fromJournal = await Promise.all(here.map((click) => journalHit(tx, click)));
  const hits = [...fromJournal, ...stored].toSorted(byTime);
  return {
    click: 'recorded',
    touches: hits.map(touchOf),
    hits,
    isStored: named.every((click) => storedClicks.has(click)),
    browser: hits.find((hit) => hit.is_named && hit.browser)?.browser ?? null,
    seen: seenOf(stored),
  };
}

/** The named hits first, the newest before the other; the rest stays as it is. */
function byTime(one: Hit, other: Hit): number {
  if (!one.is_named || !other.is_named) return Number(other.is_named) - Number(one.is_named);
  return one.id < other.id ? 1 : -1;
}

/** The owner of a touch or a code. */
type Holder = Pick<Hit, 'merchant_account_id' | 'creator_id' | 'periods' | 'user_handle'>;

async function readCodes(
  tx: Tx,
  merchantId: string,
  given: readonly string[],
  receivedAt: Date,
): Promise<Pick<AttributionFacts, 'codes' | 'unknownCodes'> & { holders: readonly Holder[] }> {
  const codes = [...new Set(given.map((code) => code.trim().toUpperCase()).filter(Boolean))];
  if (codes.length === 0) return { codes: [], unknownCodes: [], holders: [] };
  const rows = await tx
    .selectFrom('discount_codes')
    .innerJoin('merchant_accounts', 'merchant_accounts.id', 'discount_codes.merchant_account_id')
    .leftJoin('users', 'users.id', 'discount_codes.creator_id')
    .selectAll('discount_codes')
    .select([accountPeriodsJson(sql.ref('merchant_accounts.id')).as('periods'), 'users.user_handle'])
    .where('discount_codes.merchant_id', '=', merchantId)
    .where('discount_codes.code', 'in', codes)
    // A code that was assigned after the order came doesn't change it.
    .where('discount_codes.created_at', '<=', receivedAt)
    .execute();
  const known = rows.map(
    (row): CodeUse => ({
      code: row.code,
      merchantAccountId: row.merchant_account_id,
      creatorId: row.creator_id,
      createdAt: row.created_at,
      endedAt: row.ended_at,
    }),
  );
  const unknownCodes = codes.filter((code) => !known.some((use) => use.code === code));
  return { codes: known, unknownCodes, holders: rows };
}

/** The touches of an order. A click that is not stored yet is looked up in this node's journal. */
async function findTouches(
  ctx: Context,
  tx: Tx,
  order: OrderInDecision,
  basis: Basis,
): Promise<Touches & { found: readonly FoundClick[] }> {
  const now = ctx.clock.now();
  const read = await readTouches(tx, order, basis, [], now);
  const stored = new Set(read.hits.filter((hit) => hit.is_named).map(({ id }) => clickOfUuid(id)));
  const missing = namedClicks(order).filter((click) => !stored.has(click));
  const found = (await Promise.all(missing.map((click) => ctx.findClick(click)))).filter(
    (click) => click !== undefined,
  );
  if (found.length === 0) return { ...read, found };
  const again = await readTouches(tx, order, basis, found, now);
  const storedNow = new Set(again.seen.split(',').map((hit) => hit.split(' ', 1)[0]));
  return { ...again, found: found.filter(({ hitId }) => !storedNow.has(hitId)) };
}

/**
 * Reads everything that the decision on a locked order depends on, in few round trips. The creators who are the buyer
 * don't change who wins, so what is needed about the winner is read at the same time. `isTogether`: other orders are
 * decided in the same transaction.
 */
export async function loadFacts(
  ctx: Context,
  tx: Tx,
  order: OrderInDecision,
  { isDecided = false, isTogether = false } = {},
): Promise<LoadedFacts> {
  const loaded = await loadWithoutBuyers(ctx, tx, order);
  const { touches, codes } = loaded.facts;
  const [{ byEmail, byBrowser }, ahead] = await Promise.all([
    findBuyers(
      ctx,
      tx,
      order.merchant_id,
      { customer: { exact: order.customer_hash, canonical: order.customer_canonical }, browser: loaded.browser },
      [...new Set([...touches, ...codes].map(({ creatorId }) => creatorId))],
    ),
    isDecided ? undefined : readAhead(tx, loaded, { isTogether }),
  ]);
  return { ...loaded, facts: { ...loaded.facts, buyers: byEmail, ownBrowsers: byBrowser }, ahead };
}

async function loadWithoutBuyers(ctx: Context, tx: Tx, order: OrderInDecision): Promise<LoadedFacts> {
  const basis = await basisOf(tx, order);
  const [read, { codes, unknownCodes, holders }] = await Promise.all([
    findTouches(ctx, tx, order, basis),
    readCodes(tx, order.merchant_id, order.discount_codes, order.received_at),
  ]);
  const of: readonly Holder[] = [...read.hits, ...holders];
  const { renewal } = basis;
  return {
    order,
    basis,
    found: read.found,
    isStored: read.isStored,
    browser: read.browser,
    seen: read.seen,
    clicks: new Map(
      read.hits
        .filter(({ id }) => !read.found.some(({ hitId }) => hitId === id))
        .map((hit) => [hit.id, seenClick(hit)]),
    ),
    handles: new Map(
      of.flatMap((holder) => (holder.user_handle ? [[holder.creator_id, holder.user_handle] as const] : [])),
    ),
    facts: {
      placedAt: order.placed_at,
      renewal: renewal && { since: new Date(renewal.since), until: new Date(renewal.until) },
      settings: basis,
      clickId: order.click_id,
      click: read.click,
      expectedAt: read.expectedAt,
      touches: read.touches,
      codes,
      unknownCodes,
      pauses: pausePeriods(order.pauses),
      accounts: new Map(
        of.flatMap((holder) =>
          holder.periods === null ? [] : [[holder.merchant_account_id, accountPeriods(holder.periods)] as const],
        ),
      ),
      buyers: new Set(),
      ownBrowsers: new Set(),
    },
  };
}

/** From here to the end of the transaction, no hit can be stored that this order could miss. A decision's last lock. */
const lockingArrivals = sql`select pg_advisory_xact_lock_shared(${sql.lit(arrivalsLock)})`;

export async function lockArrivals(tx: Tx): Promise<void> {
  await lockingArrivals.execute(tx);
}

/**
 * Statements that lock out stored hits, and fail if some were stored after the facts were read that change them. No hit
 * changes an order without a click.
 */
export function touchesCheck({ order, basis, found, seen }: LoadedFacts): UnsentStatement[] {
  if (namedClicks(order).length === 0) return [];
  const now = sql`select coalesce(string_agg(concat_ws(' ', h.id, h.class, h.is_named), ',' order by ${inOrder}), '')
    from (${hitsOf(order, basis, found)}) h`;
  return [lockingArrivals, sql`select require_same_touches(${seen}, (${now}))`];
}

/** Whether `touchesCheck` failed. */
export function isTouchesChanged(error: unknown): boolean {
  return Object(error).code === 'VT006';
}

/** Whether hits that change the facts were stored after they were read. */
export async function hasNewTouches(ctx: Context, tx: Tx, loaded: LoadedFacts): Promise<boolean> {
  const now = await readTouches(tx, loaded.order, loaded.basis, loaded.found, ctx.clock.now());
  const { click, touches } = loaded.facts;
  return (
    now.isStored !== loaded.isStored || JSON.stringify([now.click, now.touches]) !== JSON.stringify([click, touches])
  );
}
