import { expect, test } from 'vitest';
import { closeBrandCounts } from './brand.adding.ts';
import { closeBrandDays } from './brand.days.ts';
import { useFiguresScene, visitShirt } from './figures.scene.testing.ts';
import { verifyClicks } from './figures.verify.ts';

const opened = useFiguresScene();

const now = new Date('2026-11-21T10:00:00Z');

const visits = (at: readonly string[]) => visitShirt(opened(), at);

async function close(): Promise<number> {
  await closeBrandDays(opened().pool, now);
  return closeBrandCounts(opened().pool, now, ['portal.example']);
}

const closed = () =>
  opened().scene.query<{ unit: string; first: string; clicks: string }>(
    'select unit, first::text, clicks::text from brand_counts where not is_open order by unit, first',
  );

const moveTo = (zone: string) => opened().client.query('update merchants set time_zone = $1', [zone]);

test('days and months of a brand that are over are added up once, in its time zone', async () => {
  await moveTo('Asia/Tokyo');
  await visits(['2026-10-30T14:59:00Z', '2026-10-30T15:00:00Z', '2026-11-18T12:00:00Z']);
  // Each UTC day touches two days of Tokyo.
  expect(await close()).toBeGreaterThan(0);
  expect(await close()).toBe(0);
  expect((await closed()).filter(({ clicks }) => clicks !== '0')).toEqual([
    { unit: 'day', first: '2026-10-30', clicks: '1' },
    { unit: 'day', first: '2026-10-31', clicks: '1' },
    { unit: 'day', first: '2026-11-18', clicks: '1' },
    { unit: 'month', first: '2026-10-01', clicks: '2' },
  ]);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
});

test('a late hit changes its day and its month when its UTC day is added up again', async () => {
  await visits(['2026-10-30T12:00:00Z']);
  await close();
  await visits(['2026-10-30T13:00:00Z', '2026-10-31T00:00:00Z']);
  await close();
  expect(await closed()).toEqual([
    { unit: 'day', first: '2026-10-30', clicks: '2' },
    { unit: 'day', first: '2026-10-31', clicks: '1' },
    { unit: 'month', first: '2026-10-01', clicks: '3' },
  ]);
});

test('all days are added up again in a new time zone', async () => {
  await visits(['2026-10-30T20:00:00Z']);
  await close();
  await moveTo('Asia/Tokyo');
  await close();
  expect((await closed()).filter(({ clicks }) => clicks !== '0')).toEqual([
    { unit: 'day', first: '2026-10-31', clicks: '1' },
    { unit: 'month', first: '2026-10-01', clicks: '1' },
  ]);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
});

test.each([
  { zone: 'UTC', isClosed: true },
  { zone: 'Europe/Berlin', isClosed: true },
  { zone: 'America/New_York', isClosed: false },
])(
  'yesterday in $zone is added up as soon as no UTC day that it touches can get more: $isClosed',
  async ({ zone, isClosed }) => {
    await moveTo(zone);
    await visits(['2026-11-20T12:00:00Z', '2026-11-21T09:00:00Z']);
    await close();
    expect((await closed()).map(({ first }) => first).includes('2026-11-20')).toBe(isClosed);
    expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
  },
);

test('a day has sums by creator, and none after it was added up again without its hits', async () => {
  await visits(['2026-10-30T12:00:00Z']);
  await close();
  const sums = () =>
    opened().scene.query<{ unit: string; creators: number | null }>(
      `select unit, cardinality(creator_clicks) as creators from brand_counts where clicks > 0 order by unit`,
    );
  expect(await sums()).toEqual([
    { unit: 'day', creators: 1 },
    { unit: 'month', creators: 1 },
  ]);
  await opened().client.query(`update hits_kept set kept_from = '2026-11-01'`);
  await moveTo('Asia/Tokyo');
  await close();
  expect(await sums()).toEqual([
    { unit: 'day', creators: null },
    { unit: 'month', creators: null },
  ]);
});

test('a node of the release before that adds up an opened day leaves no old sums by creator', async () => {
  await visits(['2026-10-30T12:00:00Z']);
  await close();
  // As that release adds up: it doesn't know the columns.
  await opened().scene.query(`update brand_counts set is_open = true where unit = 'day'`);
  await opened().scene.query(`update brand_counts set is_open = false where unit = 'day'`);
  const { rows } = await opened().client.query<{ sums: string }>(
    `select count(creator_clicks)::text as sums from brand_counts where unit = 'day'`,
  );
  expect(rows).toEqual([{ sums: '0' }]);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
});

test.each([
  ['closed day of a brand in its time zone', `update brand_counts set clicks = clicks + 1 where unit = 'day'`],
  ['closed day of a brand by country and device', `update brand_counts set click_mixes = '{}' where unit = 'day'`],
  ['closed day of a brand by link', `update brand_counts set links = '{}' where unit = 'day'`],
  ['closed day of a brand by creator', `update brand_mix_counts set clicks = '{}' where unit = 'day'`],
  [
    'clicks of the creators of a brand by combination',
    `update brand_mix_counts set clicks = '{}' where unit = 'month'`,
  ],
  ['closed month of a brand by creator', 'delete from brand_creator_counts'],
  ['clicks of a brand by creator', `update brand_counts set creator_clicks = '{}' where unit = 'month'`],
  ['closed month of a brand by link', `update brand_counts set links = '{}' where unit = 'month'`],
])('verify finds a %s that differs', async (about, change) => {
  await visits(['2026-10-19T12:00:00Z', '2026-10-19T18:00:00Z']);
  await close();
  await opened().client.query(change);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: false, about });
});
