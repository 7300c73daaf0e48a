import type { BrandDimension } from '@vitrine/contract/brand-analytics.ts';
import {
  addVisits,
  countVisits,
  type MixPart,
  mixParts,
  type VisitCounts,
  type VisitFilter,
  type VisitKey,
  type VisitsInRange,
} from '../figures/brand.hits.ts';
import { type BrandPlan, clicksEver, planByDay, planOf } from '../figures/brand.plan.ts';
import { visitsByLink, visitsByPart, visitsByPeriod, visitsOfCreators } from '../figures/brand.visits.ts';
import { isLong, longDays } from '../figures/clickhouse/answers.ts';
import { keptFrom } from '../figures/clickhouse/long.counts.ts';
import { clicksByAccount, clicksByLink, clicksIn, clicksOfLinks, viewsIn } from '../figures/counts.ts';
import { countsOfAllCreators, countsOfCreators } from '../figures/creators.counts.ts';
import { spanParts } from '../figures/parts.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { ownHostsOf } from '../platform/public.address.ts';
import { Refusal } from '../platform/refusal.ts';
import type { BrandReading, ReadDays } from './brand-analytics.reading.ts';

// Chooses from what clicks and views are read: what is added up by day and month wherever it can be, single hits of a few
// creators or links, and a refusal where that would take too long.

/** So many clicks are counted one by one while somebody waits. */
const mostHits = 300_000;

/** While more days are not added up, a brand with many clicks has to wait. */
const mostOpenDays = 62;
/** Of so few creators, single hits are read by index. */
const fewCreators = 25;
const fewHits = 100_000;

export const isMixPart = (by: string): by is MixPart => mixParts.some((part) => part === by);

/** What figures exist with these filters; the others are null. */
export function knownVisits({ filters }: BrandReading): { clicks: boolean; views: boolean } {
  const hasCode = filters.code !== undefined;
  return { clicks: !hasCode, views: !hasCode && filters.links === undefined };
}

const hasMix = ({ filters }: BrandReading) => Object.keys(filters.mix).length > 0;

function visitFilter({ ctx, brand, filters }: BrandReading): VisitFilter {
  const { accounts, links, mix } = filters;
  return { merchantId: brand.merchantId, ownHosts: ownHostsOf(ctx.config), mix, accounts, links };
}

async function readPlan(tx: Tx, { brand }: BrandReading, days: ReadDays): Promise<BrandPlan> {
  const plan = await planOf(tx, brand.merchantId, days);
  if (plan.openDays > mostOpenDays && (await clicksEver(tx, { merchantId: brand.merchantId })) > mostHits)
    throw new Refusal('busy', {
      message: `The figures of ${plan.openDays} days are being added up. Choose a shorter range, or try again in a few minutes.`,
      retryAfterSeconds: 60,
    });
  return plan;
}

/** Of the range, read once. */
function planOfDays(of: BrandReading, days: ReadDays): Promise<BrandPlan> {
  if (days !== of.range) return of.read((tx) => readPlan(tx, of, days));
  of.shared.plan ??= of.read((tx) => readPlan(tx, of, days));
  return of.shared.plan;
}

/** What the rows count visits by. */
function visitKeyOf(by: BrandDimension): VisitKey | undefined {
  if (by === 'creator' || by === 'group') return 'account';
  if (by === 'link' || by === 'product') return 'link';
  return isMixPart(by) ? by : undefined;
}

function countIn(of: BrandReading, days: ReadDays, spans: readonly Span[]): Promise<VisitsInRange> {
  const places = days.steps.map(({ from }) => from);
  const by = days === of.range ? visitKeyOf(of.query.by) : undefined;
  return of.read((tx) => countVisits(tx, spans, { places, by }, visitFilter(of)));
}

/** The visits of days that are not added up; of the range, counted once for steps and rows. */
function openVisits(of: BrandReading, days: ReadDays, plan: BrandPlan): Promise<VisitsInRange> {
  if (days !== of.range) return countIn(of, days, plan.open);
  of.shared.open ??= countIn(of, days, plan.open);
  return of.shared.open;
}

/** All visits, counted one by one; of the range, once for steps and rows. */
function singleVisits(of: BrandReading, days: ReadDays): Promise<VisitsInRange> {
  if (days !== of.range) return countIn(of, days, [days]);
  of.shared.whole ??= countIn(of, days, [days]);
  return of.shared.whole;
}

const tooLong = (field: string, reason: string) => new Refusal('range_too_long', { errors: { [field]: [reason] } });

/** Refuses what would take too long to count one by one, or can't be counted any more. */
async function requireCountable(tx: Tx, { filters, range }: BrandReading, days: ReadDays): Promise<void> {
  const field = days === range ? 'from' : 'compare';
  const kept = await keptFrom(tx);
  if (days.from < kept)
    throw new Refusal('clicks_not_kept', {
      errors: {
        [field]: [
          `must not begin before ${kept.toISOString().slice(0, 10)}, because older clicks are not kept one by one`,
        ],
      },
    });
  const { links, accounts } = filters;
  if (!isLong(days) || (links === undefined && accounts === undefined)) return;
  // The totals of links are quick to read and mostly answer it.
  if ((await clicksEver(tx, links ? { links } : { accounts: accounts ?? [] })) <= mostHits) return;
  const counted = links ? await clicksOfLinks(tx, links, days) : await clicksByAccount(tx, accounts ?? [], days);
  const clicks = [...counted.values()].reduce((sum, each) => sum + each, 0);
  if (clicks > mostHits)
    throw tooLong(
      field,
      `must begin at most ${longDays} days before the end date (${days.last}), because these filters match ${clicks} clicks, which are counted one by one`,
    );
}

/** By the index of each step. */
export async function visitsOfSteps(of: BrandReading, days: ReadDays): Promise<VisitCounts> {
  const { brand, filters, read } = of;
  const { merchantId } = brand;
  const { steps } = days;
  const { accounts, mixNames: names } = filters;
  if (filters.code !== undefined) return new Map();
  if (filters.links !== undefined) {
    await read((tx) => requireCountable(tx, of, days));
    return (await singleVisits(of, days)).steps;
  }
  if (accounts && !hasMix(of)) return read((tx) => visitsOfAccounts(tx, accounts, steps));
  if (days.unit === 'hour') return (await singleVisits(of, days)).steps;
  const whole = await planOfDays(of, days);
  const plan = days.unit === 'month' ? whole : planByDay(whole);
  const [added, open] = await Promise.all([
    read((tx) =>
      accounts
        ? visitsOfCreators(tx, merchantId, plan, 'period', { names, accounts })
        : visitsByPeriod(tx, merchantId, plan, names),
    ),
    openVisits(of, days, plan),
  ]);
  return addVisits(byStep(added, steps), open.steps);
}

async function visitsOfAccounts(tx: Tx, accounts: readonly string[], steps: readonly Span[]): Promise<VisitCounts> {
  const parts = spanParts(steps);
  const clicks = await clicksIn(tx, accounts, parts);
  const views = await viewsIn(tx, accounts, parts);
  return new Map(
    steps.map((_, place) => [`${place}`, { clicks: clicks.get(place) ?? 0, views: views.get(place) ?? 0 }]),
  );
}

function byStep(byPeriod: VisitCounts, steps: ReadDays['steps']): VisitCounts {
  const placed = [...byPeriod].map(([first, counted]): VisitCounts => {
    const place = steps.findIndex((step) => step.first <= first && first <= step.last);
    return new Map([[`${place}`, counted]]);
  });
  return addVisits(...placed);
}

/** The visits of the range by the keys of the rows; for groups, by creator. */
export async function visitsOfRows(of: BrandReading, by: Exclude<BrandDimension, 'day'>): Promise<VisitCounts> {
  if (by === 'code' || of.filters.code !== undefined) return new Map();
  if (of.filters.links !== undefined) return countLinks(of);
  if (by === 'creator' || by === 'group') return visitsByCreator(of);
  if (by === 'link' || by === 'product') return clicksOfRows(of, by);
  return visitsOfPart(of, by);
}

/** What is added up of the range together with its open days. */
async function withOpen(
  of: BrandReading,
  readAdded: (tx: Tx, plan: BrandPlan) => Promise<VisitCounts>,
): Promise<VisitCounts> {
  const plan = await planOfDays(of, of.range);
  const [added, open] = await Promise.all([of.read((tx) => readAdded(tx, plan)), openVisits(of, of.range, plan)]);
  return addVisits(added, open.rows);
}

async function visitsByCreator(of: BrandReading): Promise<VisitCounts> {
  const { brand, filters, range } = of;
  const { accounts, mixNames: names } = filters;
  if (hasMix(of))
    return withOpen(of, (tx, plan) => visitsOfCreators(tx, brand.merchantId, plan, 'account', { names, accounts }));
  return of.read((tx) =>
    accounts
      ? countsOfCreators(tx, brand.merchantId, range, accounts)
      : countsOfAllCreators(tx, brand.merchantId, range),
  );
}

async function countLinks(of: BrandReading): Promise<VisitCounts> {
  await of.read((tx) => requireCountable(tx, of, of.range));
  return (await singleVisits(of, of.range)).rows;
}

/** Clicks by link. */
async function clicksOfRows(of: BrandReading, by: 'link' | 'product'): Promise<VisitCounts> {
  const { brand, filters, range } = of;
  const { accounts } = filters;
  if (hasMix(of)) {
    if (accounts === undefined && isLong(range))
      throw tooLong(
        'by',
        `must not be ${by} together with a country, device or channel for more than ${longDays} days; choose a shorter range, or a creator, product or link as well`,
      );
    return countLinks(of);
  }
  const [only, ...more] = accounts ?? [];
  if (only !== undefined && more.length === 0) {
    const clicked = await of.read((tx) => clicksByLink(tx, only, range));
    return new Map(clicked.map((row) => [row.link_id, { clicks: Number(row.clicks), views: 0 }]));
  }
  return withOpen(of, (tx, plan) => visitsByLink(tx, brand.merchantId, plan, accounts));
}

async function visitsOfPart(of: BrandReading, part: MixPart): Promise<VisitCounts> {
  const { brand, filters, range } = of;
  const { accounts, mixNames: names } = filters;
  if (accounts && (await of.read((tx) => areFew(tx, accounts, range)))) return (await singleVisits(of, range)).rows;
  return withOpen(of, (tx, plan) =>
    accounts
      ? visitsOfCreators(tx, brand.merchantId, plan, part, { names, accounts })
      : visitsByPart(tx, brand.merchantId, plan, { part, names }),
  );
}

/** Whether single hits of creators are fewer than what is added up for all. */
async function areFew(tx: Tx, accounts: readonly string[], range: Span): Promise<boolean> {
  if (accounts.length > fewCreators || range.from < (await keptFrom(tx))) return false;
  return (await clicksEver(tx, { accounts })) <= fewHits;
}
