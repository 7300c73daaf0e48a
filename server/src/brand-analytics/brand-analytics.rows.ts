import type { BrandAnalyticsColumn, BrandRow } from '@vitrine/contract/brand-analytics.ts';
import type { VisitCounts } from '../figures/brand.hits.ts';
import { ownHostsOf, publicAddress } from '../platform/public.address.ts';
import { nothing } from './brand-analytics.filters.ts';
import {
  creatorNames,
  groupNames,
  linkNames,
  productNames,
  productsOfLinks,
  productsOfSkus,
} from './brand-analytics.names.ts';
import type { BrandReading, ReadDays } from './brand-analytics.reading.ts';
import {
  noSales,
  soldBy,
  type SoldCounts,
  type SoldInRange,
  type SoldKey,
  type SoldSums,
} from './brand-analytics.sales.ts';
import { isMixPart, knownVisits, visitsOfRows } from './brand-analytics.visits.ts';

// The rows of an answer: what each key sums up to, sorted, and how the keys of a page are called.

/** Null is what does not exist. */
export type BrandSums = { views: number | null; clicks: number | null; sold: SoldSums };
/** `id`: the product's, or the key itself. A SKU without a product has none. */
export type RowSums = { key: string; sums: BrandSums };
type Steps = Promise<{ steps: BrandSums[]; total: BrandSums }>;
type NamedRow = Omit<BrandRow, 'figures'> & { sums: BrandSums };

/** The key of a product is its id, or this and its SKU if the catalog doesn't have it. */
const skuMark = 'sku:';

function addSold(one: SoldSums | undefined, other: SoldSums): SoldSums {
  if (!one) return other;
  return {
    orders: one.orders + other.orders,
    newCustomers: one.newCustomers + other.newCustomers,
    sales: one.sales + other.sales,
    commission: one.commission + other.commission,
  };
}

/** Counts by other keys; what a key becomes the same for is added. */
function visitsUnder(visits: VisitCounts, keyOf: (key: string) => string): VisitCounts {
  const under: VisitCounts = new Map();
  for (const [key, { clicks, views }] of visits) {
    const known = under.get(keyOf(key));
    under.set(keyOf(key), { clicks: clicks + (known?.clicks ?? 0), views: views + (known?.views ?? 0) });
  }
  return under;
}

function soldUnder(sold: SoldCounts, keyOf: (key: string) => string): SoldCounts {
  const under: SoldCounts = new Map();
  for (const [key, sums] of sold) under.set(keyOf(key), addSold(under.get(keyOf(key)), sums));
  return under;
}

/** What was counted, but never by this: its clicks and views are those of the unknown value. */
function withRest(visits: VisitCounts, { views, clicks }: BrandSums): VisitCounts {
  const counted = [...visits.values()].reduce(
    (all, each) => ({ clicks: all.clicks + each.clicks, views: all.views + each.views }),
    {
      clicks: 0,
      views: 0,
    },
  );
  const unknown = visits.get('') ?? { clicks: 0, views: 0 };
  const rest = { clicks: (clicks ?? 0) - counted.clicks, views: (views ?? 0) - counted.views };
  if (rest.clicks <= 0 && rest.views <= 0) return visits;
  return new Map([
    ...visits,
    ['', { clicks: unknown.clicks + Math.max(0, rest.clicks), views: unknown.views + Math.max(0, rest.views) }],
  ]);
}

type Keyed = { visits: VisitCounts; sold: SoldCounts };

/** What the sales of the rows are counted by; days are the steps. */
function soldKeyOf({ query: { by }, groups }: BrandReading): SoldKey | undefined {
  if (by === 'day') return undefined;
  if (by === 'creator') return 'account';
  if (by === 'product') return 'sku';
  return by === 'group' ? { groups: groups ?? new Map() } : by;
}

/** The sales of the rows and steps of the range, or of the steps of other days alone. */
export function readSold(of: BrandReading, days: ReadDays): Promise<SoldInRange> {
  const { ctx, brand, range, filters, read } = of;
  const subject = { merchantId: brand.merchantId, currency: brand.currency, ownHosts: ownHostsOf(ctx.config) };
  const { from, to, steps } = days;
  const places = steps.map((step) => step.from);
  const key = days === range ? soldKeyOf(of) : undefined;
  return read((tx) => soldBy(tx, subject, { from, to, places }, key, filters));
}

async function byProduct(of: BrandReading, sales: Promise<SoldInRange>): Promise<Keyed> {
  const { merchantId } = of.brand;
  const [visits, { rows: sold }, products] = await Promise.all([
    visitsOfRows(of, 'product'),
    sales,
    of.read((tx) => productsOfLinks(tx, merchantId, of.filters.links)),
  ]);
  const ids = await of.read((tx) => productsOfSkus(tx, merchantId, [...sold.keys()]));
  return {
    visits: visitsUnder(visits, (link) => products.get(link) ?? ''),
    sold: soldUnder(sold, (sku) => ids.get(sku) ?? `${skuMark}${sku}`),
  };
}

async function keyedRows(of: BrandReading, steps: Steps, sales: Promise<SoldInRange>): Promise<Keyed> {
  const { by } = of.query;
  if (by === 'day') return { visits: new Map(), sold: new Map() };
  if (by === 'product') return byProduct(of, sales);
  const [visits, { rows: sold }] = await Promise.all([visitsOfRows(of, by), sales]);
  if (by === 'group') {
    const named = (key: string) => (key === nothing ? '' : key);
    return {
      visits: visitsUnder(visits, (account) => named(of.groups?.get(account) ?? '')),
      sold: soldUnder(sold, named),
    };
  }
  return { visits: isMixPart(by) ? withRest(visits, (await steps).total) : visits, sold };
}

/** All rows, unsorted. The steps of the range are its rows by day. */
export async function rowsIn(of: BrandReading, steps: Steps, sales: Promise<SoldInRange>): Promise<RowSums[]> {
  const { by } = of.query;
  if (by === 'day')
    return (await steps).steps.map((sums, place) => ({ key: of.range.steps[place]?.first ?? '', sums }));
  const { visits, sold } = await keyedRows(of, steps, sales);
  const known = knownVisits(of);
  const hasClicks = known.clicks && by !== 'code';
  const hasViews = known.views && by !== 'code' && by !== 'link' && by !== 'product';
  return [...new Set([...visits.keys(), ...sold.keys()])].map((key) => ({
    key,
    sums: {
      views: hasViews ? (visits.get(key)?.views ?? 0) : null,
      clicks: hasClicks ? (visits.get(key)?.clicks ?? 0) : null,
      sold: sold.get(key) ?? noSales,
    },
  }));
}

type Figure = Exclude<BrandAnalyticsColumn, 'name'>;

/** What a row is sorted by; null comes after every number. */
function sortValue(column: Figure, { views, clicks, sold }: BrandSums): number | null {
  switch (column) {
    case 'views':
      return views;
    case 'clicks':
      return clicks;
    case 'orders':
      return sold.orders;
    case 'new_customers':
      return sold.newCustomers;
    case 'sales':
      return Number(sold.sales);
    case 'commission':
      return Number(sold.commission);
    case 'conversion':
      return clicks ? sold.orders / clicks : null;
    default:
      return clicks ? Number(sold.commission / BigInt(clicks)) : null;
  }
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Sorted as asked: days in their order, everything else by sales. Equal rows are sorted by clicks, then by key. */
export async function sortRows(of: BrandReading, rows: readonly RowSums[]): Promise<RowSums[]> {
  const { by, order } = of.query;
  const sort = of.query.sort ?? (by === 'day' ? 'name' : 'sales');
  const direction = order === 'up' ? 1 : -1;
  if (sort === 'name') {
    const isDays = by === 'day';
    const named = isDays ? undefined : new Map((await nameRows(of, rows)).map(({ sums, name }) => [sums, name ?? '']));
    const textOf = ({ key, sums }: RowSums) => (named?.get(sums) || key).toLowerCase();
    const ways = isDays && of.query.sort === undefined ? 1 : direction;
    return rows.toSorted(
      (one, other) => ways * compareText(textOf(one), textOf(other)) || compareText(one.key, other.key),
    );
  }
  const keyed = rows.map((row) => ({ row, value: sortValue(sort, row.sums) }));
  return keyed
    .toSorted((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      return (
        direction * (one.value - other.value) ||
        (other.row.sums.clicks ?? 0) - (one.row.sums.clicks ?? 0) ||
        compareText(one.row.key, other.row.key)
      );
    })
    .map(({ row }) => row);
}

type Naming = { name: string | null; detail?: string | null; image?: string | null };

async function namings(
  { ctx, brand, query, read }: BrandReading,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Naming>> {
  const { merchantId } = brand;
  if (query.by === 'creator') return read((tx) => creatorNames(tx, merchantId, keys));
  if (query.by === 'group') {
    const names = await read((tx) => groupNames(tx, merchantId, keys));
    return new Map([...names].map(([id, name]) => [id, { name }]));
  }
  if (query.by === 'link') {
    const names = await read((tx) => linkNames(tx, merchantId, keys));
    const addressOf = (code: string | null) => (code === null ? null : `${ctx.config.publicUrl}/s/${code}`);
    return new Map([...names].map(([id, link]) => [id, { ...link, detail: addressOf(link.detail) }]));
  }
  if (query.by === 'product') {
    const names = await read((tx) =>
      productNames(
        tx,
        merchantId,
        keys.filter((key) => !key.startsWith(skuMark)),
      ),
    );
    return new Map([...names].map(([id, { name, sku, image }]) => [id, { name, detail: sku, image }]));
  }
  return new Map(query.by === 'code' || query.by === 'day' ? keys.map((key) => [key, { name: key }]) : []);
}

/** Rows with what their keys are called, and the key to filter by. */
export async function nameRows(of: BrandReading, rows: readonly RowSums[]): Promise<NamedRow[]> {
  const keys = rows.map(({ key }) => key).filter((key) => key !== '');
  const names = await namings(of, keys);
  const { by } = of.query;
  return rows.map(({ key, sums }): NamedRow => {
    const base = { detail: null, image: null, sums };
    if (key === '') return { ...base, key: by === 'product' ? null : nothing, name: null };
    if (by === 'product' && key.startsWith(skuMark)) {
      const sku = key.slice(skuMark.length);
      return { ...base, key: null, name: sku, detail: sku };
    }
    const { name = null, detail = null, image = null } = names.get(key) ?? {};
    return {
      ...base,
      key: by === 'day' ? null : key,
      name,
      detail,
      image: publicAddress(of.ctx.config.publicUrl, image),
    };
  });
}
