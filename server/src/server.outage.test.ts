import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import pg from 'pg';
import { demoApiKey, demoPassword } from '../world/people.ts';
import { type ServerProcess, startServerProcess } from '../world/process.ts';
import { openWorld, type World } from '../world/world.ts';

// A database that crashes repeatedly during requests. What can't be answered is refused as busy.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const rounds = 25;

let world: World;
let server: ServerProcess;
let ava: string;
let staff: string;

beforeAll(async () => {
  world = await openWorld();
  ava = await world.token('ava@creators.test');
  staff = await world.token('brand@glow.test');
  server = await startServerProcess({ env: { DATABASE_URL: world.ctx.database.url } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Request = { path: string; init?: RequestInit };

const json = { 'Content-Type': 'application/json' };

function orderOf(number: number): Request {
  const body = JSON.stringify({
    order_id: `outage-${number}`,
    currency: 'USD',
    discount_codes: [],
    placed_at: '2026-11-20T11:00:00Z',
    lines: [
      { line_id: '1', sku: 'GL-102', title: 'Cream', quantity: 1, unit_price: { amount: '1000', currency: 'USD' } },
    ],
  });
  const headers = { ...json, Authorization: `Bearer ${demoApiKey}`, 'Idempotency-Key': `outage-${number}` };
  return { path: '/api/v1/orders', init: { method: 'POST', headers, body } };
}

function requestsOf(round: number): Request[] {
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const login = JSON.stringify({ email: 'noor@creators.test', password: demoPassword });
  return [
    ...['/@ava', '/@ava/glow-lab', '/@nobody', '/s/nobody', '/sitemap.xml', '/media/p/AAAAAAAAAAAAAAAAAAAAAA.webp'].map(
      (path) => ({ path }),
    ),
    ...['/', '/docs', '/healthz', '/readyz', '/api/v1/invitations/AAAAAAAAAAAAAAAAAAAA'].map((path) => ({ path })),
    ...['/api/v1/me', '/api/v1/chatroom/get-merchant-list', '/api/v1/events'].map((path) => ({ path, init: as(ava) })),
    { path: '/api/v1/me', init: as(staff) },
    { path: '/api/v1/login', init: { method: 'POST', headers: json, body: login } },
    orderOf(round * 2),
    orderOf(round * 2 + 1),
  ];
}

async function statusOf({ path, init }: Request): Promise<string> {
  const answer = await fetch(`${server.origin}${path}`, init);
  await answer.body?.cancel();
  const hasRetry = answer.status !== 503 || path === '/readyz' || answer.headers.has('retry-after');
  return `${path} ${answer.status}${hasRetry ? '' : ' without Retry-After'}`;
}

/** Ends every connection to the server, like a database crash. */
async function endConnections(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'killer'`,
  );
}

test('during repeated database crashes, requests that cannot be answered get a 503 and none a 500', async () => {
  const killer = new pg.Client({ connectionString: world.ctx.database.url, application_name: 'killer' });
  await killer.connect();
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const answers = requestsOf(round).map((request) => statusOf(request).then((status) => seen.add(status)));
    for (let kills = 0; kills < 3; kills += 1) await endConnections(killer);
    await Promise.all(answers);
  }
  await killer.end();
  const wrong = [...seen].filter((status) => !/ (200|201|401|404|503)$/.test(status));
  expect(wrong).toEqual([]);
  expect([...seen].some((status) => status.endsWith('503'))).toBe(true);
  expect(server.child.exitCode ?? server.child.signalCode).toBeNull();
  await expect.poll(() => statusOf({ path: '/readyz' }), { timeout: 15_000 }).toBe('/readyz 200');
  expect(await statusOf(orderOf(0))).toBe('/api/v1/orders 200');
});
