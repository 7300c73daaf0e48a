import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { openWorld, type World } from './world/world.ts';

// Pages of other origins can read the shop snippet and nothing else (docs/decisions/0059-shop-snippet.md).

let world: World;
let key = '';
beforeAll(async () => {
  world = await openWorld();
  key = await world.token('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const opened = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test('no call of the API lets a page of another origin read its answer or ask to send one', {
  timeout: 120_000,
}, async () => {
  const offences: string[] = [];
  for (const [name, { method, path }] of endpoints) {
    const url = `/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`;
    for (const origin of ['https://shop.glowlab.example', 'https://evil.example', 'null']) {
      const preflight = await world.app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      const answer = path.endsWith('/events')
        ? undefined
        : await world.app.inject({ method, url, headers: { origin, authorization: `Bearer ${key}` } });
      for (const { statusCode, headers } of answer ? [preflight, answer] : [preflight])
        if (opened(headers).length > 0)
          offences.push(`${name} from ${origin}: ${statusCode} ${opened(headers).join()}`);
      if (preflight.statusCode < 400) offences.push(`${name} answers a preflight with ${preflight.statusCode}`);
    }
  }
  expect(offences).toEqual([]);
  expect(endpoints.size).toBeGreaterThan(100);
});

test('pages, pictures and files of ours stay closed too, and only the snippet is open', async () => {
  const headers = { origin: 'https://evil.example' };
  for (const url of ['/', '/@ava', '/@ava/glow-lab', '/assets/shop.css', '/healthz', '/version', '/docs'])
    expect([url, opened((await world.app.inject({ url, headers })).headers)]).toEqual([url, []]);
  expect(opened((await world.app.inject({ url: '/vt.js', headers })).headers)).toEqual(['access-control-allow-origin']);
});
