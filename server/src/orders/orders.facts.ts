import { sql } from 'kysely';
import type { RefundedLine } from '../commissions/commissions.reversals.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { isClickId, timeOfClick, uuidOfClick } from '../hits/click-id.ts';
import type { FoundClick } from '../drain/click.find.ts';
import type { CodeUse, Facts, Touch } from './attribution.ts';
import { type Basis, basisOf } from './orders.basis.ts';
import { findBuyers } from './orders.customer.ts';
import { findOrder, isUnderReview, listRefundLines, type OrderRecord } from './orders.queries.ts';

export type LoadedFacts = {
  order: OrderRecord;
  basis: Basis;
  facts: Facts;
  /** The named click as this node's journal has it, while its row is not stored. */
  found: FoundClick | undefined;
  isStored: boolean;
  /** The browser of the named click. */
  browser: Buffer | null;
};
type Touches = Pick<Facts, 'click' | 'touches'> & Pick<LoadedFacts, 'isStored' | 'browser'>;

const dayMs = 86_400_000;
/** An order waits this long for a fresh click. After that it is decided without it, and again when it arrives. */
const clickTravelMs = 10 * 60_000;
/** Clocks of two of our nodes may differ by so much. */
const nodeSkewMs = 60_000;
/** Whoever stores hits holds this lock from the insert to the commit; a decision holds it shared while it reads them. */
const arrivalsLock = 7_305_120;

/** Could this click have been made and not yet have reached the database? */
function isExpected(order: OrderRecord, clickId: string, now: Date): boolean {
  if (order.state === 'decided') return false;
  const made = timeOfClick(clickId);
  const received = order.received_at.getTime();
  return made > received - clickTravelMs && made <= received + nodeSkewMs && now.getTime() < received + clickTravelMs;
}

const hitColumns = [
  'id',
  'link_id',
  'merchant_account_id',
  'creator_id',
  'at',
  'class',
  'browser',
  'browser_mark',
] as const;
/** Only with these is a hit's browser beyond doubt: the mark was signed by us, or given with this very hit. */
const trustedMarks = ['signed', 'given'] as const;
type Hit = {
  id: string;
  link_id: string;
  merchant_account_id: string;
  creator_id: string;
  at: Date;
  class: string;
  browser: Buffer | null;
  browser_mark: string | null;
};

function touchOf(hit: Hit, named: boolean): Touch {
  return {
    hitId: hit.id,
    linkId: hit.link_id,
    merchantAccountId: hit.merchant_account_id,
    creatorId: hit.creator_id,
    at: hit.at,
    class: hit.class,
    named,
  };
}

/**
 * What else the browser of the named click touched at this brand within the window: of each creator the click that
 * could win. No order speaks for these, so only a person's clicks are asked for, and only those whose browser is beyond
 * doubt: whoever reads somebody's click id must not become their browser with it.
 */
async function otherTouches(
  tx: Tx,
  merchantId: string,
  named: Hit,
  order: OrderRecord,
  basis: Basis,
): Promise<Touch[]> {
  if (named.browser === null || !trustedMarks.some((mark) => mark === named.browser_mark)) return [];
  const rows = await tx
    .selectFrom('hits')
    .select(hitColumns)
    .distinctOn('merchant_account_id')
    .where('browser', '=', named.browser)
    .where('merchant_id', '=', merchantId)
    .where('browser_mark', 'in', trustedMarks)
    .where('id', '<>', named.id)
    .where('class', 'in', ['human', 'duplicate'])
    // The window's two edges belong to it.
    .where('at', '>=', new Date(order.placed_at.getTime() - basis.windowDays * dayMs))
    .where('at', '<=', order.placed_at)
    // What came after the order was never there to be seen in time.
    .where('at', '<=', order.received_at)
    .orderBy('merchant_account_id')
    .orderBy('at', basis.model === 'last_click' ? 'desc' : 'asc')
    .orderBy('id')
    .execute();
  return rows.map((row) => touchOf(row, false));
}

function hitOf(found: FoundClick): Hit {
  return {
    id: found.hitId,
    link_id: found.linkId,
    merchant_account_id: found.merchantAccountId,
    creator_id: found.creatorId,
    at: found.at,
    class: found.class,
    browser: found.browser,
    browser_mark: found.browserMark,
  };
}

async function readTouches(
  tx: Tx,
  order: OrderRecord,
  basis: Basis,
  found: FoundClick | undefined,
  now: Date,
): Promise<Touches> {
  const none = { touches: [], isStored: false, browser: null };
  if (order.click_id === null) return { click: 'none', ...none };
  if (!isClickId(order.click_id)) return { click: 'unknown', ...none };
  const stored = await tx
    .selectFrom('hits')
    .select(hitColumns)
    .where('id', '=', uuidOfClick(order.click_id))
    .where('merchant_id', '=', order.merchant_id)
    .executeTakeFirst();
  const named = stored ?? (found?.merchantId === order.merchant_id ? hitOf(found) : undefined);
  if (!named) return { click: isExpected(order, order.click_id, now) ? 'expected' : 'unknown', ...none };
  return {
    click: 'recorded',
    touches: [touchOf(named, true), ...(await otherTouches(tx, order.merchant_id, named, order, basis))],
    isStored: stored !== undefined,
    browser: named.browser,
  };
}

async function readCodes(
  tx: Tx,
  merchantId: string,
  given: readonly string[],
  receivedAt: Date,
): Promise<Pick<Facts, 'codes' | 'unknownCodes'>> {
  const codes = [...new Set(given.map((code) => code.trim().toUpperCase()).filter(Boolean))];
  if (codes.length === 0) return { codes: [], unknownCodes: [] };
  const rows = await tx
    .selectFrom('discount_codes')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('code', 'in', codes)
    // A code that was given out after the order came does not change it.
    .where('created_at', '<=', receivedAt)
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
  return { codes: known, unknownCodes: codes.filter((code) => !known.some((use) => use.code === code)) };
}

async function readStatuses(tx: Tx, merchantId: string, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('merchant_accounts')
    .select(['id', 'status'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', accountIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.status]));
}

async function readAll(
  ctx: Context,
  merchantId: string,
  orderId: string,
  found?: FoundClick,
): Promise<LoadedFacts | undefined> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    if (!order || (order.state === 'decided' && !(await isUnderReview(tx, merchantId, orderId)))) return undefined;
    const basis = await basisOf(tx, order);
    const { click, touches, isStored, browser } = await readTouches(tx, order, basis, found, ctx.clock.now());
    const { codes, unknownCodes } = await readCodes(tx, merchantId, order.discount_codes, order.received_at);
    const statuses = await readStatuses(
      tx,
      merchantId,
      [...touches, ...codes].map((source) => source.merchantAccountId),
    );
    const { precedence, model, windowDays } = basis;
    return {
      order,
      basis,
      found: isStored ? undefined : found,
      isStored,
      browser,
      facts: {
        placedAt: order.placed_at,
        precedence,
        model,
        windowDays,
        clickId: order.click_id,
        click,
        touches,
        codes,
        unknownCodes,
        statuses,
        buyers: new Set(),
        ownBrowsers: new Set(),
      },
    };
  });
}

/**
 * Everything the decision on an order rests on; nothing where there is nothing to decide. A click whose row is not
 * stored yet is looked up in this node's journal.
 */
export async function loadFacts(ctx: Context, merchantId: string, orderId: string): Promise<LoadedFacts | undefined> {
  let loaded = await readAll(ctx, merchantId, orderId);
  const clickId = loaded?.order.click_id;
  if (loaded && !loaded.isStored && clickId && isClickId(clickId)) {
    const found = await ctx.findClick(clickId);
    if (found) loaded = await readAll(ctx, merchantId, orderId, found);
  }
  if (!loaded) return undefined;
  const creatorIds = [...new Set([...loaded.facts.touches, ...loaded.facts.codes].map((source) => source.creatorId))];
  const { order, browser } = loaded;
  const customer = { exact: order.customer_hash, canonical: order.customer_canonical };
  const { byEmail, byBrowser } = await findBuyers(ctx, merchantId, { customer, browser }, creatorIds);
  return { ...loaded, facts: { ...loaded.facts, buyers: byEmail, ownBrowsers: byBrowser } };
}

/** From here to the end of the transaction no hit is stored that this order could miss. The last lock of a decision. */
export async function lockArrivals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(arrivalsLock)})`.execute(tx);
}

/** Whether hits were stored, after the facts were read, that change them. */
export async function hasNewTouches(ctx: Context, tx: Tx, loaded: LoadedFacts): Promise<boolean> {
  const now = await readTouches(tx, loaded.order, loaded.basis, loaded.found, ctx.clock.now());
  const { click, touches } = loaded.facts;
  return (
    now.isStored !== loaded.isStored || JSON.stringify([now.click, now.touches]) !== JSON.stringify([click, touches])
  );
}

/** The refunds that an order had before it was decided, each with what came before it. */
export async function earlierRefunds(
  tx: Tx,
  order: { merchant_id: string; order_id: string },
): Promise<RefundedLine[]> {
  const before = new Map<string, bigint>();
  return (await listRefundLines(tx, order.merchant_id, order.order_id)).map((row) => {
    const taken = before.get(row.line_id) ?? 0n;
    before.set(row.line_id, taken + row.amount);
    return { refundId: row.refund_id, reason: row.kind, lineId: row.line_id, amount: row.amount, before: taken };
  });
}
