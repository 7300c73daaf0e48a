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
import { demoPassword } from './people.ts';
import { granted } from './shelves.ts';

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
