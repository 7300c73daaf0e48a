import type { RefundedLine } from '../commissions/commissions.reversals.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { isClickId, timeOfClick, uuidOfClick } from '../links/click-id.ts';
import type { TermsRule } from '../terms/rules.ts';
import { termsAt } from '../terms/terms.service.ts';
import type { CodeUse, Facts, Touch } from './attribution.ts';
import { findBuyers } from './orders.customer.ts';
import { findOrder, listRefundLines, type OrderRecord } from './orders.queries.ts';

type Settings = {
  precedence: 'code' | 'link';
  model: 'last_click' | 'first_click';
  windowDays: number;
  returnDays: number;
  currency: string;
};
export type LoadedFacts = { order: OrderRecord; settings: Settings; facts: Facts };

const dayMs = 86_400_000;
/** So long a click may be on its way into the database; after that it is unknown. */
const clickTravelMs = 10 * 60_000;
/** Clocks of two of our nodes may differ by so much. */
const nodeSkewMs = 60_000;

async function readSettings(tx: Tx, merchantId: string): Promise<Settings> {
  const row = await tx
    .selectFrom('merchants')
    .select(['precedence', 'attribution_model', 'window_days', 'return_days', 'currency'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return {
    precedence: row.precedence === 'link' ? 'link' : 'code',
    model: row.attribution_model === 'first_click' ? 'first_click' : 'last_click',
    windowDays: row.window_days,
    returnDays: row.return_days,
    currency: row.currency,
  };
}

/** Could this click have been made and not yet have reached the database? */
function isExpected(order: OrderRecord, clickId: string, now: Date): boolean {
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
  placedAt: Date,
  settings: Settings,
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
    .where('at', '>=', new Date(placedAt.getTime() - settings.windowDays * dayMs))
    .where('at', '<=', placedAt)
    .orderBy('merchant_account_id')
    .orderBy('at', settings.model === 'last_click' ? 'desc' : 'asc')
    .orderBy('id')
    .execute();
  return rows.map((row) => touchOf(row, false));
}

async function readTouches(
  tx: Tx,
  merchantId: string,
  order: OrderRecord,
  settings: Settings,
  now: Date,
): Promise<Pick<Facts, 'click' | 'touches'>> {
  if (order.click_id === null) return { click: 'none', touches: [] };
  if (!isClickId(order.click_id)) return { click: 'unknown', touches: [] };
  const named = await tx
    .selectFrom('hits')
    .select(hitColumns)
    .where('id', '=', uuidOfClick(order.click_id))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!named) return { click: isExpected(order, order.click_id, now) ? 'expected' : 'unknown', touches: [] };
  return {
    click: 'recorded',
    touches: [touchOf(named, true), ...(await otherTouches(tx, merchantId, named, order.placed_at, settings))],
  };
}

async function readCodes(
  tx: Tx,
  merchantId: string,
  given: readonly string[],
): Promise<Pick<Facts, 'codes' | 'unknownCodes'>> {
  const codes = [...new Set(given.map((code) => code.trim().toUpperCase()).filter(Boolean))];
  if (codes.length === 0) return { codes: [], unknownCodes: [] };
  const rows = await tx
    .selectFrom('discount_codes')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('code', 'in', codes)
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

async function readAll(ctx: Context, merchantId: string, orderId: string): Promise<LoadedFacts | undefined> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    if (!order || order.state === 'decided') return undefined;
    const settings = await readSettings(tx, merchantId);
    const { click, touches } = await readTouches(tx, merchantId, order, settings, ctx.clock.now());
    const { codes, unknownCodes } = await readCodes(tx, merchantId, order.discount_codes);
    const statuses = await readStatuses(
      tx,
      merchantId,
      [...touches, ...codes].map((source) => source.merchantAccountId),
    );
    const { precedence, model, windowDays } = settings;
    return {
      order,
      settings,
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
      },
    };
  });
}

/**
 * Everything the decision on an order rests on; nothing where there is nothing to decide. A click of a moment ago
 * may still lie in this node's journal, so that is drained before it is called missing.
 */
export async function loadFacts(ctx: Context, merchantId: string, orderId: string): Promise<LoadedFacts | undefined> {
  let loaded = await readAll(ctx, merchantId, orderId);
  if (loaded?.facts.click === 'expected') {
    await ctx.drainClicks();
    loaded = await readAll(ctx, merchantId, orderId);
  }
  if (!loaded) return undefined;
  const creatorIds = [...new Set([...loaded.facts.touches, ...loaded.facts.codes].map((source) => source.creatorId))];
  const buyers = await findBuyers(ctx, merchantId, loaded.order.customer_hash, creatorIds);
  return { ...loaded, facts: { ...loaded.facts, buyers } };
}

/** The rules that held at a moment and the categories of the given products. */
export async function loadTerms(
  tx: Tx,
  merchantId: string,
  at: Date,
  skus: readonly string[],
): Promise<{ version: number; effectiveAt: Date; rules: TermsRule[]; categories: Map<string, string> } | undefined> {
  const terms = await termsAt(tx, merchantId, at);
  if (!terms) return undefined;
  const rows = await tx
    .selectFrom('products')
    .select(['sku', 'category'])
    .where('merchant_id', '=', merchantId)
    .where('sku', 'in', skus)
    .execute();
  return { ...terms, categories: new Map(rows.map((row) => [row.sku, row.category])) };
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
