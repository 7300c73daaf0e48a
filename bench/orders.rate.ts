import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clickOfUuid } from '../server/src/hits/click-id.ts';
import { openBenchBooks } from './ledger.books.ts';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';

const clients = 64;
const goal = 500;
const dayMs = 86_400_000;

/** Orders per second, and how long one of them took, in milliseconds. */
type Pace = { perSecond: number; median: number; slowest: number };

/** Runs `work` by all clients at once, each one time after the other, for so long. `slowest` is the 99th percentile. */
async function pace(forMs: number, work: (client: number) => Promise<void>): Promise<Pace> {
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
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { perSecond, median: at(0.5), slowest: at(0.99) };
}

function written({ perSecond, median, slowest }: Pace): string {
  return `${perSecond.toFixed(0)}/s, p50 ${median.toFixed(0)} ms, p99 ${slowest.toFixed(0)} ms`;
}

/** Clicks of people on one creator's link, each of another browser, in the last day. Returns their click ids. */
async function makeClicks(url: string, merchantAccountId: string, count: number): Promise<string[]> {
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
       from merchant_accounts a, generate_series(1, $2::integer) n,
         lateral (select now() - interval '10 minutes' - n * random() / $2 * interval '20 hours' as at) moment
       where a.id = $1 returning id`,
      [merchantAccountId, count],
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

/** Plain inserts of one row, each in a transaction of its own, by as many clients. */
async function insertPace(url: string, forMs: number): Promise<Pace> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  try {
    await pool.query(
      'create table if not exists plain (id bigint generated always as identity primary key, body text)',
    );
    await pace(300, async () => void (await pool.query('insert into plain (body) values ($1)', ['order'])));
    return await pace(forMs, async () => void (await pool.query('insert into plain (body) values ($1)', ['order'])));
  } finally {
    await pool.end();
  }
}

/** Whether each answered order has exactly one credited decision, one commission and one posting. */
async function findWrong(url: string, sent: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
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

/** Orders for clicks of one creator, sent to one node by 64 clients, each waiting for its answer. */
export async function measureOrderRate(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  await using bench = await openBench({});
  const { ctx, url } = bench;
  const books = await openBenchBooks(ctx, new Date(Date.now() - 3 * dayMs));
  const forMs = options.quick ? 4_000 : 10_000;
  const clicks = await makeClicks(url, books.accounts[0] ?? '', (15 * forMs) / 10);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-rate-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const node = await openNode(1, url, folder);
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
  const inserts = await insertPace(url, forMs / 2);
  // The rules look at a creator's last 600 orders, so the rate counts from there on.
  while (sent < 700) await pace(100, send);
  resent = 0;
  const orders = await pace(forMs, send);
  const wrong = await findWrong(url, sent);
  for (const line of wrong) console.error(line);
  return [
    {
      name: `orders of one creator, ${clients} clients`,
      value: wrong.length === 0 ? `${written(orders)}, ${resent} sent again` : `${wrong.length} wrong`,
      yardstick: `inserts of one row: ${written(inserts)}`,
      ratio: (orders.perSecond / inserts.perSecond).toFixed(2),
      goal: `≥ ${goal}/s`,
      holds: wrong.length === 0 && orders.perSecond >= goal,
    },
  ];
}
