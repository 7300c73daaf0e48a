import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { longPatience } from '../../world/patience.ts';
import {
  clickOf,
  cookieOf,
  openScene,
  type RedirectorScene,
  type ServedRedirector,
  until,
} from '../redirector.testing.ts';

let scene: RedirectorScene;
let served: ServedRedirector;

beforeAll(async () => {
  scene = await openScene();
  await scene.addLink('shirt', 'https://shop.example/products/shirt?size=m#reviews');
  await scene.addLink('Shirt', 'https://shop.example/products/other');
  await scene.addLink('a+b'.replace('+', '-'), 'https://shop.example/');
  await scene.addLink('gone');
  await scene.query("update links set disabled_at = now() where code = 'gone'");
  served = await scene.serve();
});
afterAll(() => scene[Symbol.asyncDispose]());

describe('a shopper who follows a link', () => {
  test('is sent to its destination with a click id, their own parameters and no caching', async () => {
    const answer = await served.visit('/s/shirt?utm_source=ig&size=xl&vt_click=forged');
    const clickId = clickOf(answer);
    expect(clickId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(answer).toMatchObject({ status: 302, body: '' });
    expect(answer.headers).toMatchObject({
      location: `https://shop.example/products/shirt?size=m&utm_source=ig&vt_click=${clickId}#reviews`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-length': '0',
    });
    expect(answer.headers.server).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  test('gets a browser mark for half an hour, or keeps the one they have', async () => {
    const first = await served.visit('/s/shirt');
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^vt_browser=[\w-]{56}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/),
    ]);
    expect(first.headers['set-cookie']?.[0]).not.toContain(clickOf(first));
    const second = await served.visit('/s/shirt', { headers: { cookie: `theme=dark; ${cookieOf(first)}` } });
    expect(second.headers['set-cookie']).toBeUndefined();
    const third = await served.visit('/s/shirt', { headers: { cookie: 'vt_browser=not-a-mark' } });
    expect(cookieOf(third)).toMatch(/^vt_browser=[\w-]{56}$/);
  });

  test('gets different links for different capitals', async () => {
    expect((await served.visit('/s/Shirt')).headers.location).toContain('/products/other');
    expect((await served.visit('/s/SHIRT')).status).toBe(404);
  });

  test('can write the code with escapes', async () => {
    expect((await served.visit('/s/%73hirt')).status).toBe(302);
  });
});

test('over https the cookie of the mark is Secure', async () => {
  const secure = await scene.serve({ publicUrl: 'https://portal.example', nodeId: 'node-3' });
  expect((await secure.visit('/s/shirt')).headers['set-cookie']?.[0]).toMatch(/; Secure$/);
});

test('a HEAD request gets no click id and no mark', async () => {
  const answer = await served.visit('/s/shirt', { method: 'HEAD' });
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe('https://shop.example/products/shirt?size=m#reviews');
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('%s is refused', async (method) => {
  const answer = await served.visit('/s/shirt', { method });
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD');
});

test('paths outside /s/ are passed on', async () => {
  for (const path of ['/', '/s', '/S/shirt', '/shirt', '//s/shirt', '/api/s/shirt']) {
    expect((await served.visit(path)).status).toBe(418);
  }
});

describe('an unknown code', () => {
  test.each([
    '/s/nobody',
    '/s/',
    '/s/shirt/',
    '/s/%',
    '/s/%zz',
    '/s/%E0%A4%A',
    '/s/%00',
    '/s/..%2f..%2fetc',
    '/s/shirt%20',
    '/s/+',
    '/s/shirt++',
    `/s/${'x'.repeat(5_000)}`,
  ])('gets a page that says so: %s', async (path) => {
    const answer = await served.visit(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('This link doesn’t work');
    expect(answer.body).not.toMatch(/<script|<style|style=|shop\.example/);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('is recorded without a destination', async () => {
    await served.visit('/s/nowhere-1', {
      headers: { referer: 'https://www.tiktok.com/@ava', 'x-forwarded-for': '203.0.113.9' },
    });
    const noted = () =>
      scene.query("select reason, referrer_host, address_prefix from orphan_visits where code = 'nowhere-1'");
    await until(async () => (await noted()).length > 0);
    expect(await noted()).toEqual([
      { reason: 'unknown', referrer_host: 'www.tiktok.com', address_prefix: '203.0.113.0/24' },
    ]);
  });

  test('can be tried fifty times a second from one address, and known links are never refused', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.66' };
    const tryMany = () => Promise.all(Array.from({ length: 120 }, (_, n) => served.visit(`/s/scan-${n}`, { headers })));
    const now = Math.ceil(performance.now());
    const time = vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => time.mockRestore());
    const refused = (await tryMany()).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(70);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    time.mockReturnValue(now + 1_000);
    expect((await tryMany()).filter(({ status }) => status === 429)).toHaveLength(70);
    expect((await served.visit('/s/shirt', { headers })).status).toBe(302);
    expect((await served.visit('/s/other-address', { headers: { 'x-forwarded-for': '203.0.113.67' } })).status).toBe(
      404,
    );
  });
});

test('a disabled link is gone, and its destination is not shown', async () => {
  const answer = await served.visit('/s/gone');
  expect(answer.status).toBe(410);
  expect(answer.body).toContain('This link is no longer active');
  expect(answer.body).not.toContain('shop.example');
  expect(answer.headers.location).toBeUndefined();
  expect((await served.visit('/s/gone+')).status).toBe(410);
  const noted = () =>
    scene.query<{ reason: string }>("select distinct reason from orphan_visits where code like 'gone%'");
  await until(async () => (await noted()).length > 0);
  expect(await noted()).toEqual([{ reason: 'disabled' }]);
});

describe('a page without a destination links', () => {
  test("to the storefront of a disabled link's creator, as long as it is public", async () => {
    const open = await served.visit('/s/gone');
    expect(open.body).toContain('<a class="button" href="/@ava">See Ava Stone’s picks</a>');
    await scene.query('update users set user_status = 0 where id = $1', [scene.creatorId]);
    const closed = await served.visit('/s/gone');
    await scene.query('update users set user_status = 100 where id = $1', [scene.creatorId]);
    expect(closed.status).toBe(410);
    expect(closed.body).toContain('<a class="button" href="/">Go to the home page</a>');
    expect(closed.body).not.toMatch(/@ava|Ava Stone/);
  });

  test('to the home page for an unknown link', async () => {
    expect((await served.visit('/s/nowhere-2')).body).toContain('<a class="button" href="/">Go to the home page</a>');
  });
});

test('the preview of a link shows its destination and creator, and counts nothing', async () => {
  const before = served.redirector.counts().clicks;
  const answer = await served.visit('/s/shirt+');
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('<h1>shop.example</h1>');
  expect(answer.body).toContain('Glow &lt;Lab&gt;');
  expect(answer.body).toContain('Ava Stone earns a commission');
  expect(answer.body).toContain('href="/s/shirt"');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await served.visit('/s/shirt%2B')).status).toBe(200);
  expect(served.redirector.counts().clicks).toBe(before);
});

test('a page is in the variant of its host name', async () => {
  expect((await served.visit('/s/nobody', { headers: { host: 'beauty.localhost' } })).body).toContain(
    'data-project="beauty"',
  );
});

/** Sends raw bytes like a hostile client. */
function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(served.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')));
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}

test.each([
  ['a bare LF in a header', 'GET /s/shirt HTTP/1.1\r\nHost: a\r\nUser-Agent: one\ntwo\r\nConnection: close\r\n\r\n'],
  ['a NUL in a header', 'GET /s/shirt HTTP/1.1\r\nHost: a\r\nUser-Agent: one\0two\r\nConnection: close\r\n\r\n'],
  ['a folded header', 'GET /s/shirt HTTP/1.1\r\nHost: a\r\nUser-Agent: one\r\n two\r\nConnection: close\r\n\r\n'],
  ['bytes beyond ASCII in the address', 'GET /s/shirt?q=\xff\xfe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [
    'a repeated header',
    'GET /s/shirt HTTP/1.1\r\nHost: a\r\nSec-Purpose: a\r\nSec-Purpose: b\r\nConnection: close\r\n\r\n',
  ],
])('%s is refused or redirected, and adds at most one hit', async (_what, bytes) => {
  await served.redirector.drainNow();
  const count = async () =>
    (await scene.query<{ n: number }>("select count(*)::int as n from hits where node = 'node-1'"))[0]?.n ?? 0;
  const before = await count();
  const received = await sendRaw(bytes);
  expect(received).toMatch(/^HTTP\/1\.1 (302|400) /);
  await served.redirector.drainNow();
  expect((await count()) - before).toBe(received.startsWith('HTTP/1.1 302') ? 1 : 0);
});

test('a link just created on another node is found instead of answered "not found"', async () => {
  const quiet = await scene.serve({ nodeId: 'node-2', patience: longPatience });
  await scene.query('alter table links disable trigger link_changed');
  await scene.addLink('brand-new');
  await scene.query('alter table links enable trigger link_changed');
  const answers = await Promise.all(Array.from({ length: 10 }, () => quiet.visit('/s/brand-new')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 302));
});

test('metrics are exported to Prometheus', async () => {
  const { Registry } = await import('prom-client');
  const metrics = new Registry();
  const counted = await scene.serve({ metrics, nodeId: 'node-4' });
  await counted.visit('/s/shirt');
  await counted.visit('/s/nobody-here');
  await until(async () => {
    const text = await metrics.metrics();
    return text.includes('vitrine_journal_bytes 0') && /batch_seconds_count [1-9]/.test(text);
  });
  const text = await metrics.metrics();
  expect(text).toContain('vitrine_redirects_total{outcome="clicks"} 1');
  expect(text).toContain('vitrine_redirects_total{outcome="unknown"} 1');
  expect(text).toContain('vitrine_clicks_not_recorded_total 0');
  expect(text).toMatch(/vitrine_drain_batch_seconds_count [1-9]/);
  expect(text).toContain('vitrine_journal_bytes 0');
  expect(text).toMatch(/vitrine_links [1-9]/);
});
