import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { type App, createApp } from '../../app.ts';
import { createProxies } from './proxies.ts';
import { shortenedAddress, watchRedirects } from './access.ts';
import { createServer } from 'node:http';
import { once } from 'node:events';

let world: World;
let app: App;
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
const metrics = new Registry();

beforeAll(async () => {
  world = await openWorld();
  app = await createApp({ ...world.ctx, log, metrics });
});
afterAll(async () => {
  await app.close();
  await world[Symbol.asyncDispose]();
});

async function lineOf(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  lines.length = 0;
  const answer = await app.fastify.inject({ url, headers, remoteAddress: '203.0.113.77' });
  const found = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(found).toHaveLength(1);
  expect(found[0].request_id).toBe(answer.headers['x-request-id']);
  return found[0];
}

describe('the line of a request', () => {
  test('names the route, the status, the client’s network and the user', async () => {
    const token = await world.token('ava@creators.test');
    const line = await lineOf('/api/v1/me', { authorization: `Bearer ${token}` });
    expect(line).toMatchObject({ method: 'GET', route: '/api/v1/me', status: 200, client: '203.0.113.0' });
    expect(line['user']).toMatch(/^[0-9a-f-]{36}$/);
    expect(line['ms']).toBeTypeOf('number');
  });

  test.each([
    ['a one-time code in the path', '/api/v1/invitations/a-secret-code', '/api/v1/invitations/:code'],
    ['a query', '/api/v1/me?token=a-secret-code', '/api/v1/me'],
    ['an unknown address', '/api/v1/a-secret-code', 'other'],
  ])('never contains %s', async (_what, url, route) => {
    const line = await lineOf(url, { authorization: 'Bearer a-secret-code', cookie: 'vt_browser=a-secret-code' });
    expect(line['route']).toBe(route);
    expect(lines.join('')).not.toContain('a-secret-code');
  });

  test('is left out for a probe that finds nothing wrong', async () => {
    lines.length = 0;
    const asked = ['/healthz', '/readyz', '/metrics'];
    const statusOf = async (url: string) => (await app.fastify.inject({ url, remoteAddress: '127.0.0.1' })).statusCode;
    expect(await Promise.all(asked.map(statusOf))).toEqual([200, 200, 200]);
    expect(lines).toEqual([]);
    expect(await lineOf('/metrics')).toMatchObject({ status: 404 });
  });

  test('is also written for a shortlink, without its code', async () => {
    lines.length = 0;
    const lane = watchRedirects(
      (_request, response) => {
        response.writeHead(302, { location: 'https://shop.test/' }).end();
        return true;
      },
      createProxies([]),
      log,
    );
    const server = createServer((request, response) => void lane(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await fetch(`http://127.0.0.1:${port}/s/abc123`, { redirect: 'manual' });
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', route: '/s/:code', status: 302, client: '127.0.0.0' },
    ]);
    expect(lines.join('')).not.toContain('abc123');
  });

  test('costs a shortlink nothing where it is not logged', () => {
    const lane = () => true;
    expect(watchRedirects(lane, createProxies([]), pino({ level: 'warn' }))).toBe(lane);
  });
});

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:12:3456:789a::1', '2001:db8:12::'],
  ['2001:db8::1', '2001:db8::'],
  ['::1', '::'],
])('%s is logged as %s', (address, shown) => {
  expect(shortenedAddress(address)).toBe(shown);
});

test('requests are counted by route and status, and not by address', async () => {
  await app.fastify.inject('/api/v1/invitations/one');
  await app.fastify.inject('/api/v1/invitations/two');
  const text = await metrics.metrics();
  expect(text).toMatch(
    /vitrine_http_request_seconds_count\{method="GET",route="\/api\/v1\/invitations\/:code",status="404"\} [3-9]/,
  );
  expect(text).not.toContain('invitations/one');
});
