import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isShopCall } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { apiKeyScope } from '@vitrine/contract/merchants.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { makeHit } from '../../orders/orders.testing.ts';
import { readGuides } from './docs.guides.ts';
import { refusalsOf } from './openapi.ts';

let world: World;
let environment: Record<string, string>;
beforeAll(async () => {
  // The guides place orders with `date`, so the world's time is the machine's.
  world = await openWorld({ at: new Date() });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const { clickId } = await makeHit(world, 'avaGlow');
  environment = {
    PATH: process.env['PATH'] ?? '',
    VITRINE: `http://127.0.0.1:${port}`,
    KEY: demoApiKey,
    CLICK: clickId,
  };
});
afterAll(() => world[Symbol.asyncDispose]());

type Step = { command: string; answer: string | undefined };

/** Each command of a guide that calls the API, with the JSON that the guide prints right after it or its next text. */
function stepsOf(name: string): Step[] {
  const guide = readFileSync(new URL(`../../../../docs/shops/${name}.md`, import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text = '']) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh' || !text.includes('curl ')) return [];
    const next = blocks[index + 1];
    return [{ command: text, answer: next?.language === 'json' ? next.text : undefined }];
  });
}

/** `…` in a printed answer stands for any value. */
function pattern(printed: string): unknown {
  return JSON.parse(printed, (_key, value: unknown) => (value === '…' ? expect.anything() : value)) as unknown;
}

async function run(command: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', command], { env: environment });
  return JSON.parse(stdout) as unknown;
}

describe('every command of a guide, run word for word, is answered as the guide says', () => {
  test.for(['quickstart', 'api', 'errors', 'money', 'idempotency'])('%s', async (name) => {
    const steps = stepsOf(name);
    expect(steps.length).toBeGreaterThan(1);
    for (const { command, answer } of steps) {
      expect(answer, command).toBeDefined();
      expect(await run(command), command).toMatchObject(pattern(answer ?? '{}') as object);
    }
  });
});

test('the guide to errors explains every refusal of a shop’s calls, with its status', () => {
  const guide = readFileSync(new URL('../../../../docs/shops/errors.md', import.meta.url), 'utf8');
  const explained = [...guide.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => `${code} ${status}`);
  const codes = new Set([...endpoints.values()].filter(isShopCall).flatMap(refusalsOf));
  expect(explained.toSorted()).toEqual([...codes].map((code) => `${code} ${refusals[code].status}`).toSorted());
});

test('the guide to the API lists every permission, and every call of a shop', () => {
  const guide = readFileSync(new URL('../../../../docs/shops/api.md', import.meta.url), 'utf8');
  const permissions = [...guide.matchAll(/^\| `(\w+:\w+)` \|/gm)].map(([, permission]) => permission);
  expect(permissions).toEqual(apiKeyScope.options);
  const calls = [...endpoints.values()].filter(isShopCall).map(({ method, path }) => `\`${method} ${path}\``);
  expect(calls.filter((call) => !guide.includes(call))).toEqual([]);
});

describe('the site at /docs', () => {
  const page = async (path: string) => (await world.app.inject(path)).body;
  const pathsOf = (body: string) => [...body.matchAll(/href="(\/docs[^"#]*)/g)].flatMap(([, path]) => path ?? []);
  const allPages = async () => new Set(pathsOf(await page('/docs')));

  test('lists every guide and every kind of caller', async () => {
    const paths = await allPages();
    for (const { path } of readGuides(endpoints)) expect(paths).toContain(path);
    expect(paths).toContain('/docs/reference/shop');
    expect(paths.size).toBeGreaterThan(9);
  });

  test('has no dead link', async () => {
    const dead: string[] = [];
    for (const path of await allPages()) {
      const body = await page(path);
      for (const [, href = ''] of body.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue;
        const [target = '', anchor] = (href.startsWith('#') ? `${path}${href}` : href).split('#');
        const answer = await world.app.inject(target);
        const isThere = answer.statusCode === 200 && (anchor === undefined || answer.body.includes(`id="${anchor}"`));
        if (!isThere) dead.push(`${path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test('every page is light, has a language, a title and one heading, and loads nothing from other hosts', async () => {
    const style = await world.app.inject('/assets/docs.css');
    const script = await world.app.inject('/assets/docs.js');
    for (const path of await allPages()) {
      const { body } = await world.app.inject(path);
      const gzipped = await world.app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } });
      expect(gzipped.headers['content-encoding'], path).toBe('gzip');
      const bytes = gzipped.rawPayload.length + style.rawPayload.length + script.rawPayload.length;
      expect(bytes, path).toBeLessThan(60_000);
      expect(body, path).toContain('<html lang="en">');
      expect(body.match(/<h1>/g), path).toHaveLength(1);
      expect(body, path).not.toMatch(/style=|\son\w+=/);
      expect([...body.matchAll(/<(?:script|link|img)[^>]*>/g)].map(([tag]) => tag)).toEqual([
        '<link rel="stylesheet" href="/assets/docs.css">',
        '<script src="/assets/docs.js" defer>',
      ]);
    }
  });

  test('an unknown guide is no page of the documentation', async () => {
    for (const path of ['/docs/nothing', '/docs/reference/nobody', '/docs/..%2f..%2fpackage']) {
      const { body } = await world.app.inject(path);
      expect(body, path).not.toContain('Vitrine for developers');
    }
  });
});
