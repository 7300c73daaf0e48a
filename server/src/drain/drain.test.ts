import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testPool } from '../../world/database.ts';
import { hashBrowserMark } from '../platform/browser.mark.ts';
import { movableClock } from '../platform/clock.ts';
import { inApp, people } from '../hits/agents.testing.ts';
import { createClickIds, uuidOfClick } from '../hits/click-id.ts';
import {
  type RedirectAnswer,
  clickOf,
  cookieOf,
  expectAgreement,
  from,
  openScene,
  type RedirectorScene,
  type ServedRedirector,
  testMarks,
  until,
} from '../redirector.testing.ts';

let scene: RedirectorScene;
let served: ServedRedirector;
let linkId: string;
/** Stands still, so that no day and no duplicate window ends during a test. */
let clock: ReturnType<typeof movableClock>;

beforeEach(async () => {
  scene = await openScene();
  linkId = await scene.addLink('shirt');
  clock = movableClock(new Date('2026-11-20T12:00:00Z'));
  served = await scene.serve({ clock });
});
afterEach(() => scene[Symbol.asyncDispose]());

type Hit = { class: string; reason: string; counted: boolean };

async function hitOf(answer: RedirectAnswer): Promise<Hit | undefined> {
  await served.redirector.drainNow();
  const [hit] = await scene.query<Hit>('select class, reason, counted from hits where id = $1', [
    uuidOfClick(clickOf(answer)),
  ]);
  return hit;
}

/** The id in the mark that an answer set. */
function markIdOf(answer: RedirectAnswer): string {
  return testMarks.read(cookieOf(answer), clock.now().getTime())?.id ?? '';
}

const human = { class: 'human', reason: 'browser', counted: true };

test('a click is stored with its details and without personal data', async () => {
  const answer = await served.visit('/s/shirt?utm_source=IG&utm_campaign=fall', {
    headers: {
      'user-agent': inApp[0]?.[1] ?? '',
      'x-forwarded-for': '203.0.113.77',
      'cf-ipcountry': 'se',
      'accept-language': 'sv-SE',
      referer: 'https://l.instagram.com/x?y=1',
    },
  });
  await served.redirector.drainNow();
  const [hit] = await scene.query<Record<string, unknown>>(
    'select h.*, p.user_agent, p.language from hits h join hit_profiles p on p.id = h.profile',
  );
  expect(hit).toMatchObject({
    id: uuidOfClick(clickOf(answer)),
    merchant_id: scene.merchantId,
    merchant_account_id: scene.accountId,
    creator_id: scene.creatorId,
    link_id: linkId,
    class: 'human',
    reason: 'in_app_browser',
    counted: true,
    rules_version: 3,
    method: 'GET',
    language: 'sv-SE',
    own_referrer: 'https://l.instagram.com/x?y=1',
    referrer_host: 'l.instagram.com',
    utm: { source: 'IG', campaign: 'fall' },
    address_prefix: '203.0.113.0/24',
    country: 'SE',
    device: 'mobile',
    system: 'iOS',
    app: 'instagram',
    node: 'node-1',
    browser: Buffer.from(hashBrowserMark(markIdOf(answer)), 'hex'),
    browser_mark: 'given',
  });
  expect(
    JSON.stringify(await scene.query('select * from hits, hit_profiles, counted_marks, visitor_salts')),
  ).not.toContain('203.0.113.77');
});

test('a country is accepted only from a trusted proxy', async () => {
  const plain = await scene.serve({ trustProxy: [], nodeId: 'node-2' });
  await plain.visit('/s/shirt', from('203.0.113.77', { 'cf-ipcountry': 'SE' }));
  await plain.redirector.drainNow();
  expect(await scene.query('select country, address_prefix from hits')).toEqual([
    { country: '', address_prefix: '127.0.0.0/24' },
  ]);
});

test('every figure counts the click, and dashboards get one notice', async () => {
  const listener = new pg.Client({ connectionString: scene.url });
  await listener.connect();
  const notices: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => notices.push(payload));
  await listener.query('listen figures');
  for (let n = 1; n <= 20; n += 1) await served.visit('/s/shirt', from(`203.0.113.${n}`, { 'cf-ipcountry': 'SE' }));
  await until(async () => (await scene.query<{ n: number }>('select clicks::int as n from link_totals'))[0]?.n === 20);
  expect(await scene.query('select hits::int, clicks::int from account_days')).toEqual([{ hits: 20, clicks: 20 }]);
  expect(
    await scene.query(`
      select n.dimension, n.value, entry_count(e)::int as clicks
      from account_days cross join lateral unnest(counts) e join figure_names n on n.id = entry_name(e)
      where n.dimension in ('class', 'country') order by 1`),
  ).toEqual([
    { dimension: 'class', value: 'human', clicks: 20 },
    { dimension: 'country', value: 'SE', clicks: 20 },
  ]);
  expect(
    await scene.query(
      'select t.link_id, entry_count(e)::int as clicks from account_days cross join lateral unnest(links) e join link_totals t on t.number = entry_name(e)',
    ),
  ).toEqual([{ link_id: expect.any(String), clicks: 20 }]);
  await until(() => notices.length > 0);
  await listener.end();
  expect(new Set(notices)).toEqual(new Set([scene.accountId]));
  expect(notices.length).toBeLessThan(20);
  await expectAgreement(scene);
});

describe('a click', () => {
  test('counts for each of two browsers behind one address', async () => {
    const first = await served.visit('/s/shirt', from('203.0.113.1'));
    expect(await hitOf(first)).toEqual(human);
    const cookie = `vt_browser=${testMarks.create(clock.now().getTime(), 1_800).value}`;
    const other = await served.visit('/s/shirt', from('203.0.113.1', { cookie }));
    expect(await hitOf(other)).toEqual(human);
  });

  test('of the same browser within half an hour is a duplicate, but not on another link', async () => {
    await scene.addLink('shoes');
    await until(async () => (await served.visit('/s/shoes', { method: 'HEAD' })).status === 302);
    const first = await served.visit('/s/shirt', from('203.0.113.1'));
    const cookie = cookieOf(first);
    const again = await served.visit('/s/shirt', from('198.51.100.9', { cookie }));
    const elsewhere = await served.visit('/s/shoes', from('203.0.113.1', { cookie }));
    expect(await hitOf(first)).toEqual(human);
    expect(await hitOf(again)).toEqual({ class: 'duplicate', reason: 'same_browser', counted: false });
    expect(await hitOf(elsewhere)).toEqual(human);
    const later = await served.visit('/s/shirt', from('203.0.113.1', { cookie }));
    expect(await hitOf(later)).toMatchObject({ class: 'duplicate' });
  });

  test('without a cookie is recognized by the traits of the day, with its own reason', async () => {
    const first = await served.visit('/s/shirt', from('203.0.113.1'));
    const again = await served.visit('/s/shirt', from('203.0.113.1'));
    expect(await hitOf(first)).toEqual(human);
    expect(await hitOf(again)).toEqual({ class: 'duplicate', reason: 'same_visitor_no_cookie', counted: false });
    for (const headers of [
      { 'user-agent': people[1] ?? '' },
      { 'accept-language': 'de' },
      { 'sec-ch-ua': '"Chromium";v="142"' },
      { 'x-forwarded-for': '203.0.113.2' },
    ]) {
      expect(await hitOf(await served.visit('/s/shirt', from('203.0.113.1', headers)))).toEqual(human);
    }
  });

  test("repeated after the brand's own duplicate window, which can be zero, counts", async () => {
    await scene.query('update merchants set duplicate_minutes = 0');
    served = await scene.serve({ clock, nodeId: 'node-2' });
    expect(await hitOf(await served.visit('/s/shirt', from('203.0.113.1')))).toEqual(human);
    expect(await hitOf(await served.visit('/s/shirt', from('203.0.113.1')))).toEqual(human);
    await scene.query('update merchants set duplicate_minutes = 10');
    served = await scene.serve({ clock, nodeId: 'node-3' });
    clock.advance(9 * 60_000);
    expect(await hitOf(await served.visit('/s/shirt', from('203.0.113.1')))).toMatchObject({ class: 'duplicate' });
    clock.advance(2 * 60_000);
    expect(await hitOf(await served.visit('/s/shirt', from('203.0.113.1')))).toEqual(human);
  });

  test('of a creator on their own link has the class self', async () => {
    const first = await served.visit('/s/shirt', from('203.0.113.1'));
    await scene.query('insert into creator_browsers (user_id, browser, seen_at) values ($1, $2, now())', [
      scene.creatorId,
      Buffer.from(hashBrowserMark(markIdOf(first)), 'hex'),
    ]);
    const own = await served.visit('/s/shirt', from('203.0.113.1', { cookie: cookieOf(first) }));
    expect(await hitOf(own)).toEqual({ class: 'self', reason: 'own_browser', counted: false });
  });

  test.each([
    [{ 'sec-purpose': 'prefetch;prerender' }, { class: 'prefetch', reason: 'purpose_header' }],
    [{ purpose: 'prefetch' }, { class: 'prefetch', reason: 'purpose_header' }],
    [{ 'x-moz': 'prefetch' }, { class: 'prefetch', reason: 'purpose_header' }],
    [{ 'sec-fetch-dest': 'image' }, { class: 'bot', reason: 'embedded' }],
    [
      { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'no-cors' },
      { class: 'bot', reason: 'embedded' },
    ],
    [{ 'user-agent': '' }, { class: 'bot', reason: 'empty_user_agent' }],
    [{ 'user-agent': 'Googlebot/2.1' }, { class: 'bot', reason: 'bot_user_agent' }],
    [{ 'user-agent': 'WhatsApp/2.23.20.0' }, { class: 'preview', reason: 'preview_whatsapp' }],
    [{ referer: 'http://portal.example/links' }, { class: 'owner_preview', reason: 'own_pages' }],
  ])('%j is stored and not counted', async (headers, verdict) => {
    expect(await hitOf(await served.visit('/s/shirt', from('203.0.113.1', headers)))).toEqual({
      ...verdict,
      counted: false,
    });
  });

  test('from a storefront counts, and opening the link in the portal does not', async () => {
    const shopper = await served.visit('/s/shirt', from('203.0.113.1', { referer: 'http://portal.example/@ava/glow' }));
    expect(await hitOf(shopper)).toEqual(human);
    const look = await served.visit('/s/shirt?vt_preview=1', from('203.0.113.2'));
    expect(await hitOf(look)).toEqual({ class: 'owner_preview', reason: 'preview_parameter', counted: false });
  });

  test('that is a HEAD request is a hit and does not count', async () => {
    await served.visit('/s/shirt', { method: 'HEAD' });
    await served.redirector.drainNow();
    await until(async () => (await scene.query('select 1 from hits')).length === 1);
    expect(await scene.query('select class, method, counted, browser from hits')).toEqual([
      { class: 'head', method: 'HEAD', counted: false, browser: null },
    ]);
  });

  test('of one visitor counts once, also when a thousand come at once on two nodes', async () => {
    const other = await scene.serve({ clock, nodeId: 'node-2' });
    const cookie = 'vt_browser=AaH7hbkYc9qDHORJ3wN3TA';
    await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        (n % 2 === 0 ? served : other).visit('/s/shirt', from('203.0.113.1', { cookie })),
      ),
    );
    await Promise.all([served, other].map(({ redirector }) => redirector.drainNow()));
    expect(await scene.query('select counted, count(*)::int as n from hits group by counted order by counted')).toEqual(
      [
        { counted: false, n: 999 },
        { counted: true, n: 1 },
      ],
    );
    await expectAgreement(scene);
  });
});

describe('unsigned cookies of earlier versions', () => {
  const old = 'vt_browser=QaH7hbkYc9qDHORJ3wN3TA';

  test('identify a repeat and the creator, are never trusted, and are replaced at once', async () => {
    const first = await served.visit('/s/shirt', from('203.0.113.1', { cookie: old }));
    expect(await hitOf(first)).toEqual(human);
    const again = await served.visit('/s/shirt', from('198.51.100.9', { cookie: old }));
    expect(await hitOf(again)).toMatchObject({ class: 'duplicate', reason: 'same_browser' });
    expect(cookieOf(first)).toMatch(/^vt_browser=[\w-]{56}$/);
    const replaced = await served.visit('/s/shirt', from('198.51.100.77', { cookie: cookieOf(first) }));
    expect(await hitOf(replaced)).toMatchObject({ class: 'duplicate', reason: 'same_browser' });
    await scene.query('insert into creator_browsers (user_id, browser, seen_at) values ($1, $2, now())', [
      scene.creatorId,
      Buffer.from(hashBrowserMark(old.slice('vt_browser='.length)), 'hex'),
    ]);
    const own = await served.visit('/s/shirt', from('203.0.113.50', { cookie: cookieOf(first) }));
    expect(await hitOf(own)).toMatchObject({ class: 'self' });
    expect(await scene.query('select distinct browser_mark from hits')).toEqual([{ browser_mark: 'unsigned' }]);
  });

  test('count once per visitor, so that a new one for each request gains nothing', async () => {
    for (let n = 0; n < 20; n += 1) {
      const cookie = `vt_browser=${Buffer.alloc(16, n).toString('base64url')}`;
      await served.visit('/s/shirt', from('203.0.113.1', { cookie }));
    }
    await served.redirector.drainNow();
    expect(
      await scene.query('select class, reason, count(*)::int as n from hits group by class, reason order by class'),
    ).toEqual([
      { class: 'duplicate', reason: 'same_visitor_unsigned_cookie', n: 19 },
      { class: 'human', reason: 'browser', n: 1 },
    ]);
  });

  test("that contain the id of an earlier day's click are ignored", async () => {
    const yesterday = createClickIds()(clock.now().getTime() - 86_400_001);
    const visit = await served.visit('/s/shirt', from('203.0.113.1', { cookie: `vt_browser=${yesterday}` }));
    expect(markIdOf(visit)).not.toBe(yesterday);
    await served.redirector.drainNow();
    expect(await scene.query('select browser_mark from hits')).toEqual([{ browser_mark: 'given' }]);
  });
});

test('bytes beyond ASCII are stored as the text that the browser meant', async () => {
  const bytes = Buffer.from('Käufer/1.0 (iPhone; ü)', 'utf8').toString('latin1');
  await served.visit(
    '/s/shirt',
    from('203.0.113.1', { 'user-agent': bytes, referer: `https://ex.example/"\\{},\xff` }),
  );
  await served.redirector.drainNow();
  const [hit] = await scene.query<{ user_agent: string; referrer: string }>(
    'select p.user_agent, h.own_referrer as referrer from hits h join hit_profiles p on p.id = h.profile',
  );
  expect(hit?.user_agent).toBe('Käufer/1.0 (iPhone; ü)');
  expect(hit?.referrer).toBe('https://ex.example/"\\{},\xff');
});

test('a burst from one address with a new browser each time is a flood, including what was already counted', async () => {
  const burst = (first: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        served.visit(
          '/s/shirt',
          from('203.0.113.1', {
            'user-agent': `${people[0] ?? ''} Made/${first + n}`,
            'accept-language': 'en-US',
          }),
        ),
      ),
    );
  await burst(0, 20);
  await served.redirector.drainNow();
  expect(await scene.query('select distinct class, counted from hits')).toEqual([{ class: 'human', counted: true }]);
  await burst(20, 280);
  await served.redirector.drainNow();
  expect(await scene.query('select distinct class, counted from hits')).toEqual([{ class: 'flood', counted: false }]);
  expect(await scene.query('select hits::int, clicks::int, last_click_at from link_totals')).toEqual([
    { hits: 300, clicks: 0, last_click_at: null },
  ]);
  await expectAgreement(scene);
});

describe('salts and browser marks', () => {
  test('each day has one salt, which is deleted after two days', async () => {
    await served.visit('/s/shirt');
    await served.redirector.drainNow();
    expect(await scene.query('select 1 from visitor_salts')).toHaveLength(1);
    const { forgetVisitors } = await import('./hits.queries.ts');
    const pool = testPool(scene.url);
    await forgetVisitors(pool, new Date(clock.now().getTime() + 2 * 86_400_000));
    expect(await scene.query('select 1 from visitor_salts')).toHaveLength(1);
    await forgetVisitors(pool, new Date(clock.now().getTime() + 4 * 86_400_000));
    expect(await scene.query('select 1 from visitor_salts union all select 1 from counted_marks')).toHaveLength(0);
    await pool.end();
  });
});
