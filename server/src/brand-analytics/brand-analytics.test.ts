import fc from 'fast-check';
import Papa from 'papaparse';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BrandDimension,
  brandDimensions,
  type BrandFilter,
  brandFilters,
  type BrandRow,
  downloadBrandAnalytics,
  readBrandAnalytics,
} from '@vitrine/contract/brand-analytics.ts';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { granted } from '../../world/shelves.ts';
import { fillSaleFacts } from '../commissions/commissions.facts.ts';
import { verifyClicks } from '../figures/figures.verify.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import type { SaleLine, CountedVisit } from './brand-analytics.random.testing.ts';
import { type BrandScene, openBrandScene } from './brand-analytics.scene.testing.ts';

// Every figure, with any filters, compared with a count of the stored visits and sales in this file.

const params = { merchant: 'glow-lab' };
let scene: BrandScene;
beforeAll(async () => {
  scene = await openBrandScene();
}, 120_000);
afterAll(() => scene[Symbol.asyncDispose]());

type Filters = { [Filter in BrandFilter]?: string };
type Days = { from: string; to: string };
type Counted = {
  views: number;
  clicks: number;
  orders: number;
  sales: number;
  commission: number;
  newCustomers: number;
};

const zoneOf = async () => granted(await scene.owner.call(readBrandAnalytics, { params })).range.time_zone;
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at: number) => format.format(at);
};

const valueOf = (of: CountedVisit | SaleLine, name: BrandFilter): string =>
  'code' in of || name !== 'code' ? of[name as 'creator'] : '';
const matches = (of: CountedVisit | SaleLine, filters: Filters): boolean =>
  brandFilters.every(
    (name) => filters[name] === undefined || valueOf(of, name) === (filters[name] === 'none' ? '' : filters[name]),
  );

/** What the visits and sales in the days add up to, by key. */
function count(
  days: Days,
  zone: string,
  filters: Filters,
  keyOf: (of: CountedVisit | SaleLine, day: string) => string,
): Map<string, Counted> {
  const day = dayIn(zone);
  const sums = new Map<string, Counted>();
  const orders = new Set<string>();
  const at = (key: string) => {
    const known = sums.get(key) ?? { views: 0, clicks: 0, orders: 0, sales: 0, commission: 0, newCustomers: 0 };
    sums.set(key, known);
    return known;
  };
  const isIn = (of: CountedVisit | SaleLine) =>
    day(of.at) >= days.from && day(of.at) <= days.to && matches(of, filters);
  const isVisit = filters.code === undefined;
  for (const each of scene.visits.filter((one) => isVisit && one.isCounted && isIn(one))) {
    if (each.kind === 'click') at(keyOf(each, day(each.at))).clicks += 1;
    else if (filters.link === undefined && filters.product === undefined) at(keyOf(each, day(each.at))).views += 1;
  }
  for (const line of scene.lines.filter(isIn)) {
    const key = keyOf(line, day(line.at));
    const sum = at(key);
    sum.sales += line.sales;
    sum.commission += line.commission;
    if (orders.has(`${key} ${line.order}`)) continue;
    orders.add(`${key} ${line.order}`);
    sum.orders += 1;
    sum.newCustomers += Number(line.isNew);
  }
  return sums;
}

const nothing: Counted = { views: 0, clicks: 0, orders: 0, sales: 0, commission: 0, newCustomers: 0 };

function shown({ figures }: Pick<BrandRow, 'figures'>): Counted {
  return {
    views: figures.views ?? 0,
    clicks: figures.clicks ?? 0,
    orders: figures.orders,
    sales: Number(figures.sales.amount),
    commission: Number(figures.commission.amount),
    newCustomers: figures.new_customers,
  };
}

/** Counts that the dimension has no figures of are none. */
function without(by: BrandDimension, counted: Counted): Counted {
  const hasNoViews = by === 'link' || by === 'product' || by === 'code';
  return { ...counted, ...(hasNoViews && { views: 0 }), ...(by === 'code' && { clicks: 0 }) };
}

function keyIn(by: BrandDimension): (of: CountedVisit | SaleLine, day: string) => string {
  if (by === 'day') return (_, day) => day;
  // A view has no link and no product, which is not the same as a click without a product.
  return (of) => ('kind' in of && of.kind === 'view' && (by === 'link' || by === 'product') ? 'view' : valueOf(of, by));
}

const isSomething = (each: Counted) => Object.values(each).some((value) => value > 0);

async function compare(days: Days, by: BrandDimension, filters: Filters): Promise<void> {
  const zone = await zoneOf();
  const { data, meta } = await scene.owner
    .call(readBrandAnalytics, {
      params,
      query: { ...days, ...filters, by, limit: 100 },
    })
    .then((answer) => ({ data: granted(answer), meta: answer.status === 200 ? answer.meta : undefined }));
  const all = count(days, zone, filters, () => '');
  expect(shown({ figures: data.now })).toEqual(all.get('') ?? nothing);
  const stepped = data.series.map((step) => shown({ figures: step.figures }));
  for (const name of ['views', 'clicks', 'orders', 'sales', 'commission', 'newCustomers'] as const)
    expect(
      stepped.reduce((sum, step) => sum + step[name], 0),
      name,
    ).toBe((all.get('') ?? nothing)[name]);
  if (by === 'day' && data.range.unit !== 'day') return;
  const expected = new Map(
    [...count(days, zone, filters, keyIn(by))]
      .map(([key, each]) => [key, without(by, each)] as const)
      .filter(([, each]) => isSomething(each)),
  );
  const rows = new Map(
    data.rows.map((row) => {
      const key = by === 'day' ? row.name : row.key === 'none' ? '' : (row.key ?? row.name ?? '');
      return [key ?? '', shown(row)] as const;
    }),
  );
  const found = new Map([...rows].filter(([, each]) => isSomething(each)));
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  expect(meta?.total).toBe(data.rows.length);
}

const anyDays = fc.tuple(fc.nat(90), fc.oneof(fc.nat(10), fc.nat(130))).map(([back, length]): Days => {
  const to = Temporal.PlainDate.from('2026-11-20').subtract({ days: back });
  return { from: to.subtract({ days: length }).toString(), to: to.toString() };
});

const values: Record<BrandFilter, () => fc.Arbitrary<string>> = {
  creator: () => fc.constantFrom(...scene.creators),
  group: () => fc.constantFrom('none', ...scene.groups),
  product: () => fc.constantFrom(...scene.products),
  link: () => fc.constantFrom('none', ...scene.links),
  code: () => fc.constantFrom('none', 'AVA10', 'BEA15'),
  country: () => fc.constantFrom('none', 'US', 'FR'),
  device: () => fc.constantFrom('none', 'mobile', 'desktop'),
  channel: () => fc.constantFrom('direct', 'instagram', 'storefront', 'search', 'site'),
};

const anyFilters = () =>
  fc
    .uniqueArray(fc.constantFrom(...brandFilters), { maxLength: 2 })
    .chain((names) =>
      fc
        .tuple(...names.map((name) => values[name]()))
        .map((chosen): Filters => Object.fromEntries(names.map((name, index) => [name, chosen[index]]))),
    );

/** Long ranges by link with a country aren't counted, which has a test of its own. */
const isLongAndSingle = ({ from, to }: Days, by: BrandDimension, filters: Filters) =>
  Temporal.PlainDate.from(from).until(to).days >= 92 &&
  (by === 'link' || by === 'product') &&
  (filters.country ?? filters.device ?? filters.channel) !== undefined;

async function everyFigure(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyDays, fc.constantFrom(...brandDimensions), anyFilters(), async (days, by, filters) => {
      if (!isLongAndSingle(days, by, filters)) await compare(days, by, filters);
    }),
    { numRuns },
  );
}

async function verdict() {
  const client = new pg.Client({ connectionString: scene.world.ctx.database.url });
  await client.connect();
  try {
    return await verifyClicks(client);
  } finally {
    await client.end();
  }
}

test('every figure is what a count gives before any day was added up and any click got a number', async () => {
  const numbered = await scene.world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('figure_names').selectAll().where('dimension', '=', 'mix').execute(),
  );
  expect(numbered).toEqual([]);
  await everyFigure(60);
});

describe.each(['America/New_York', 'Asia/Kathmandu', 'UTC'])('in %s', (zone) => {
  test('every figure with any two filters is what a count of all visits and sales gives', async () => {
    await scene.moveTo(zone);
    await scene.close();
    await everyFigure(60);
    expect(await verdict()).toMatchObject({ agrees: true });
  });

  test('the same with clicks and views that arrived after their days were added up', async () => {
    await scene.visit(150);
    await everyFigure(25);
    await scene.close();
    await everyFigure(25);
    expect(await verdict()).toMatchObject({ agrees: true });
  });
});

test('the same after the job has filled in the facts of each sale, of which a second run finds none', async () => {
  expect(await fillSaleFacts(scene.world.ctx)).toBeGreaterThan(150);
  expect(await fillSaleFacts(scene.world.ctx)).toBe(0);
  await everyFigure(60);
});

test('creators have the same figures on days and months without a sum by creator', async () => {
  await asOwner(scene.world.ctx.database.url, (client) =>
    client.query(
      `update brand_counts set creator_clicks = null, creator_views = null
       where first in ('2026-09-01', '2026-10-12', '2026-10-13', '2026-11-04')`,
    ),
  );
  for (const from of ['2026-07-20', '2026-10-13', '2026-11-02'])
    await compare({ from, to: '2026-11-20' }, 'creator', {});
  expect(await verdict()).toMatchObject({ agrees: true });
});

test('the rows of each dimension add up to the brand’s own money, to the cent', async () => {
  const overview = granted(await scene.owner.call(readBrandOverview, { params }));
  for (const by of brandDimensions) {
    const { rows, now } = granted(await scene.owner.call(readBrandAnalytics, { params, query: { by, limit: 100 } }));
    const sum = (name: 'sales' | 'commission') =>
      String(rows.reduce((all, { figures }) => all + BigInt(figures[name].amount), 0n));
    expect([by, sum('sales'), sum('commission')]).toEqual([
      by,
      overview.sales.now.amount,
      overview.commissions.now.amount,
    ]);
    expect([now.sales, now.commission, now.orders, now.clicks]).toEqual([
      overview.sales.now,
      overview.commissions.now,
      overview.orders.now,
      overview.clicks.now,
    ]);
  }
});

test('the file has the rows of the screen, in their order, after the totals', async () => {
  for (const by of brandDimensions) {
    const query = { by, country: 'US', sort: 'commission', order: 'up' } as const;
    const { rows, now } = granted(
      await scene.owner.call(readBrandAnalytics, { params, query: { ...query, limit: 100 } }),
    );
    const file = await scene.owner.call(downloadBrandAnalytics, { params, query });
    const [, total, ...lines] = Papa.parse<string[]>(granted(file).trim()).data;
    const cells = (figures: BrandRow['figures']) => [
      figures.views === null ? '' : String(figures.views),
      figures.clicks === null ? '' : String(figures.clicks),
      String(figures.orders),
      (Number(figures.sales.amount) / 100).toFixed(2),
      (Number(figures.commission.amount) / 100).toFixed(2),
      String(figures.new_customers),
    ];
    expect(total?.slice(2, 8)).toEqual(cells(now));
    expect(lines.map((line) => line.slice(2, 8))).toEqual(rows.map(({ figures }) => cells(figures)));
  }
});

test('pages continue each other, and every sort has the same rows', async () => {
  const query = { by: 'link', sort: 'clicks' } as const;
  const all = granted(await scene.owner.call(readBrandAnalytics, { params, query: { ...query, limit: 100 } })).rows;
  const pageAfter = (after: string) =>
    scene.owner.call(readBrandAnalytics, { params, query: { ...query, limit: 7, ...(after && { after }) } });
  const paged: BrandRow[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { data, meta } = await pageAfter(after);
    paged.push(...data.rows);
    after = meta.next_cursor;
  }
  expect(paged).toEqual(all);
  expect(all.map(({ figures }) => figures.clicks)).toEqual(
    all.map(({ figures }) => figures.clicks).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
  );
});

test('a range is compared with the days before it, or with the same days a year before', async () => {
  const days = { from: '2026-11-01', to: '2026-11-10' };
  const read = async (query: object) =>
    granted(await scene.owner.call(readBrandAnalytics, { params, query: { ...query } }));
  const compared = await read({ ...days, compare: 'previous' });
  expect(compared.compared).toEqual({ from: '2026-10-22', to: '2026-10-31' });
  expect(compared.before).toEqual((await read({ from: '2026-10-22', to: '2026-10-31' })).now);
  const year = await read({ ...days, compare: 'year' });
  expect(year.compared).toEqual({ from: '2025-11-01', to: '2025-11-10' });
  expect(year.before_series).toHaveLength(10);
  expect((await read(days)).before).toBeNull();
});

test('ids of other brands look missing, and a wrong query is explained', async () => {
  const { accounts } = scene.world.people;
  const refused = async (query: object) => {
    const answer = await scene.owner.call(readBrandAnalytics, { params, query: { ...query } });
    return answer.status < 300
      ? answer.status
      : [answer.status, answer.problem?.code, Object.keys(answer.problem?.errors ?? {})];
  };
  const unknown = '00000000-0000-7000-8000-000000000000';
  for (const query of [
    { creator: accounts.noorNorthwind },
    { creator: unknown },
    { creator: 'x' },
    { group: unknown },
    { product: unknown },
    { link: unknown },
  ])
    expect(await refused(query)).toEqual([404, 'not_found', []]);
  expect(await refused({ by: 'color' })).toEqual([422, 'validation_failed', ['by']]);
  expect(await refused({ compare: 'week' })).toEqual([422, 'validation_failed', ['compare']]);
  expect(await refused({ after: 'x' })).toEqual([422, 'validation_failed', ['after']]);
  expect(await refused({ by: 'link', country: 'US', from: '2026-06-01', to: '2026-11-20' })).toEqual([
    422,
    'range_too_long',
    ['by'],
  ]);
  expect(await refused({ code: 'NOBODYS' })).toBe(200);
});
