// What a storefront brought over a range of days of its creator's zone.
//  - A range is exact in every zone: whole UTC days and months from roll-ups, the hours at its ends from finer ones.
//  - An order belongs to the instant at which it was placed; its commission is what refunds have left of it until now.
//  - Each call is one transaction of one storefront's creator: nobody else's rows are within its reach.
import type {
  AnalyticsLinks,
  AnalyticsOverview,
  AnalyticsProducts,
  AnalyticsTraffic,
} from '@vitrine/contract/analytics.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  added,
  figuresOf,
  otherCurrencies,
  presentRange,
  presentStep,
  type Sums,
  sumsAt,
  valuesOf,
} from './analytics.figures.ts';
import { partsOf, type Range, type RangeAsked, rangeOf, type Span } from './analytics.range.ts';
import { canRead, type Meter, readMeter, readMostClicked, readSpans, readValues } from './analytics.readings.ts';
import { linkRows, namedLinks, productRows } from './analytics.rows.ts';
import { clicksByValue, clicksIn, earnedIn, factsOf, viewsByValue, viewsIn } from './analytics.views.ts';
import { mostClickedLinks } from './links.views.ts';

const valuesShown = 8;
const linksShown = 10;
const rowsKept = 500;
const valuesKept = 250;

type Read = { tx: Tx; account: AccountAccess; range: Range; since: Date; now: Date };

async function reading<T>(
  ctx: Context,
  actor: Actor,
  accountId: string,
  asked: RangeAsked,
  read: (of: Read) => Promise<T>,
): Promise<T> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  const now = ctx.clock.now();
  const scope = { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
  return ctx.database.as(scope, async (tx) => {
    const { timeZone, since } = await factsOf(tx, account);
    return read({ tx, account, range: rangeOf(now, timeZone, asked), since, now });
  });
}

/** What was counted in each of some spans that follow one another, and what was earned in other currencies. */
async function countedIn({ tx, account }: Read, spans: readonly Span[], meter?: Meter) {
  const id = account.merchantAccountId;
  const { clicks, views } = meter ? readSpans(meter, spans) : await countSpans(tx, id, spans);
  const earned = await earnedIn(tx, id, spans);
  return { earned, sums: spans.map((_, place) => sumsAt(place, account.currency, { clicks, views, earned })) };
}

async function countSpans(tx: Tx, account: string, spans: readonly Span[]) {
  const parts = partsOf(spans);
  return { clicks: await clicksIn(tx, account, parts), views: await viewsIn(tx, account, spans, parts) };
}

/** The storefront's meter, if it can be read at all instants between which something is asked for. */
async function meterFor({ tx, account, range, now }: Read, spans: readonly Span[]): Promise<Meter | undefined> {
  if (range.unit === 'hour') return undefined;
  const instants = [...spans.map(({ from }) => from), range.to];
  const meter = await readMeter(tx, account.merchantAccountId, instants, now);
  return canRead(meter, instants) ? meter : undefined;
}

async function totalOf(of: Read): Promise<Sums> {
  const { sums } = await countedIn(of, [of.range]);
  return added(sums);
}

export async function readOverviewOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  asked: RangeAsked,
): Promise<AnalyticsOverview> {
  return reading(ctx, actor, accountId, asked, async (of) => {
    const { tx, account, range, since, now } = of;
    const { currency, merchantAccountId } = account;
    const spans = [range.before, ...range.steps];
    const meter = await meterFor(of, spans);
    const { sums, earned } = await countedIn(of, spans, meter);
    const [before, ...steps] = sums;
    const clicks = meter
      ? await readValues(tx, merchantAccountId, range, meter)
      : await clicksByValue(tx, merchantAccountId, partsOf([range]));
    const top = meter
      ? await readMostClicked(tx, merchantAccountId, { span: range, most: linksShown }, meter)
      : await mostClickedLinks(tx, merchantAccountId, range, linksShown);
    return {
      range: presentRange(range, now, since),
      now: figuresOf(added(steps), currency),
      before: figuresOf(before ?? added([]), currency),
      also: otherCurrencies(
        earned.filter(({ place }) => place > 0),
        currency,
      ),
      series: range.steps.map((step, index) => presentStep(step, steps[index] ?? added([]), { now, since, currency })),
      links: await namedLinks(ctx, tx, merchantAccountId, top),
      countries: valuesOf('country', clicks, [], valuesShown),
      devices: valuesOf('device', clicks, [], valuesShown),
      referrers: valuesOf('referrer', clicks, [], valuesShown),
    };
  });
}

export async function readProductsOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  asked: RangeAsked,
): Promise<AnalyticsProducts> {
  return reading(ctx, actor, accountId, asked, async (of) => {
    const { tx, account, range, since, now } = of;
    const rows = await productRows(ctx, tx, account, range);
    return {
      range: presentRange(range, now, since),
      now: figuresOf(await totalOf(of), account.currency),
      products: rows.slice(0, rowsKept),
      total: rows.length,
    };
  });
}

export async function readLinksOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  asked: RangeAsked,
): Promise<AnalyticsLinks> {
  return reading(ctx, actor, accountId, asked, async (of) => {
    const { tx, account, range, since, now } = of;
    const rows = await linkRows(ctx, tx, account, { span: range, most: rowsKept });
    return {
      range: presentRange(range, now, since),
      now: figuresOf(await totalOf(of), account.currency),
      links: rows.links,
      total: rows.total,
    };
  });
}

export async function readTrafficOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  asked: RangeAsked,
): Promise<AnalyticsTraffic> {
  return reading(ctx, actor, accountId, asked, async (of) => {
    const { tx, account, range, since, now } = of;
    const parts = partsOf([range]);
    const clicks = await clicksByValue(tx, account.merchantAccountId, parts);
    const views = await viewsByValue(tx, account.merchantAccountId, range, parts);
    return {
      range: presentRange(range, now, since),
      now: figuresOf(await totalOf(of), account.currency),
      countries: valuesOf('country', clicks, views, valuesKept),
      devices: valuesOf('device', clicks, views, valuesKept),
      referrers: valuesOf('referrer', clicks, views, valuesKept),
    };
  });
}
