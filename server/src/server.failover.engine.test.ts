import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasPatroni, type PatroniCluster, startPatroni } from '../world/patroni.ts';
import { demoApiKey } from '../world/people.ts';
import { type ServerProcess, startServerProcess } from '../world/process.ts';
import { type Population, populateDatabase } from '../world/world.ts';
import { migrate } from './platform/database/migrate.ts';

// A server on the arrangement of deploy/patroni, while its primary changes.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';

describe.skipIf(!hasPatroni)('a server whose PostgreSQL is managed by Patroni', () => {
  let cluster: PatroniCluster;
  let population: Population;
  let server: ServerProcess;

  beforeAll(async () => {
    cluster = await startPatroni({ machines: isFull ? 3 : 2 });
    await onPrimary('create database vitrine', 'postgres');
    await migrate(cluster.primaryUrl('vitrine'));
    population = await populateDatabase(cluster.primaryUrl('vitrine'));
    server = await startServerProcess({
      env: {
        DATABASE_URL: cluster.primaryUrl('vitrine'),
        DATABASE_READ_URL: cluster.replicaUrl('vitrine'),
        LOG_LEVEL: 'silent',
      },
    });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
  });

  async function onPrimary<Row extends object>(text: string, database = 'vitrine'): Promise<Row[]> {
    const client = new pg.Client({ connectionString: cluster.primaryUrl(database), query_timeout: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  let sent = 0;

  /** Sends one more order; its id if it was acknowledged. */
  async function order(): Promise<string | undefined> {
    sent += 1;
    const id = `failover-${sent}`;
    const line = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1 };
    const body = JSON.stringify({
      order_id: id,
      currency: 'USD',
      placed_at: new Date().toISOString(),
      lines: [{ ...line, unit_price: { amount: '4800', currency: 'USD' } }],
    });
    const headers = { authorization: `Bearer ${demoApiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.origin}/api/v1/orders`, { method: 'POST', headers, body });
    await answer.body?.cancel();
    statuses.add(answer.status);
    return answer.ok ? id : undefined;
  }
  const statuses = new Set<number>();

  /** Sends orders and follows a link all the time while `work` is done, and until orders are acknowledged after it. */
  async function during(work: () => Promise<void>): Promise<{ acknowledged: string[]; redirects: Set<number> }> {
    const { pathname } = new URL(population.stock.placements['ava.serum'].short_url);
    const acknowledged: string[] = [];
    const redirects = new Set<number>();
    let isOver = false;
    const shop = async () => {
      while (!isOver) {
        const id = await order();
        if (id === undefined) await pause(20);
        else acknowledged.push(id);
      }
    };
    const shopper = async () => {
      while (!isOver) {
        redirects.add((await fetch(`${server.origin}${pathname}`, { redirect: 'manual' })).status);
        await pause(5);
      }
    };
    const busy = Promise.all([shop(), shop(), shop(), shopper()]);
    try {
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(10);
      await work();
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 10);
    } finally {
      isOver = true;
      await busy;
    }
    return { acknowledged, redirects };
  }

  const stored = async () =>
    new Set(
      (await onPrimary<{ id: string }>(`select order_id as id from orders where order_id like 'failover-%'`)).map(
        ({ id }) => id,
      ),
    );

  async function newLeader(old: number | undefined): Promise<void> {
    await expect.poll(async () => [undefined, old].includes(await cluster.leader()), { timeout: 60_000 }).toBe(false);
  }

  /** What must not happen: lost orders, links that lead nowhere, other refusals than "busy", and an end of the server. */
  async function faults(acknowledged: string[], redirects: Set<number>) {
    const found = await stored();
    return {
      lost: acknowledged.filter((id) => !found.has(id)),
      redirects: [...redirects].filter((status) => status !== 302),
      statuses: [...statuses].filter((status) => ![200, 201, 503].includes(status)),
      ended: server.child.exitCode ?? server.child.signalCode,
    };
  }
  const none = { lost: [], redirects: [], statuses: [], ended: null };

  test.runIf(isFull)('a switchover loses no acknowledged order, and links redirect all the time', async () => {
    const old = await cluster.leader();
    const { acknowledged, redirects } = await during(async () => {
      await cluster.switchover();
      await newLeader(old);
    });
    expect(await faults(acknowledged, redirects)).toEqual(none);
  });

  test('kill -9 of the primary loses no acknowledged order, and links redirect all the time', async () => {
    // Right after a change, there is none for some seconds.
    await expect.poll(() => cluster.hasSuccessor(), { timeout: 60_000 }).toBe(true);
    const old = await cluster.leader();
    const { acknowledged, redirects } = await during(async () => {
      await cluster.kill(old ?? 0);
      await newLeader(old);
    });
    expect(await faults(acknowledged, redirects)).toEqual(none);
    const clicks = () => onPrimary<{ n: string }>('select count(*)::text as n from hits');
    await expect.poll(async () => Number((await clicks())[0]?.n), { timeout: 20_000 }).toBeGreaterThan(10);
  });
});
