import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openBenchBooks } from './ledger.books.ts';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { type Node, openNode } from './nodes.ts';
import { measureOrderRate } from './orders.rate.ts';

const deliveries = 200;

type Answer = { status: number; body: string; tries: number };

/** Sends until there is a final answer, like a shop that got none. */
async function deliver(nodes: readonly Node[], first: number, key: string, body: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const node = nodes[(first + tries - 1) % nodes.length];
    try {
      const answer = await fetch(`${node?.url}/api/v1/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body,
      });
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429) return { status: answer.status, body: text, tries };
    } catch {
      // The connection broke: it is unknown whether the order was accepted, so it is sent again.
    }
    await pause(20);
  }
}

function orderBody(orderId: string, price: string): string {
  return JSON.stringify({
    order_id: orderId,
    currency: 'USD',
    discount_codes: ['CODE1'],
    placed_at: new Date(Date.now() - 1_000).toISOString(),
    lines: [{ line_id: '1', sku: 'A', title: 'A thing', quantity: 1, unit_price: { amount: price, currency: 'USD' } }],
  });
}

type Counts = { orders: number; decisions: number; commissions: number; postings: number };

async function countOf(url: string, orderId: string): Promise<Counts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Counts>(
      `select
      (select count(*)::int from orders where order_id = $1) as orders, (select count(*)::int from decisions where order_id = $1) as decisions,
      (select count(*)::int from commissions where order_id = $1) as commissions,
      (select count(*)::int from ledger_transactions t join commissions c on c.id::text = t.reference where c.order_id = $1) as postings`,
      [orderId],
    );
    if (!rows[0]) throw new Error('nothing was counted');
    return rows[0];
  } finally {
    await client.end();
  }
}

/** All deliveries of one order at once over both nodes; the second node is killed meanwhile and comes back. */
async function runRound(nodes: readonly Node[], key: string, orderId: string, killAfterMs: number): Promise<Answer[]> {
  const body = orderBody(orderId, '10000');
  const dying = nodes[1];
  const death = pause(killAfterMs)
    .then(() => dying?.kill())
    .then(() => dying?.start());
  const answers = await Promise.all(
    Array.from({ length: deliveries }, (_, number) => deliver(nodes, number, key, body)),
  );
  await death;
  const different = await deliver(nodes, 0, key, orderBody(orderId, '9999'));
  if (different.status !== 409)
    throw new Error(`the same order_id with another amount was answered ${different.status}`);
  return answers;
}

/** One order delivered over many connections to two processes, with a kill -9: one commission, one answer. */
async function measureOrderDelivery(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  await using bench = await openBench({});
  const { ctx, url } = bench;
  const books = await openBenchBooks(ctx, new Date(Date.now() - 3_600_000));
  const folders = await mkdtemp(join(tmpdir(), 'vitrine-bench-nodes-'));
  undo.defer(() => rm(folders, { recursive: true, force: true }));
  const nodes = [await openNode(1, url, join(folders, '1')), await openNode(2, url, join(folders, '2'))];
  undo.defer(async () => void (await Promise.all(nodes.map((node) => node.kill()))));
  for (const node of nodes) await node.start();
  const rounds = options.quick ? 2 : 6;
  const wrong: string[] = [];
  let resent = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const orderId = `order-${round}`;
    const answers = await runRound(nodes, `vtk_${books.shop.keyId}`, orderId, 40 * round);
    resent += answers.filter((answer) => answer.tries > 1).length;
    const counts = await countOf(url, orderId);
    if (new Set(answers.map((answer) => `${answer.status} ${answer.body}`)).size !== 1 || answers[0]?.status !== 200)
      wrong.push(`${orderId}: ${[...new Set(answers.map((answer) => answer.status))].join(', ')}`);
    if (Object.values(counts).some((count) => count !== 1)) wrong.push(`${orderId}: ${JSON.stringify(counts)}`);
  }
  const verdict = await verifyLedger(url);
  if (!verdict.agrees) wrong.push(verdict.found);
  for (const line of wrong) console.error(line);
  return [
    {
      name: `one order, ${deliveries} deliveries at once, two nodes, one killed`,
      value: wrong.length === 0 ? '1 commission, 1 posting, 1 answer' : `${wrong.length} wrong`,
      yardstick: `${rounds} orders, ${resent} deliveries sent again`,
      ratio: '1',
      goal: 'exactly 1',
      holds: wrong.length === 0,
    },
  ];
}

export async function measureOrders(options: { quick: boolean }): Promise<BenchFigure[]> {
  return [...(await measureOrderDelivery(options)), ...(await measureOrderRate(options))];
}
