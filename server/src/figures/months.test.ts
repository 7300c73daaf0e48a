import { expect, test } from 'vitest';
import { useFiguresScene, visitShirt } from './figures.scene.testing.ts';
import { recompute } from '../drain/recompute.ts';
import { closeMonths } from './months.ts';
import { verifyClicks } from './figures.verify.ts';

const opened = useFiguresScene();

const now = new Date('2026-11-21T10:00:00Z');

const visits = (at: readonly string[]) => visitShirt(opened(), at);

const months = () =>
  opened().scene.query<{ month: string; clicks: string }>(
    'select month::text, clicks::text from account_months where not is_open order by 1',
  );

test('past months are added up once, and the current one is not', async () => {
  await visits(['2026-09-30T23:59:00Z', '2026-10-01T00:00:00Z', '2026-10-31T23:59:00Z', '2026-11-01T00:00:00Z']);
  expect(await closeMonths(opened().pool, now)).toBe(2);
  expect(await closeMonths(opened().pool, now)).toBe(0);
  expect(await months()).toEqual([
    { month: '2026-09-01', clicks: '1' },
    { month: '2026-10-01', clicks: '2' },
  ]);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
});

test('a late or reclassified hit reopens its month until the sums are correct again', async () => {
  await visits(['2026-09-30T12:00:00Z', '2026-10-02T12:00:00Z']);
  await closeMonths(opened().pool, now);
  await visits(['2026-10-03T12:00:00Z', '2026-10-04T12:00:00Z']);
  expect(await months()).toEqual([{ month: '2026-09-01', clicks: '1' }]);
  expect(await closeMonths(opened().pool, now)).toBe(1);
  expect((await months())[1]).toEqual({ month: '2026-10-01', clicks: '3' });
  await recompute(opened().pool, {
    from: new Date('2026-09-30T00:00:00Z'),
    to: new Date('2026-09-30T01:00:00Z'),
    publicHost: '',
  });
  expect((await months()).map(({ month }) => month)).toEqual(['2026-10-01']);
});

test('verify finds a closed month that differs from its days', async () => {
  await visits(['2026-10-02T12:00:00Z']);
  await closeMonths(opened().pool, now);
  await opened().client.query('update account_months set clicks = clicks + 1 where not is_open');
  expect(await verifyClicks(opened().client)).toMatchObject({
    agrees: false,
    about: 'closed month',
  });
});
