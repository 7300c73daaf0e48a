import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoApiKey, demoPassword } from '../world/people.ts';
import { hasPgbouncer, type Pooler, startPooler } from '../world/pooler.ts';
import { openWorld, type World } from '../world/world.ts';
import { longPatience } from '../world/patience.ts';
import { readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

// The whole server behind PgBouncer in transaction mode, where its transactions share a few sessions.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const restarts = 10;
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Safari/604.1';

describe.skipIf(!hasPgbouncer)('a server behind PgBouncer in transaction mode', () => {
  let world: World;
  let pooler: Pooler;
  let running: RunningServer;

  const start = () =>
    startServer({
      ...readConfig({
        DATA_DIR: world.ctx.config.dataDir,
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: world.ctx.database.url,
        PORT: '0',
        DEMO: '0',
        RATE_LIMITS: '0',
        LOG_LEVEL: 'silent',
        SECRET_KEY: world.ctx.config.secretKey,
      }),
      patience: longPatience,
    });

  beforeAll(async () => {
    world = await openWorld();
    pooler = await startPooler(world.ctx.database.url, { poolSize: 5 });
    // The second start is the one that waits if the first one left a lock in a session of the pooler.
    await (await start()).stop();
    running = await start();
  });
  afterAll(async () => {
    await running.stop();
    await pooler[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const post = (path: string, body: object, token?: string) =>
    fetch(`${running.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });

  async function tokenOf(email: string): Promise<string> {
    const answer = await post('/login', { email, password: demoPassword });
    const { data } = (await answer.json()) as { data: { token: string } };
    return data.token;
  }

  async function click(): Promise<string> {
    const { pathname } = new URL(world.stock.placements['ava.serum'].short_url);
    const answer = await fetch(`${running.url}${pathname}`, {
      redirect: 'manual',
      headers: { 'user-agent': phone, 'accept-language': 'en' },
    });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('vt_click') ?? '';
  }

  test('the second start is ready', async () => {
    expect(await (await fetch(`${running.url}/readyz`)).json()).toEqual({ status: 'ready' });
  });

  test('an order is credited to the click of a shortlink', async () => {
    const line = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1 };
    const order = {
      order_id: 'behind-a-pooler',
      currency: 'USD',
      placed_at: new Date().toISOString(),
      click_id: await click(),
      lines: [{ ...line, unit_price: { amount: '4800', currency: 'USD' } }],
    };
    const answer = await post('/orders', order, demoApiKey);
    expect(await answer.json()).toMatchObject({ data: { decision: { outcome: 'credited' } } });
  });

  test('an event reaches an open stream', async () => {
    const ava = await tokenOf('ava@creators.test');
    const headers = { authorization: `Bearer ${ava}` };
    // Without a notice, a stream looks for events only every 20 seconds.
    const stream = await fetch(`${running.url}/api/v1/events`, { headers, signal: AbortSignal.timeout(10_000) });
    const staff = await tokenOf('brand@glow.test');
    const thread = world.people.accounts.avaGlow;
    const sent = await post(
      `/brand/glow-lab/threads/${thread}/messages`,
      { client_id: 'behind-a-pooler', body: 'hi' },
      staff,
    );
    expect(sent.status).toBeLessThan(300);
    let received = '';
    for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += text;
      if (received.includes(thread)) break;
    }
    expect(received).toContain(thread);
  });

  test('transactions of all roles see only what their scope allows', async () => {
    const { database } = running.ctx;
    const countAs = async (merchantId: string) =>
      database.as(
        { role: 'app', merchantId },
        async (tx) => (await tx.selectFrom('products').select('id').execute()).length,
      );
    const counts = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        countAs(n % 2 === 0 ? world.people.merchants.glow : '00000000-0000-7000-8000-000000000000'),
      ),
    );
    expect(counts.filter((_, n) => n % 2 === 1)).toEqual(Array.from({ length: 15 }, () => 0));
    expect(Math.min(...counts.filter((_, n) => n % 2 === 0))).toBeGreaterThan(0);
  });

  test(`${restarts} restarts in a row are ready, and each redirects and stores its click`, async () => {
    const clicks: string[] = [];
    for (let round = 0; round < restarts; round += 1) {
      await running.stop();
      running = await start();
      clicks.push(await click());
    }
    const owner = new pg.Client({ connectionString: world.ctx.database.url });
    await owner.connect();
    const stored = async () => (await owner.query<{ n: number }>('select count(*)::int as n from hits')).rows[0]?.n;
    await expect.poll(stored, { timeout: 10_000 }).toBeGreaterThanOrEqual(restarts);
    await owner.end();
    expect(new Set(clicks.filter(Boolean)).size).toBe(restarts);
  });
});
