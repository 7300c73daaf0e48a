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
  ['closed day of a brand in its time zone', `update brand_counts set clicks = clicks + 1 where unit = 'day'`],
  ['closed day of a brand by country and device', `update brand_counts set click_mixes = '{}' where unit = 'day'`],
  ['closed day of a brand by link', `update brand_counts set links = '{}' where unit = 'day'`],
  ['closed day of a brand by creator', `update brand_mix_counts set clicks = '{}' where unit = 'day'`],
  [
    'clicks of the creators of a brand by combination',
    `update brand_mix_counts set clicks = '{}' where unit = 'month'`,
  ],
  ['closed month of a brand by creator', 'delete from brand_creator_counts'],
  ['closed month of a brand by link', `update brand_counts set links = '{}' where unit = 'month'`],
])('verify finds a %s that differs', async (about, change) => {
  await visits(['2026-10-19T12:00:00Z', '2026-10-19T18:00:00Z']);
  await close();
  await opened().client.query(change);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: false, about });
});
