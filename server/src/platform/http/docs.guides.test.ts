import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isShopCall } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { apiKeyScope, type ApiKeyScope } from '@vitrine/contract/merchants.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { bodyOf } from '../../../authorization.bodies.testing.ts';
import { commandsOf } from '../../../production/guide.testing.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { addApiKey } from '../../merchants/merchants.service.ts';
import { guideOf, readGuides } from './docs.guides.ts';
import { refusalsOf } from './openapi.ts';

const shopCalls = [...endpoints].filter(([, { access }]) => (access as readonly string[]).includes('shop'));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('the guide to errors explains every refusal of a shop’s calls, with its status', () => {
  const guide = readFileSync(new URL('../../../../docs/shops/errors.md', import.meta.url), 'utf8');
  const explained = [...guide.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => `${code} ${status}`);
  const codes = new Set([...endpoints.values()].filter(isShopCall).flatMap(refusalsOf));
  expect(explained.toSorted()).toEqual([...codes].map((code) => `${code} ${refusals[code].status}`).toSorted());
});

/** The calls that a key with this one permission may make; every other is refused. */
async function callsOf(scope: ApiKeyScope): Promise<string[]> {
  const { key } = await addApiKey(world.ctx, world.people.merchants.glow, { name: scope, scopes: [scope] });
  const shop = world.shop(key);
  const merchant = world.people.merchants.glow;
  const allowed = await Promise.all(
    shopCalls.map(async ([name, endpoint]) => {
      const { status } = await shop.call(endpoint, {
        params: { order_id: 'none', code: 'none' },
        body: bodyOf(world, name, { merchant }) as object,
      });
      return status === 403 ? [] : [`${endpoint.method} ${endpoint.path}`];
    }),
  );
  return allowed.flat();
}

test('the guide to the API says exactly what each permission allows', async () => {
  const guide = readFileSync(new URL('../../../../docs/shops/api.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+:\w+)` \| [^|]+ \| (.+) \|$/gm)].map(([, scope, calls = '']) => [
    scope,
    [...calls.matchAll(/`([^`]+)`/g)].map(([, call = '']) => call).toSorted(),
  ]);
  const allowed = await Promise.all(
    apiKeyScope.options.map(async (scope) => [scope, (await callsOf(scope)).toSorted()]),
  );
  expect(rows).toEqual(allowed);
});

test('each call of a shop has a request in a guide', () => {
  const requests = readGuides(endpoints)
    .flatMap(({ name }) => commandsOf(name))
    .map(({ text }) => {
      const [, method = text.includes("-d '") ? 'POST' : 'GET'] = /-X ([A-Z]+)/.exec(text) ?? [];
      const [, path = ''] = /\/api\/v1([^?"]*)/.exec(text) ?? [];
      return `${method} ${path}`;
    });
  const withoutRequest = shopCalls.filter(([, { method, path }]) => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !requests.some((request) => pattern.test(request));
  });
  expect(withoutRequest.map(([name]) => name)).toEqual([]);
});

test('every file of docs/shops is a guide, and its README lists them all in their order with their titles', () => {
  const folder = new URL('../../../../docs/shops/', import.meta.url);
  const guides = readGuides(endpoints);
  const files = readdirSync(folder).filter((file) => file !== 'README.md');
  expect(files).toEqual(guides.map(({ name }) => `${name}.md`).toSorted());
  const list = [...readFileSync(new URL('README.md', folder), 'utf8').matchAll(/^\| \[(.+)\]\((.+)\.md\)/gm)];
  expect(list.map(([, title, name]) => [name, title])).toEqual(guides.map(({ name, title }) => [name, title]));
});

test('the label of a block, which is for the tests, is not shown', () => {
  const { main } = guideOf('one', '# One\n\n```sh not-run=needs-a-shop\nexport KEY=vtk_1\n```\n', endpoints);
  expect(main.toString()).toContain('<pre><i class="keyword">export</i> KEY=vtk_1</pre>');
  expect(main.toString()).not.toContain('needs-a-shop');
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

  test('leads from each guide to the one before and the one after', async () => {
    const paths = readGuides(endpoints).map(({ path }) => path);
    const turns = await Promise.all(
      paths.map(async (path) => {
        const body = await page(path);
        const [prev, next] = ['prev', 'next'].map((rel) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(body)?.[1]);
        return [prev, next];
      }),
    );
    expect(turns).toEqual(paths.map((_, index) => [paths[index - 1], paths[index + 1]]));
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
      expect(bytes, path).toBeLessThan(75_000);
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
