import { expect, test } from 'vitest';
import { movableClock } from '../platform/clock.ts';
import { useFiguresScene } from '../figures/figures.scene.testing.ts';
import { cookieOf } from '../redirector.testing.ts';
import { recompute } from './recompute.ts';
import { verifyClicks } from '../figures/figures.verify.ts';

const opened = useFiguresScene();

const range = {
  from: new Date('2026-11-19T10:00:00Z'),
  to: new Date('2026-11-21T10:00:00Z'),
  publicHost: 'portal.example',
};

/** Three days with people, repeats around midnight, bots, and views of the creator's own. */
async function liveThroughDays(): Promise<void> {
  const clock = movableClock(new Date('2026-11-19T12:00:00Z'));
  const served = await opened().scene.serve({ clock });
  const cookies: string[] = [];
  for (const at of [
    '2026-11-19T12:00:00Z',
    '2026-11-19T23:50:00Z',
    '2026-11-20T00:05:00Z',
    '2026-11-20T00:15:00Z',
    '2026-11-21T09:00:00Z',
  ]) {
    clock.set(new Date(at));
    for (let n = 1; n <= 6; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'cf-ipcountry': 'SE' };
      const answer = await served.visit('/s/shirt?utm_source=ig', {
        headers: { ...headers, ...(n > 3 ? { cookie: cookies[n] ?? '' } : {}) },
      });
      cookies[n] = cookieOf(answer) || (cookies[n] ?? '');
    }
    await served.visit('/s/shirt', { headers: { 'user-agent': 'Googlebot/2.1' } });
    await served.visit('/s/shirt?vt_preview=1', { headers: { 'x-forwarded-for': '198.51.100.1' } });
  }
  await served.stop();
}

const classes = () =>
  opened().scene.query<{ class: string; reason: string; n: number }>(
    'select class, reason, count(*)::int as n from hits group by class, reason order by class, reason',
  );
const figures = () =>
  Promise.all(
    ['link_totals', 'account_days', 'account_months', 'brand_days'].map((table) =>
      opened().scene.query(`select to_jsonb(t)::text as row from ${table} t order by 1`),
    ),
  );

test('recomputing with the same rules gives the same classes and the same figures', async () => {
  await liveThroughDays();
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true, hits: 40 });
  const before = [await classes(), await figures()];
  expect(await recompute(opened().pool, range)).toEqual({ hits: 40, changed: 0 });
  expect([await classes(), await figures()]).toEqual(before);
  expect(before[0]).toContainEqual({ class: 'duplicate', reason: 'same_browser', n: 6 });
  expect(before[0]).toContainEqual({ class: 'duplicate', reason: 'same_visitor_no_cookie', n: 3 });
});

test('recomputing corrects hits that older rules misclassified, and everything counted from them', async () => {
  await liveThroughDays();
  const before = [await classes(), await figures()];
  await opened().scene.query(
    "update hits set class = 'human', reason = 'browser', counted = true, rules_version = 0, device = 'mobile' where class in ('bot', 'duplicate')",
  );
  await recompute(opened().pool, range);
  expect([await classes(), await figures()]).toEqual(before);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
  expect(await opened().scene.query('select distinct rules_version from hits')).toEqual([{ rules_version: 3 }]);
});

test('days whose hits were deleted by age keep their figures', async () => {
  await liveThroughDays();
  await opened().scene.query("delete from hits where at < '2026-11-20'");
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: false, about: 'day of an account' });
  await opened().scene.query("update hits_kept set kept_from = '2026-11-20T00:00:00Z'");
  const removed = () =>
    opened().scene.query("select hits, clicks, counts, links from account_days where day = '2026-11-19'");
  const before = await removed();
  expect(before).toHaveLength(1);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
  await recompute(opened().pool, range);
  expect(await removed()).toEqual(before);
  expect(await verifyClicks(opened().client)).toMatchObject({ agrees: true });
});

test.each([
  ['update link_totals set clicks = clicks + 1', 'total of a link'],
  ['update link_totals set hits = hits + 1', 'totals of the links of an account'],
  ["update account_days set hits = hits + 1 where day = '2026-11-20'", 'day of an account'],
  ['update account_days set links = array[links[1] + 1] || links[2:]', 'day of a link'],
  ['update account_days set counts = counts[2:]', 'day of an account by value'],
  ["update figure_names set value = 'SF' where value = 'SE'", 'day of an account by value'],
  ['update account_days set views = 1', 'views of a day'],
  [
    "update hits set counted = not counted where class = 'bot'",
    'a hit is counted but is not a click, or the other way around',
  ],
])('verify finds: %s', async (tampering, about) => {
  await liveThroughDays();
  await opened().client.query(tampering);
  const verdict = await verifyClicks(opened().client);
  expect(verdict).toMatchObject({ agrees: false, about });
  expect(verdict.agrees ? '' : verdict.found).toMatch(
    /: stored \d+ hits and \d+ clicks, recounted \d+ hits and \d+ clicks$/,
  );
});

test('the last click of a link stays known as a day when its hits were dropped', async () => {
  await liveThroughDays();
  await opened().scene.query("delete from hits where at < '2026-11-20'");
  await opened().scene.query("update hits_kept set kept_from = '2026-11-20T00:00:00Z'");
  await opened().scene.query("update hits set own_user_agent = 'Googlebot/2.1', profile = 0");
  await recompute(opened().pool, range);
  expect(await opened().scene.query('select clicks::int, last_click_at from link_totals')).toEqual([
    { clicks: 12, last_click_at: new Date('2026-11-19T00:00:00Z') },
  ]);
});
