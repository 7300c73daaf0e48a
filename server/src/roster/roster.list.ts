// The list of a brand's creators. Only figures that are sorted by are computed for all of them; everything else for those
// on the page. Uses the system role, because row policies make PostgreSQL expect next to no rows and plan for that: `accessBrand`
// has checked the caller, and every statement names the brand or its accounts.
import type { DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { downloadCreators, listCreators, readCreatorFilters, RosterColumn } from '@vitrine/contract/roster.ts';
import { presentRange, soldFigures } from '../analytics/analytics.figures.ts';
import { type Range, rangeOf } from '../analytics/analytics.range.ts';
import type { Context } from '../context.ts';
import { countsOfAllCreators, countsOfCreators } from '../figures/creators.counts.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { todayIn } from '../platform/days.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { filtersOf, foundAccounts, headsOf, lastActivityOf, soldByCreators } from './roster.views.ts';

type ListQuery = Omit<QueryOf<typeof listCreators>, 'cursor' | 'limit'>;
type Listed = DataOf<typeof listCreators>[number];
type Page = { from: number; most: number | undefined };
type Counts = Awaited<ReturnType<typeof countsOfCreators>>;
type Sold = Awaited<ReturnType<typeof soldByCreators>>;

const ofClicks = new Set<RosterColumn>(['views', 'clicks', 'conversion', 'earnings_per_click']);
const ofSales = new Set<RosterColumn>(['orders', 'sales', 'commission', 'conversion', 'earnings_per_click']);

function rosterRange(now: Date, timeZone: string, { days, preset, from, to }: ListQuery): Range {
  if (days === undefined) return rangeOf(now, timeZone, { preset, from, to });
  if (preset !== undefined || from !== undefined || to !== undefined)
    throw invalid('days', 'must be given alone, not together with preset, from or to');
  const today = todayIn(timeZone, now);
  return rangeOf(now, timeZone, { from: today.subtract({ days: days - 1 }).toString(), to: today.toString() });
}

function figuresOfRow(account: string, currency: string, counts: Counts, sold: Sold) {
  const { views, clicks } = counts.get(account) ?? { views: 0, clicks: 0 };
  const { orders, sales, commission } = sold.get(account) ?? { orders: 0n, sales: 0n, commission: 0n };
  return { views, ...soldFigures({ clicks, orders, sales, commission }, currency) };
}

/** What a row is sorted by; null comes after every number. */
function sortValue(column: RosterColumn, account: string, counts: Counts, sold: Sold): number | null {
  const { views, clicks } = counts.get(account) ?? { views: 0, clicks: 0 };
  const { orders, sales, commission } = sold.get(account) ?? { orders: 0n, sales: 0n, commission: 0n };
  switch (column) {
    case 'views':
      return views;
    case 'clicks':
      return clicks;
    case 'orders':
      return Number(orders);
    case 'sales':
      return Number(sales);
    case 'commission':
      return Number(commission);
    case 'conversion':
      return clicks > 0 ? Number(orders) / clicks : null;
    default:
      return clicks > 0 ? Number(commission / BigInt(clicks)) : null;
  }
}

function sortByFigure(accounts: readonly string[], query: ListQuery, counts: Counts, sold: Sold): string[] {
  const direction = query.order === 'up' ? 1 : -1;
  const keyed = accounts.map((account) => ({ account, value: sortValue(query.sort, account, counts, sold) }));
  // The sort is stable: of equal figures, those who joined last come first.
  return keyed
    .toSorted((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      return direction * (one.value - other.value);
    })
    .map(({ account }) => account);
}

async function rowsOf(ctx: Context, brand: BrandAccess, query: ListQuery, range: Range, { from, most }: Page) {
  const { merchantId, currency, slug } = brand;
  const read = <T>(work: Parameters<typeof ctx.database.read<T>>[1]) => ctx.database.read({ role: 'system' }, work);
  const readCounts = (of?: readonly string[]) =>
    read((tx) => (of ? countsOfCreators(tx, merchantId, range, of) : countsOfAllCreators(tx, merchantId, range)));
  const readSold = (of?: readonly string[]) => read((tx) => soldByCreators(tx, { merchantId, currency }, range, of));
  const needs = { counts: ofClicks.has(query.sort), sold: ofSales.has(query.sort) };
  const now = ctx.clock.now();
  // On connections of their own, so that they run at the same time.
  const [found, allCounts, allSold] = await Promise.all([
    read((tx) => foundAccounts(tx, merchantId, query, now)),
    needs.counts ? readCounts() : undefined,
    needs.sold ? readSold() : undefined,
  ]);
  const sorted =
    needs.counts || needs.sold ? sortByFigure(found, query, allCounts ?? new Map(), allSold ?? new Map()) : found;
  const page = sorted.slice(from, most === undefined ? undefined : from + most);
  const isWhole = page.length > 2_000;
  const of = isWhole ? undefined : page;
  const [heads, activity, counts, sold] = await Promise.all([
    read((tx) => headsOf(ctx, tx, { merchantId, slug }, page, now)),
    read((tx) => lastActivityOf(tx, page)),
    allCounts ?? readCounts(of),
    allSold ?? readSold(of),
  ]);
  const rows = page.flatMap((account): Listed[] => {
    const head = heads.get(account);
    if (!head) return [];
    return [
      { ...head, last_activity: activity.get(account) ?? null, ...figuresOfRow(account, currency, counts, sold) },
    ];
  });
  return { rows, total: sorted.length };
}

function encodeCursor(at: number): string {
  return Buffer.from(String(at)).toString('base64url');
}

function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^\d{1,7}$/.test(text)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  return Number(text);
}

function checkFilter({ group }: ListQuery): void {
  if (group !== undefined && group !== 'none' && !isId(group))
    throw invalid('group', 'must be the id of a group, or none for creators in no group');
}

export async function listCreatorsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { cursor, limit, ...query }: QueryOf<typeof listCreators>,
): Promise<ReplyOf<typeof listCreators>> {
  const brand = await accessBrand(ctx, actor, merchant);
  checkFilter(query);
  const now = ctx.clock.now();
  const range = rosterRange(now, brand.timeZone, query);
  const from = decodeCursor(cursor);
  const { rows, total } = await rowsOf(ctx, brand, query, range, { from, most: limit });
  const next = from + rows.length;
  return {
    data: rows,
    meta: {
      next_cursor: limit !== undefined && next < total ? encodeCursor(next) : null,
      total,
      range: presentRange(range, now, range.from),
    },
  };
}

/** Every creator of the filtered and sorted list. */
export async function allListed(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: Omit<QueryOf<typeof downloadCreators>, 'columns'>,
): Promise<{ rows: Listed[]; range: Range; brand: BrandAccess }> {
  const brand = await accessBrand(ctx, actor, merchant);
  checkFilter(query);
  const range = rosterRange(ctx.clock.now(), brand.timeZone, query);
  const { rows } = await rowsOf(ctx, brand, query, range, { from: 0, most: undefined });
  return { rows, range, brand };
}

export async function readFiltersOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
): Promise<DataOf<typeof readCreatorFilters>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => filtersOf(tx, merchantId));
}
