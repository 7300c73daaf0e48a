import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPublishedAnnouncements } from '@vitrine/contract/announcements.ts';
import { listApplications } from '@vitrine/contract/applications.ts';
import { listBrandClaims } from '@vitrine/contract/claims.ts';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import { listGroups } from '@vitrine/contract/groups.ts';
import { listObjections } from '@vitrine/contract/objections.ts';
import { listApiKeys, revokeApiKey } from '@vitrine/contract/merchants.ts';
import { listOrders } from '@vitrine/contract/orders.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { listBrandPayouts } from '@vitrine/contract/payouts.ts';
import { listCreators } from '@vitrine/contract/roster.ts';
import { listTerms } from '@vitrine/contract/terms.ts';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { verifyLedger } from '../src/ledger/ledger.verify.ts';
import { type RunningServer, startServer } from '../src/server.ts';
import { type Client, client } from './client.ts';
import { testDatabase } from './database.ts';
import { loadDemoOnce } from './demo.ts';
import { demoApiKey, demoPassword } from './people.ts';
import { loopbackPort } from './ports.ts';
import { granted } from './shelves.ts';
import { startDemoShops } from './shop/demo.shops.ts';
import { openShopBrowser } from './shop/shop.testing.ts';

// The demo as `npm start` creates it, once for this file.

const params = { merchant: 'glow-lab' };
let database: Awaited<ReturnType<typeof testDatabase>>;
let dataDir: string;
let running: RunningServer;
let app: Awaited<ReturnType<typeof createApp>>;
let staff: Client;

async function signIn(email: string): Promise<Client> {
  const { token } = granted(await client(app.fastify).call(login, { body: { email, password: demoPassword } }));
  return client(app.fastify, token);
}

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-demo-'));
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: '0',
    // The links lead there long before the shops start.
    DEMO_SHOP_PORT: String(await loopbackPort()),
    ROLES: 'api,redirect',
    LOG_LEVEL: 'error',
  };
  const config = { ...readConfig(settings), passwordCost: { memory: 8, passes: 1 } };
  running = await startServer(config, loadDemoOnce);
  app = await createApp({ ...running.ctx, metrics: new Registry() });
  staff = await signIn('brand@glow.test');
}, 300_000);

afterAll(async () => {
  await app.close();
  await running.stop();
  await database[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

test('Glow Lab has some forty creators, from one nobody has visited yet to a star', async () => {
  const { data, meta } = await staff.call(listCreators, { params, query: { days: 90, sort: 'clicks' } });
  expect(meta.total).toBeGreaterThanOrEqual(40);
  const having = (status: string) => data.filter((each) => each.status === status).length;
  expect(having('active')).toBeGreaterThanOrEqual(20);
  expect([having('paused'), having('ended')]).toEqual([1, 1]);
  expect(data.some(({ ends_at: end, status }) => end !== null && status !== 'ended')).toBe(true);
  expect(data[0]?.clicks).toBeGreaterThan(600);
  expect(data.filter(({ clicks }) => clicks === 0).length).toBeGreaterThanOrEqual(4);
  const withOrders = data.filter(({ orders }) => orders > 0).length;
  expect(withOrders).toBeGreaterThanOrEqual(20);
  expect(data.filter(({ tags }) => tags.length > 0).length).toBeGreaterThanOrEqual(8);
});

test('its groups have creators, and its application page has answered some and keeps others waiting', async () => {
  const groups = granted(await staff.call(listGroups, { params }));
  expect(groups.map(({ name }) => name)).toEqual(['Ambassadors', 'Athletes', 'Newcomers']);
  for (const group of groups) expect(group.creators, group.name).toBeGreaterThanOrEqual(3);
  const { meta } = await staff.call(listApplications, { params });
  expect(meta.counts).toEqual({ waiting: 5, approved: 1, rejected: 1, withdrawn: 1 });
});

test('a campaign is running: a higher rate until a day to come, and its announcement', async () => {
  const [current] = granted(await staff.call(listTerms, { params }));
  const dated = current?.rules.find(({ ends_on: end }) => end !== null);
  expect(dated).toMatchObject({ sku: 'GL-101', rate: 2000, product: 'Dew Serum' });
  expect(Date.parse(dated?.ends_on ?? '')).toBeGreaterThan(Date.now());
  const announcements = granted(await staff.call(listPublishedAnnouncements, { params, query: {} }));
  const holiday = announcements.find(({ title }) => title.startsWith('Holiday: 20% on Dew Serum until '));
  expect(holiday?.products).toHaveLength(2);
  expect(holiday?.reads).toBeGreaterThan(0);
  expect(announcements.some(({ audience }) => audience.kind === 'groups')).toBe(true);
});

test('orders and payouts are in every state, and an objection and a claim wait for the brand', async () => {
  for (const outcome of ['credited', 'held', 'declined', 'partly_refunded', 'refunded', 'not_credited'] as const) {
    const orders = granted(await staff.call(listOrders, { params, query: { outcome, limit: 1 } }));
    expect(orders.length, outcome).toBe(1);
  }
  const payouts = granted(await staff.call(listBrandPayouts, { params, query: { limit: 100 } }));
  expect(new Set(payouts.map(({ state }) => state))).toEqual(
    new Set(['requested', 'approved', 'sent', 'paid', 'failed', 'cancelled']),
  );
  const objections = granted(await staff.call(listObjections, { params, query: {} }));
  expect(objections.map(({ state }) => state).toSorted()).toEqual(['accepted', 'open']);
  const claims = granted(await staff.call(listBrandClaims, { params, query: {} }));
  expect(claims.map(({ state }) => state).toSorted()).toEqual(['credited', 'open']);
});

test('Ava has money in every state, and every ledger entry adds up', async () => {
  const ava = await signIn('ava@creators.test');
  const { balances } = granted(await ava.call(readEarnings, {}));
  const glow = balances.find(({ merchant_display_name: brand }) => brand === 'Glow Lab');
  for (const state of ['current', 'pending', 'processing', 'paid'] as const)
    expect(Number(glow?.[state].amount), state).toBeGreaterThan(0);
  expect(await verifyLedger(database.url)).toMatchObject({ agrees: true });
});

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

/** Follows a product of Ava's storefront; returns the address of the shop. */
async function followProduct(): Promise<URL> {
  const storefront = await (await fetch(`${running.url}/@ava/glow-lab`)).text();
  const link = /\/s\/[\w-]+/.exec(storefront)?.[0];
  const answer = await fetch(`${running.url}${link}`, { redirect: 'manual', headers: { 'user-agent': iPhone } });
  return new URL(answer.headers.get('location') ?? '');
}

test('a shopper buys in the shop to which a link leads, and the shop reports the order and its refund', async () => {
  const landing = await followProduct();
  expect(landing.hostname).toBe('glow-lab.localhost');
  const shops = await startDemoShops(running.ctx, running.url);
  if (!shops) throw new Error('the shops did not start');
  try {
    expect(new URL(shops.url).port).toBe(landing.port);
    const browser = openShopBrowser(shops, landing.hostname);
    const page = (await browser.get(landing.pathname)).text;
    expect(page).toContain(`src="${running.url}/vt.js"`);
    const product = /name="product" value="(\d+)"/.exec(page)?.[1] ?? '';
    await browser.post('/cart/add', { product, quantity: '2' });
    expect((await browser.post('/cart/code', { code: 'NOBODY' })).text).toContain('There is no code NOBODY.');
    expect((await browser.post('/cart/code', { code: 'ava10' })).status).toBe(303);
    // As the snippet does.
    const click = landing.searchParams.get('vt_click') ?? '';
    const shopper = { email: 'robin.marlow@shopper.test', first_name: 'Robin', vt_click: click };
    const { location } = await browser.post('/checkout', shopper);
    // Two Dew Serums less 10%: 86.40, of which the campaign pays 20%.
    expect((await browser.get(location)).text).toMatch(/@ava<\/strong> gets a commission of <strong>\$17\.28/);
    const line = /name="(line-\d+)"/.exec((await browser.get(location)).text)?.[1] ?? '';
    await browser.post(`${location}/refund`, { [line]: '1' });
    expect((await browser.get(location)).text).toContain('<strong>$8.64</strong>: $17.28 less $8.64');
  } finally {
    await shops.stop();
  }
});

test('the shops never start in production, without the demo, or after its key was revoked', async () => {
  const { ctx, url } = running;
  const as = (config: Partial<typeof ctx.config>) => ({ ...ctx, config: { ...ctx.config, ...config } });
  expect(await startDemoShops(as({ production: true }), url)).toBeUndefined();
  expect(await startDemoShops(as({ demo: false }), url)).toBeUndefined();
  const [key] = granted(await staff.call(listApiKeys, { params }));
  expect(demoApiKey).toContain(key?.hint.replace('…', ''));
  granted(await staff.call(revokeApiKey, { params: { ...params, api_key_id: key?.id ?? '' } }));
  expect(await startDemoShops(ctx, url)).toBeUndefined();
});
