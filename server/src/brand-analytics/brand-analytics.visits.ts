import type { BrandDimension } from '@vitrine/contract/brand-analytics.ts';
import {
  addVisits,
  countVisits,
  type MixPart,
  mixParts,
  type VisitCounts,
  type VisitFilter,
  type VisitKey,
} from '../figures/brand.hits.ts';
import { type BrandPlan, clicksEver, planOf } from '../figures/brand.plan.ts';
import { visitsByLink, visitsByPart, visitsByPeriod, visitsOfCreators } from '../figures/brand.visits.ts';
import { isLong, longDays } from '../figures/clickhouse/answers.ts';
import { keptFrom } from '../figures/clickhouse/long.counts.ts';
import { clicksByAccount, clicksByLink, clicksIn, clicksOfLinks, viewsIn } from '../figures/counts.ts';
import { countsOfCreators } from '../figures/creators.counts.ts';
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

async function readPlan(tx: Tx, { brand }: BrandReading, days: ReadDays, byDay = false): Promise<BrandPlan> {
  const plan = await planOf(tx, brand.merchantId, days, byDay);
  if (plan.openDays > mostOpenDays && (await clicksEver(tx, { merchantId: brand.merchantId })) > mostHits)
    throw new Refusal('busy', {
      message: `The figures of ${plan.openDays} days are being added up. Choose a shorter range, or try again in a few minutes.`,
      retryAfterSeconds: 60,
    });
  return plan;
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
  const { steps } = days;
  if (filters.code !== undefined) return new Map();
  const places = steps.map(({ from }) => from);
  return read(async (tx) => {
    if (filters.links !== undefined) {
      await requireCountable(tx, of, days);
      return countVisits(tx, [days], { places }, visitFilter(of));
    }
    if (filters.accounts && !hasMix(of)) return visitsOfAccounts(tx, filters.accounts, steps);
    if (days.unit === 'hour') return countVisits(tx, [days], { places }, visitFilter(of));
    const plan = await readPlan(tx, of, days, days.unit !== 'month');
    const added = filters.accounts
      ? await visitsOfCreators(tx, brand.merchantId, plan, 'period', {
          names: filters.mixNames,
          accounts: filters.accounts,
        })
      : await visitsByPeriod(tx, brand.merchantId, plan, filters.mixNames);
    return addVisits(byStep(added, steps), await countVisits(tx, plan.open, { places }, visitFilter(of)));
  });
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
  if (by === 'creator' || by === 'group') return of.read((tx) => visitsByCreator(tx, of));
  if (by === 'link' || by === 'product') return of.read((tx) => clicksOfRows(tx, of, by));
  return of.read((tx) => visitsOfPart(tx, of, by));
}

async function visitsByCreator(tx: Tx, of: BrandReading): Promise<VisitCounts> {
  const { brand, filters, range } = of;
  if (filters.links !== undefined) return countLinks(tx, of, 'account');
  if (!hasMix(of)) return countsOfCreators(tx, brand.merchantId, range, filters.accounts);
  const plan = await readPlan(tx, of, range);
  const names = { names: filters.mixNames, accounts: filters.accounts };
  return addVisits(
    await visitsOfCreators(tx, brand.merchantId, plan, 'account', names),
    await countVisits(tx, plan.open, 'account', visitFilter(of)),
  );
}

async function countLinks(tx: Tx, of: BrandReading, by: VisitKey): Promise<VisitCounts> {
  await requireCountable(tx, of, of.range);
  return countVisits(tx, [of.range], by, visitFilter(of));
}

/** Clicks by link. */
async function clicksOfRows(tx: Tx, of: BrandReading, by: 'link' | 'product'): Promise<VisitCounts> {
  const { brand, filters, range } = of;
  if (filters.links !== undefined) return countLinks(tx, of, 'link');
  if (hasMix(of)) {
    if (filters.accounts === undefined && isLong(range))
      throw tooLong(
        'by',
        `must not be ${by} together with a country, device or channel for more than ${longDays} days; choose a shorter range, or a creator, product or link as well`,
      );
    return countLinks(tx, of, 'link');
  }
  const [only, ...more] = filters.accounts ?? [];
  if (only !== undefined && more.length === 0)
    return new Map(
      (await clicksByLink(tx, only, range)).map((row) => [row.link_id, { clicks: Number(row.clicks), views: 0 }]),
    );
  const plan = await readPlan(tx, of, range);
  return addVisits(
    await visitsByLink(tx, brand.merchantId, plan, filters.accounts),
    await countVisits(tx, plan.open, 'link', visitFilter(of)),
  );
}

async function visitsOfPart(tx: Tx, of: BrandReading, by: MixPart): Promise<VisitCounts> {
  const { brand, filters, range } = of;
  const { accounts, mixNames: names } = filters;
  if (filters.links !== undefined) return countLinks(tx, of, by);
  if (accounts && (await areFew(tx, accounts, range))) return countVisits(tx, [range], by, visitFilter(of));
  const plan = await readPlan(tx, of, range);
  return addVisits(
    accounts
      ? await visitsOfCreators(tx, brand.merchantId, plan, by, { names, accounts })
      : await visitsByPart(tx, brand.merchantId, plan, { part: by, names }),
    await countVisits(tx, plan.open, by, visitFilter(of)),
  );
}

/** Whether single hits of creators are fewer than what is added up for all. */
async function areFew(tx: Tx, accounts: readonly string[], range: Span): Promise<boolean> {
  if (accounts.length > fewCreators || range.from < (await keptFrom(tx))) return false;
  return (await clicksEver(tx, { accounts })) <= fewHits;
}
