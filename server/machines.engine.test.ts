import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { verifyClicksAt } from './src/figures/figures.verify.ts';
import { verifyLedger } from './src/ledger/ledger.verify.ts';
import { hasBrokers, startBrokers } from './world/brokers.ts';
import { populatedDatabase } from './world/database.ts';
import { demoApiKey } from './world/people.ts';
import { startServerProcess } from './world/process.ts';
import { driveTraffic, type SentOrder } from './world/traffic.ts';

// Six nodes over three brokers and a PostgreSQL, while shoppers click and a shop sends orders. One redirect node is lost
// with its disk, and then the broker that leads the click log.

const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';
const clicksPerSecond = 500;
const ordersPerSecond = 20;
const seconds = 60;
/** Seconds after the start. */
const at = { node: 15, broker: 30 };

async function count(client: pg.Client, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: number }>(query, values);
  return rows[0]?.count ?? Number.NaN;
}

/** Clicks that a node answered before two brokers had them. */
async function fallbacksOf(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`, { headers: { 'Accept-Encoding': 'identity' } })).text();
  return Number(/^vitrine_click_ack_fallbacks_total (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
}

function share(orders: readonly SentOrder[], is: (order: SentOrder) => boolean): number {
  return orders.filter(is).length / orders.length;
}

test.skipIf(!isFull || !hasBrokers)(
  'a lost node and a lost broker lose no acknowledged click and no acknowledged order',
  { timeout: 600_000 },
  async () => {
    await using database = await populatedDatabase();
    await using brokers = await startBrokers();
    const { stock } = database.population;
    const settings = {
      DATABASE_URL: database.url,
      CLICK_LOG: brokers.url,
      CLICK_ACK: 'replicated',
      SECRET_KEY: 'several-machines-several-machines',
      TRUST_PROXY: 'loopback',
    };
    await using nodes = new AsyncDisposableStack();
    const start = async (id: string, roles: string) =>
      nodes.use(await startServerProcess({ env: { ...settings, NODE_ID: id, ROLES: roles } }));
    await start('worker-1', 'worker');
    const apis = [await start('api-1', 'api'), await start('api-2', 'api')];
    const redirects = [];
    for (const number of [1, 2, 3]) redirects.push(await start(`redirect-${number}`, 'redirect'));
    const [lost] = redirects;
    if (lost === undefined) throw new Error('there is no node to lose');

    let fallbacks = 0;
    const failures = async () => {
      await pause(at.node * 1_000);
      fallbacks = await fallbacksOf(lost.origin);
      lost.child.kill('SIGKILL');
      await lost.ended;
      await rm(lost.dataDir, { recursive: true });
      await pause((at.broker - at.node) * 1_000);
      const broker = await brokers.leaderOf('vitrine-clicks');
      await brokers.kill(broker);
    };
    const startedAt = performance.now();
    const [traffic] = await Promise.all([
      driveTraffic({
        redirects: redirects.map(({ origin }) => origin),
        apis: apis.map(({ origin }) => origin),
        links: Object.values(stock.placements)
          .slice(0, 2)
          .map(({ short_url: url }) => new URL(url).pathname),
        apiKey: demoApiKey,
        clicksPerSecond,
        ordersPerSecond,
        seconds,
      }),
      failures(),
    ]);

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    nodes.defer(() => client.end());
    const stored = 'select count(*)::int as count from hits where id = any($1::uuid[])';
    const ids = traffic.clicks.map((clickId) => Buffer.from(clickId, 'base64url').toString('hex'));
    // A click that was answered before two brokers had it can be lost with its node.
    await expect
      .poll(() => count(client, stored, [ids]), { timeout: 120_000, interval: 500 })
      .toBeGreaterThanOrEqual(ids.length - fallbacks);
    const kept = await count(client, stored, [ids]);
    const orders = traffic.orders.map(({ orderId }) => orderId);
    await expect
      .poll(
        () =>
          count(client, `select count(*)::int as count from orders where order_id = any($1) and state = 'decided'`, [
            orders,
          ]),
        { timeout: 30_000, interval: 500 },
      )
      .toBe(orders.length);
    const total = await count(client, 'select sum(hits)::int as count from link_totals');
    const hits = await count(client, 'select count(*)::int as count from hits');
    const calm = traffic.orders.filter(({ sentAt }) => sentAt - startedAt < (at.node - 1) * 1_000);
    const decidedAtOnce = share(calm, ({ outcome }) => outcome === 'credited' || outcome === 'held_for_review');
    console.log(
      [
        `clicks acknowledged ${ids.length}, stored ${kept}, answered by the lost node before the quorum had them ${fallbacks}, twice the same id ${ids.length - new Set(ids).size}, redirect errors ${traffic.failedClicks}, answered by the next node ${traffic.movedOn}`,
        `hits ${hits}, counted ${total}`,
        `orders acknowledged ${orders.length}, decided in their first answer while all was well ${(decidedAtOnce * 100).toFixed(1)}% of ${calm.length}`,
      ].join('\n'),
    );
    expect(traffic.failedClicks).toBe(0);
    expect(ids.length).toBeGreaterThanOrEqual(20_000);
    expect(total).toBe(hits);
    expect(decidedAtOnce).toBeGreaterThanOrEqual(0.99);
    expect(traffic.orders.filter(({ acknowledgedAt }) => acknowledgedAt === undefined)).toEqual([]);
    expect(await verifyClicksAt(database.url)).toMatchObject({ agrees: true });
    expect(await verifyLedger(database.url)).toMatchObject({ agrees: true });
  },
);
