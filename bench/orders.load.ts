import { Agent, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { clickOfUuid } from '../server/src/hits/click-id.ts';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import { openBenchBooks } from './ledger.books.ts';
import { openBench } from './ledger.database.ts';
import { type Node, openNode } from './nodes.ts';
import { quantileOf } from './quantile.ts';

// Orders for clicks on the links of some creators of one brand, sent to one node by clients that wait for each answer.

export const clients = 64;
const serve = fileURLToPath(new URL('../run/serve.mjs', import.meta.url));
const dayMs = 86_400_000;

/** Orders per second, and how long one of them took, in milliseconds. */
export type OrderPace = { perSecond: number; median: number; slowest: number; count: number };

/** Runs `work` by all clients at once, each one time after the other, for so long. `slowest` is the 99th percentile. */
export async function pace(forMs: number, work: (client: number) => Promise<void>): Promise<OrderPace> {
  const took: number[] = [];
  const startedAt = performance.now();
  const run = async (client: number) => {
    while (performance.now() - startedAt < forMs) {
      const from = performance.now();
      await work(client);
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const perSecond = (took.length * 1_000) / (performance.now() - startedAt);
  return { perSecond, median: quantileOf(took, 0.5), slowest: quantileOf(took, 0.99), count: took.length };
}

export function written({ perSecond, median, slowest }: OrderPace): string {
  return `${perSecond.toFixed(0)}/s, p50 ${median.toFixed(0)} ms, p99 ${slowest.toFixed(0)} ms`;
}

/**
 * Clicks of people on the creators' links in turn, each of another browser, in so many minutes until ten minutes ago.
 * Returns their click ids.
 */
async function makeClicks(url: string, merchantId: string, count: number, minutes: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select prepare_hits(now()), prepare_hits(now() - interval '1 day')");
    const { rows } = await client.query<{ id: string }>(
      `insert into hits (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version,
         method, visitor, browser, browser_mark, node, country)
       select (left(first_hit_id(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, at, a.merchant_id, a.id,
         a.creator_id, gen_random_uuid(), 'human', '', true, 1, 'GET', sha256(('visitor' || n)::bytea),
         sha256(('browser' || n)::bytea), 'signed', 'node-1', 'US'
       from generate_series(1, $2::integer) n
       join (select *, row_number() over (order by id) - 1 as place, count(*) over () as accounts from merchant_accounts
         where merchant_id = $1) a on n % a.accounts = a.place,
         lateral (select now() - interval '10 minutes' - (random() + 0 * n) * $3 * interval '1 minute' as at) moment
       order by n returning id`,
      [merchantId, count, minutes],
    );
    return rows.map(({ id }) => clickOfUuid(id));
  } finally {
    await client.end();
  }
}

function orderBody(number: number, click: string): string {
  return JSON.stringify({
    order_id: `rate-${number}`,
    currency: 'USD',
    click_id: click,
    customer: { email: `shopper${number}@mail.test` },
    placed_at: new Date().toISOString(),
    lines: [
      { line_id: '1', sku: 'A', title: 'A thing', quantity: 1, unit_price: { amount: '10000', currency: 'USD' } },
    ],
  });
}

/** Sends one order, and returns the status. Node's `fetch` would need a large part of the processor time. */
function postOrder(agent: Agent, url: string, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/v1/orders`,
      { agent, method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Orders that the node left to its worker, which decides them within seconds. */
const undecided = `select count(*)::int as count from orders where state <> 'decided'`;

/** Whether each answered order has exactly one credited decision, one commission and one posting, once all are decided. */
async function findWrong(url: string, sent: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let second = 0; second < 60; second += 1) {
      const { rows: left } = await client.query<{ count: number }>(undecided);
      if (left[0]?.count === 0) break;
      await pause(1_000);
    }
    const { rows } = await client.query<{ orders: number; decisions: number; commissions: number; postings: number }>(
      `select (select count(*)::int from orders where state = 'decided') as orders,
        (select count(*)::int from decisions where outcome = 'credited') as decisions,
        (select count(*)::int from commissions) as commissions, (select count(*)::int from ledger_transactions) as postings`,
    );
    const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== sent);
    const verdict = await verifyLedger(url);
    return [
      ...wrong.map(([what, count]) => `${sent} orders were answered, ${count} ${what} stored`),
      ...(verdict.agrees ? [] : [verdict.found]),
    ];
  } finally {
    await client.end();
  }
}

export type OrderLoad = {
  node: Node;
  url: string;
  dataDir: string;
  /** Sends the next order until it is accepted. */
  send(): Promise<void>;
  /** How often an order was sent again. */
  resent(): number;
  /** Sends orders until there are as many as the fraud rules look at. */
  warmUp(): Promise<void>;
  findWrong(): Promise<string[]>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A node with the brand of some creators, and clicks for as many orders as can be sent. */
export async function openOrderLoad(options: {
  creators: number;
  orders: number;
  /** In how many minutes the clicks were made; a day's by default. */
  minutes?: number;
  /** Of Node, which starts the server. */
  flags?: (dataDir: string) => readonly string[];
}): Promise<OrderLoad> {
  await using undo = new AsyncDisposableStack();
  const bench = undo.use(await openBench({ settings: { shared_preload_libraries: 'pg_stat_statements' } }));
  const { ctx, url, dataDir } = bench;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('create extension if not exists pg_stat_statements').finally(() => admin.end());
  const books = await openBenchBooks(ctx, new Date(Date.now() - 3 * dayMs), options.creators);
  const clicks = await makeClicks(url, books.merchantId, options.orders, options.minutes ?? 20 * 60);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-rate-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const flags = options.flags?.(dataDir) ?? [];
  const node = await openNode(1, url, folder, { command: [...flags, serve] });
  undo.defer(() => node.kill());
  await node.start();
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  undo.defer(() => agent.destroy());
  let sent = 0;
  let resent = 0;
  const send = async () => {
    sent += 1;
    const body = orderBody(sent, clicks[sent % clicks.length] ?? '');
    for (;;) {
      const status = await postOrder(agent, node.url, `vtk_${books.shop.keyId}`, body);
      if (status === 200) return;
      if (status !== 503) throw new Error(`an order was answered ${status}`);
      resent += 1;
    }
  };
  const held = undo.move();
  return {
    node,
    url,
    dataDir,
    send,
    resent: () => resent,
    warmUp: async () => {
      while (sent < 700) await pace(100, send);
      resent = 0;
    },
    findWrong: () => findWrong(url, sent),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
