// Analytics of a storefront for a range of days in its creator's time zone.
//  - A range is exact in every zone (server/src/figures).
//  - An order counts at the time it was placed; its commission is net of refunds until now.
//  - Each call is one transaction in the scope of the storefront's creator, so it can't read other rows.
import type {
  AnalyticsLinks,
  AnalyticsOverview,
  AnalyticsProducts,
  AnalyticsTraffic,
} from '@vitrine/contract/analytics.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
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
import { clicksIn, viewsByValue, viewsIn } from '../figures/counts.ts';
import { longClicksByLink, longClicksByValue } from '../figures/clickhouse/long.counts.ts';
import { spanParts } from '../figures/parts.ts';
import type { RangeInput, RangeStep } from './analytics.range.ts';
import { linkRows, namedLinks, productRows } from './analytics.rows.ts';
import { type Read, reading } from './analytics.reading.ts';
import { earnedIn } from './analytics.views.ts';
import { namesOfLinks } from './links.views.ts';

const dimensions = ['country', 'device', 'referrer'] as const;
const valuesShown = 8;
const linksShown = 10;
const rowsKept = 500;
const valuesKept = 250;

/** Clicks, views and orders of adjacent spans, by their index. */
async function countSpans({ tx, account }: Read, spans: readonly Span[]) {
  const id = account.merchantAccountId;
  const parts = spanParts(spans);
  return {
    clicks: await clicksIn(tx, [id], parts),
    views: await viewsIn(tx, [id], parts),
    earned: await earnedIn(tx, id, spans),
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
  return reading(ctx, actor, accountId, input, (of) => overviewIn(ctx, of, input.compare === '1'));
}

export async function overviewIn(ctx: Context, of: Read, isCompared: boolean): Promise<AnalyticsOverview> {
  const { tx, account, range, since, now } = of;
  const { currency, merchantAccountId: id } = account;
  const stepsBefore = isCompared ? range.stepsBefore : [];
  const spansBefore = stepsBefore.length > 0 ? stepsBefore : [range.before];
  const spans = [...spansBefore, ...range.steps];
  const counted = await countSpans(of, spans);
  const sums = spans.map((_, place) => sumsAt(place, currency, counted));
  const [before, steps] = [sums.slice(0, spansBefore.length), sums.slice(spansBefore.length)];
  const present = (step: RangeStep, of_: Sums | undefined) =>
    presentStep(step, of_ ?? added([]), { now, since, currency });
  const { earned } = counted;
  const values = await longClicksByValue(ctx, tx, id, dimensions, range);
  const links = await longClicksByLink(ctx, tx, id, range, linksShown);
  const names = await namesOfLinks(
    tx,
    id,
    links.map(({ link_id }) => link_id),
  );
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
    links: namedLinks(ctx, links, names),
    countries: valuesOf('country', values, [], valuesShown),
    devices: valuesOf('device', values, [], valuesShown),
    referrers: valuesOf('referrer', values, [], valuesShown),
  };
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
    const clicks = await longClicksByValue(ctx, tx, account.merchantAccountId, dimensions, range);
    const views = await viewsByValue(tx, [account.merchantAccountId], dimensions, range);
    return {
      range: presentRange(range, now, since),
      now: figuresOf(await totalOf(of), account.currency),
      countries: valuesOf('country', clicks, views, valuesKept),
      devices: valuesOf('device', clicks, views, valuesKept),
      referrers: valuesOf('referrer', clicks, views, valuesKept),
    };
  });
}
