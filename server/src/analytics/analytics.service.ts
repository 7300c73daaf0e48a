// Analytics of a storefront for a range of days in its creator's time zone.
//  - A range is exact in every zone: whole UTC days and months from roll-ups, the hours at its ends from finer ones.
//  - An order counts at the time it was placed; its commission is net of refunds until now.
//  - Each call is one transaction in the scope of the storefront's creator, so it can't read other rows.
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
import type { Span } from '../platform/days.ts';
import { rangeParts, type Range, type RangeInput, rangeOf, type RangeStep } from './analytics.range.ts';
import { type Readings, readRange } from './analytics.readings.ts';
import { linkRows, namedLinks, productRows } from './analytics.rows.ts';
import { clicksByValue, clicksIn, earnedIn, factsOf, viewsByValue, viewsIn } from './analytics.views.ts';
import { mostClickedLinks, namesOfLinks } from './links.views.ts';

const valuesShown = 8;
const linksShown = 10;
const rowsKept = 500;
const valuesKept = 250;

type Read = { tx: Tx; account: AccountAccess; range: Range; since: Date; now: Date };

async function reading<T>(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: RangeInput,
  read: (of: Read) => Promise<T>,
): Promise<T> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  const now = ctx.clock.now();
  const scope = { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
  return ctx.database.as(scope, async (tx) => {
    const { timeZone, since } = await factsOf(tx, account);
    return read({ tx, account, range: rangeOf(now, timeZone, input), since, now });
  });
}

/** The clicks of adjacent spans, and the commissions in other currencies. */
async function countSpans({ tx, account }: Read, spans: readonly Span[]) {
  const id = account.merchantAccountId;
  const parts = rangeParts(spans);
  return {
    clicks: await clicksIn(tx, id, parts),
    views: await viewsIn(tx, id, spans, parts),
    earned: await earnedIn(tx, id, spans),
  };
}

/** A range from the storefront's readings, or added up from the roll-ups if readings are missing. */
async function overviewOf(of: Read, spans: readonly Span[]): Promise<Readings> {
  const { tx, account, range, now } = of;
  const id = account.merchantAccountId;
  const read = range.unit === 'hour' ? undefined : await readRange(tx, id, { range, spans, most: linksShown }, now);
  if (read) return read;
  const links = await mostClickedLinks(tx, id, range, linksShown);
  return {
    ...(await countSpans(of, spans)),
    values: await clicksByValue(tx, id, rangeParts([range])),
    links,
    names: await namesOfLinks(
      tx,
      id,
      links.map(({ link_id }) => link_id),
    ),
  };
}

async function totalOf(of: Read): Promise<Sums> {
  return sumsAt(0, of.account.currency, await countSpans(of, [of.range]));
}

export async function readAnalyticsOverviewOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: RangeInput & { compare?: '0' | '1' | undefined },
): Promise<AnalyticsOverview> {
  return reading(ctx, actor, accountId, input, async (of) => {
    const { account, range, since, now } = of;
    const { currency } = account;
    const stepsBefore = input.compare === '1' ? range.stepsBefore : [];
    const spansBefore = stepsBefore.length > 0 ? stepsBefore : [range.before];
    const spans = [...spansBefore, ...range.steps];
    const counted = await overviewOf(of, spans);
    const sums = spans.map((_, place) => sumsAt(place, currency, counted));
    const [before, steps] = [sums.slice(0, spansBefore.length), sums.slice(spansBefore.length)];
    const present = (step: RangeStep, of_: Sums | undefined) =>
      presentStep(step, of_ ?? added([]), { now, since, currency });
    const { earned, values } = counted;
    return {
      range: presentRange(range, now, since),
      now: figuresOf(added(steps), currency),
      before: figuresOf(added(before), currency),
      also: otherCurrencies(
        earned.filter(({ place }) => place >= spansBefore.length),
        currency,
      ),
      series: range.steps.map((step, index) => present(step, steps[index])),
      before_series: stepsBefore.map((step, index) => present(step, before[index])),
      links: namedLinks(ctx, counted.links, counted.names),
      countries: valuesOf('country', values, [], valuesShown),
      devices: valuesOf('device', values, [], valuesShown),
      referrers: valuesOf('referrer', values, [], valuesShown),
    };
  });
}

export async function readProductsOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: RangeInput,
): Promise<AnalyticsProducts> {
  return reading(ctx, actor, accountId, input, async (of) => {
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
  input: RangeInput,
): Promise<AnalyticsLinks> {
  return reading(ctx, actor, accountId, input, async (of) => {
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
  input: RangeInput,
): Promise<AnalyticsTraffic> {
  return reading(ctx, actor, accountId, input, async (of) => {
    const { tx, account, range, since, now } = of;
    const parts = rangeParts([range]);
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
