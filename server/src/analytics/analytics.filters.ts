// Clicks and views of a storefront with any combination of filters. They are counted one by one, in PostgreSQL for ranges
// up to 92 days and in ClickHouse, if there is one, for longer ones.
import type { AnalyticsFilter, FilteredAnalytics, FilteredValue } from '@vitrine/contract/analytics.ts';
import type { Context } from '../context.ts';
import { countLong, isLong, longDays } from '../figures/clickhouse/answers.ts';
import { keptFrom, mostClicked, valuedOf } from '../figures/clickhouse/long.counts.ts';
import { type Asked, type CountedKeys, countHere, type FigureFilters } from '../figures/counts.asked.ts';
import type { FigureDimension } from '../figures/counts.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { presentRange, stateOfStep, valuesOf } from './analytics.figures.ts';
import type { RangeInput } from './analytics.range.ts';
import { type Read, reading } from './analytics.reading.ts';
import { namedLinks } from './analytics.rows.ts';
import { linksOfProduct, namesOfLinks } from './links.views.ts';

/** Each set filter must match. */
export type Filters = { [Filter in AnalyticsFilter]?: string | undefined };

const clickDimensions = ['country', 'device', 'referrer', 'app'] as const;
const viewDimensions = ['country', 'device', 'referrer'] as const;
const valuesKept = 250;
const linksShown = 50;

export async function readFilteredOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: RangeInput & Filters,
): Promise<FilteredAnalytics> {
  return reading(ctx, actor, accountId, input, async (of) => {
    await refuseUncountable(ctx, of);
    const filters = await filtersOf(of, input);
    const hasViews = input.app === undefined && filters.links === undefined;
    const count = (asked: Pick<Asked, 'of' | 'by'>) => countFiltered(ctx, of, { ...asked, filters });
    const places = of.range.steps.map(({ from }) => from);
    const clicks = await count({ of: 'hits', by: { places } });
    const views = hasViews ? await count({ of: 'views', by: { places } }) : undefined;
    const clickValues = valuedOf(await count({ of: 'hits', by: { dimensions: clickDimensions } }));
    const viewValues = hasViews ? valuedOf(await count({ of: 'views', by: { dimensions: viewDimensions } })) : [];
    const links = mostClicked(await count({ of: 'hits', by: 'link' }), linksShown);
    const values = (dimension: FigureDimension): FilteredValue[] =>
      valuesOf(dimension, clickValues, viewValues, valuesKept).map((row) => ({
        ...row,
        views: hasViews && dimension !== 'app' ? row.views : null,
      }));
    const { range, since, now, account } = of;
    const chosen = input.link !== undefined && isId(input.link) ? [input.link] : [];
    const shown = [...links.map((row) => row.link_id), ...chosen];
    const names = await namesOfLinks(of.tx, account.merchantAccountId, shown);
    return {
      range: presentRange(range, now, since),
      clicks: sumOf(clicks),
      views: views ? sumOf(views) : null,
      series: presentSeries(of, clicks, views),
      links: namedLinks(ctx, links, names),
      filtered_link: filteredLink(ctx, input.link, sumOf(clicks), names),
      countries: values('country'),
      devices: values('device'),
      referrers: values('referrer'),
      apps: values('app'),
    };
  });
}

async function refuseUncountable(ctx: Context, { tx, range }: Read): Promise<void> {
  if (isLong(range) && !ctx.figures)
    throw uncountable(
      'range_too_long',
      `must be at most ${longDays} days before the end date (${range.last}), because longer ranges can't be filtered here`,
    );
  const kept = await keptFrom(tx);
  if (range.from < kept)
    throw uncountable(
      'clicks_not_kept',
      `must not be before ${kept.toISOString().slice(0, 10)}, because older clicks are not kept one by one`,
    );
}

function uncountable(code: 'range_too_long' | 'clicks_not_kept', reason: string): Refusal {
  return new Refusal(code, { errors: { from: [reason] } });
}

async function countFiltered(
  ctx: Context,
  { tx, account, range }: Read,
  asked: Pick<Asked, 'of' | 'by' | 'filters'>,
): Promise<CountedKeys> {
  const whole: Asked = { ...asked, account: account.merchantAccountId, span: { from: range.from, to: range.to } };
  if (!isLong(range)) return countHere(tx, whole);
  const counted = await countLong(ctx, tx, whole);
  if (counted) return counted;
  throw new Refusal('busy', {
    message: `Long ranges can’t be filtered right now. Choose at most ${longDays} days, or try again in a minute.`,
    retryAfterSeconds: 60,
  });
}

async function filtersOf(
  { tx, account }: Read,
  { country, device, referrer, app, link, product }: Filters,
): Promise<FigureFilters> {
  const values = { country, device, referrer, app };
  // What can't be an id belongs to no storefront, so it has no clicks.
  if (![link, product].every((each) => each === undefined || isId(each))) return { ...values, links: [] };
  const ofProduct = product === undefined ? undefined : await linksOfProduct(tx, account.merchantAccountId, product);
  if (link === undefined) return { ...values, links: ofProduct };
  return { ...values, links: ofProduct === undefined || ofProduct.includes(link) ? [link] : [] };
}

function filteredLink(
  ctx: Context,
  link: string | undefined,
  clicks: number,
  names: Awaited<ReturnType<typeof namesOfLinks>>,
): FilteredAnalytics['filtered_link'] {
  if (link === undefined || !names.has(link)) return null;
  return namedLinks(ctx, [{ link_id: link, clicks: BigInt(clicks) }], names)[0] ?? null;
}

function sumOf(counted: CountedKeys): number {
  return [...counted.values()].reduce((sum, times) => sum + times, 0);
}

function presentSeries(
  { range, now, since }: Read,
  clicks: CountedKeys,
  views: CountedKeys | undefined,
): FilteredAnalytics['series'] {
  return range.steps.map((step, index) => {
    const [clicked, viewed] = [clicks.get(String(index)) ?? 0, views?.get(String(index)) ?? 0];
    return {
      starts_at: step.from.toISOString(),
      from: step.first,
      to: step.last,
      state: stateOfStep(step, clicked + viewed === 0, { now, since }),
      clicks: clicked,
      views: views ? viewed : null,
    };
  });
}
