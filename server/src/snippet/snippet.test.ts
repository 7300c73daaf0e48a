import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeBrandSettings } from '@vitrine/contract/brand-settings.ts';
import { readSnippet } from '@vitrine/contract/snippet.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createClickIds, isClickId } from '../hits/click-id.ts';
import { readSnippetFiles } from './snippet.files.ts';
import { formFieldText, sharedDomain, snippetTag, tagManagerText } from './snippet.texts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { current, pixel } = readSnippetFiles();
const built = (name: string) => readFileSync(new URL(`built/${name}`, import.meta.url), 'utf8');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const textsOf = async (merchant: string, email = 'brand@glow.test') => {
  const staff = await world.signIn(email);
  return granted(await staff.call(readSnippet, { params: { merchant } }));
};

test('the built files are those of the sources', () => {
  const script = "process.stdout.write(JSON.stringify(await (await import('./run/snippet.mjs')).buildSnippet()))";
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(text)).toEqual({ 'vt.js': built('vt.js'), 'pixel.js': built('pixel.js') });
});

test('the snippet has at most 1.5 kB with gzip and with Brotli, as it is sent', async () => {
  expect(gzipSync(current.code).length).toBeLessThanOrEqual(1_500);
  for (const encoding of ['gzip', 'br']) {
    const answer = await world.app.inject({ url: '/vt.js', headers: { 'accept-encoding': encoding } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.rawPayload.length).toBeLessThanOrEqual(1_500);
  }
});

test('the newest snippet is cached for a day, a version of it forever, and any page may load both', async () => {
  const lifetimes = {
    '/vt.js': 'public, max-age=86400, stale-while-revalidate=604800',
    [`/vt.js?v=${current.version}`]: 'public, max-age=31536000, immutable',
  };
  for (const [url, cache] of Object.entries(lifetimes)) {
    const answer = await world.app.inject({ url, headers: { origin: 'https://shop.example' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(current.code);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': cache,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test.each(['nothing', '', '../vt', `${current.version}&v=${current.version}`, '__proto__'])(
  'a version that does not exist is not found: %s',
  async (version) => {
    const answer = await world.app.inject(`/vt.js?v=${version}`);
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  },
);

test('a brand reads its tag with the hash of the file at its address', async () => {
  const texts = await textsOf('glow-lab');
  const { pathname, search } = new URL(texts.address);
  const { rawPayload } = await world.app.inject(pathname + search);
  expect(texts.integrity).toBe(`sha384-${createHash('sha384').update(rawPayload).digest('base64')}`);
  expect(texts).toMatchObject({ parameter: 'vt_click', days: 30, form_field: formFieldText });
  expect(texts.tag).toContain(`src="${texts.address}" integrity="${texts.integrity}" crossorigin="anonymous"`);
  expect(texts.tag).toContain('data-days="30"');
});

test('the texts have the parameter, the window and the shared domain of the brand', async () => {
  const { glow } = world.people.merchants;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx
      .updateTable('merchants')
      .set({ click_parameter: 'ref', window_days: 45, project_key: 'general' })
      .where('id', '=', glow)
      .execute();
    await tx.deleteFrom('merchant_hosts').where('merchant_id', '=', glow).execute();
    await tx
      .insertInto('merchant_hosts')
      .values(['www.glow.example', 'pay.glow.example'].map((host) => ({ merchant_id: glow, host })))
      .execute();
  });
  const texts = await textsOf('glow-lab');
  expect(texts).toMatchObject({ parameter: 'ref', days: 45, domain: 'glow.example' });
  expect(texts.tag).toMatch(/ data-days="45" data-parameter="ref" data-domain="glow.example"><\/script>$/);
  expect(texts.tag_manager).toContain('{"parameter":"ref","days":45,"domain":"glow.example"}');
  expect(texts.pixel).toMatch(/^const VITRINE = {"parameter":"ref","days":45,"domain":"glow.example"};\n/);
});

test('the texts also read former names of the parameter', async () => {
  const owner = await world.signIn('brand@northwind.test');
  const params = { merchant: world.people.merchants.northwind };
  granted(await owner.call(changeBrandSettings, { params, body: { click_parameter: 'north' } }));
  const texts = await textsOf(world.people.merchants.northwind, 'brand@northwind.test');
  expect(texts.parameter).toBe('north');
  expect(texts.tag).toContain(' data-parameter="north|vt_click"');
  expect(texts.pixel).toContain('"parameter":"north|vt_click"');
});

test.each([
  [['shop.glow.example'], 'shop.glow.example'],
  [['www.glow.example'], 'glow.example'],
  [['glow.example', 'shop.glow.example'], 'glow.example'],
  [['eu.shop.glow.example', 'us.shop.glow.example'], 'shop.glow.example'],
  [['glow.example', 'glowlab.example'], null],
  [['overglow.example', 'glow.example'], null],
  [['localhost'], null],
  [[], null],
])('the hosts %j share the domain %s', (hosts, domain) => {
  expect(sharedDomain(hosts)).toBe(domain);
});

test('no value of a brand can end its element', () => {
  const settings = { home: 'https://portal.example', parameter: '"></script><b>', days: 30, domain: "'</script>" };
  expect(snippetTag(current, settings).match(/<\/?\w+/g)).toEqual(['<script', '</script']);
  expect(tagManagerText(current, settings).match(/<\/?\w+/g)).toEqual(['<script', '</script']);
});

test('the guide shows the texts of the current version, word for word', () => {
  const guide = readFileSync(`${root}docs/shops/snippet.md`, 'utf8');
  const settings = { home: 'https://portal.example', parameter: 'vt_click', days: 30, domain: 'glowlab.example' };
  const fenced = (text: string) => `\`\`\`html\n${text}\n\`\`\``;
  for (const text of [snippetTag(current, settings), tagManagerText(current, settings), formFieldText])
    expect(guide).toContain(fenced(text));
});

/** What Shopify gives a pixel: events, and the cookies and storage of the shop. */
function sandbox(stored: Record<string, string> = {}) {
  const acts: ((event: unknown) => Promise<void>)[] = [];
  const cookies: string[] = [];
  const storage = new Map(Object.entries(stored));
  const globals = {
    atob,
    URLSearchParams,
    analytics: { subscribe: (_event: string, act: (event: unknown) => Promise<void>) => void acts.push(act) },
    browser: {
      cookie: {
        get: async (name: string) => storage.get(`cookie ${name}`) ?? '',
        set: async (text: string) => void cookies.push(text),
      },
      localStorage: {
        getItem: async (name: string) => storage.get(name) ?? null,
        setItem: async (name: string, value: string) => void storage.set(name, value),
      },
    },
  };
  const view = async (search: string) => {
    for (const act of acts) await act({ context: { document: { location: { search } } } });
  };
  return { globals, cookies, storage, view };
}

test('the Shopify pixel keeps the click id of the landing page in the cookie and the storage of the shop', async () => {
  const click = createClickIds()(Date.now() - 86_400_000);
  const { globals, cookies, storage, view } = sandbox();
  const settings = { parameter: 'vt_click', days: 30, domain: 'glow.example' };
  runInNewContext(`const VITRINE = ${JSON.stringify(settings)};\n${pixel}`, globals);
  await view('?vt_click=<script>');
  expect([cookies, storage.size]).toEqual([[], 0]);
  await view(`?utm_source=x&vt_click=${click}`);
  expect(storage.get('vt_click')).toBe(click);
  const [, seconds] = /^vt_click=[\w-]{22};path=\/;max-age=(\d+);samesite=lax;domain=glow\.example;secure$/.exec(
    cookies[0] ?? '',
  ) ?? [''];
  expect(Number(seconds) / 86_400).toBeCloseTo(29, 2);
});

test('a made-up click id never replaces a real one in the pixel', async () => {
  const create = createClickIds();
  const { globals, storage, view } = sandbox();
  runInNewContext(`const VITRINE = { parameter: 'c', days: 30, domain: '' };\n${pixel}`, globals);
  const [real, another] = [create(Date.now() - 60_000), create(Date.now() + 3_600_000)];
  await view(`?c=${create(Date.parse('9999-12-31T00:00:00Z'))}`);
  expect(storage.get('vt_click')).toBeUndefined();
  for (const [click, kept] of [
    [real, real],
    [another, `${another}${real}`],
    [create(Date.parse('9999-12-31T00:00:00Z')), `${another}${real}`],
  ] as const) {
    await view(`?c=${click}`);
    expect(storage.get('vt_click')).toBe(kept);
  }
});

test('the snippet’s click ids are those of the redirector', () => {
  const create = createClickIds();
  const { globals, storage, view } = sandbox();
  runInNewContext(`const VITRINE = { parameter: 'c', days: 30, domain: '' };\n${pixel}`, globals);
  return view(`?c=${create(Date.now())}`).then(() => expect(isClickId(storage.get('vt_click') ?? '')).toBe(true));
});
