import { expect, test } from 'vitest';
import { useFiguresScene, visitShirt } from './figures.scene.testing.ts';
import { closeBrandDays } from './brand.days.ts';
import { verifyClicks } from './figures.verify.ts';

const opened = useFiguresScene();

const now = new Date('2026-11-21T10:00:00Z');

const visits = (at: readonly string[]) => visitShirt(opened(), at);

const closed = () =>
  opened().scene.query<{ day: string; clicks: string }>(
    'select day::text, clicks::text from brand_days where not is_open order by 1',
  );

test('past days of a brand are added up once, and today is not', async () => {
  await visits(['2026-11-19T23:59:00Z', '2026-11-20T00:00:00Z', '2026-11-20T23:59:00Z', '2026-11-21T09:00:00Z']);
  expect(await closeBrandDays(opened().pool, now)).toBe(2);
  expect(await closeBrandDays(opened().pool, now)).toBe(0);
  expect(await closed()).toEqual([
    { day: '2026-11-19', clicks: '1' },
    { day: '2026-11-20', clicks: '2' },
  ]);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
});

test('a late hit opens its day until it is added up again', async () => {
  await visits(['2026-11-19T12:00:00Z']);
  await closeBrandDays(opened().pool, now);
  await visits(['2026-11-19T13:00:00Z', '2026-11-19T14:00:00Z']);
  expect(await closed()).toEqual([]);
  expect(await closeBrandDays(opened().pool, now)).toBe(1);
  expect(await closed()).toEqual([{ day: '2026-11-19', clicks: '3' }]);
});

test.each([
  ['closed day of a brand', 'clicks = clicks + 1'],
  ['closed day of a brand by quarter-hour', 'quarters = quarters[2:]'],
])('verify finds a %s that differs', async (about, change) => {
  await visits(['2026-11-19T12:00:00Z', '2026-11-19T18:00:00Z']);
  await closeBrandDays(opened().pool, now);
  await opened().client.query(`update brand_days set ${change}`);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: false, about });
});
