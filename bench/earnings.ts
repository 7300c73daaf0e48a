import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openBenchBooks } from './ledger.books.ts';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';
import { codeOf } from './redirect.load.ts';
import { startCrowd } from './redirect.shopper.ts';
import { quantileOf } from './quantile.ts';

// From the shop's order to the creator's earnings: a click, its order right after it, and the time until the commission
// can be read. The yardstick is an order with a discount code under the same conditions, which needs no click.

const links = 20_000;
const backlogHits = 400_000;
const drainLock = 7_305_118;
const limitMs = 60_000;

const seedLinks = `
  insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
  select a.merchant_id, gen_random_uuid(), a.id, a.creator_id, 'c' || lpad(n::text, 6, '0'), 'https://model.example/p/' || n, now()
  from generate_series(1, $1::int) n cross join merchant_accounts a`;

type Shop = { url: string; key: string; db: pg.Client };

async function click(url: string, number: number): Promise<string> {
  const answer = await fetch(`${url}/s/${codeOf(1 + (number % links))}`, {
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
    },
  });
  await answer.arrayBuffer();
  return new URL(answer.headers.get('location') ?? '').searchParams.get('vt_click') ?? '';
}

/** Sends an order and polls until its commission is there. Returns milliseconds since it was sent. */
async function earn({ url, key, db }: Shop, orderId: string, brought: object): Promise<number> {
  const body = {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    lines: [
      { line_id: '1', sku: 'A', title: 'A thing', quantity: 1, unit_price: { amount: '10000', currency: 'USD' } },
    ],
    ...brought,
  };
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`order ${orderId} was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  while (performance.now() - startedAt < limitMs) {
    const { rowCount } = await db.query({
      name: 'earned',
      text: 'select from commissions where order_id = $1',
      values: [orderId],
    });
    if (rowCount === 1) break;
    await pause(2);
  }
  return performance.now() - startedAt;
}

type Times = { byClick: number[]; byCode: number[] };

async function earnMany(shop: Shop, name: string, count: number): Promise<Times> {
  const times: Times = { byClick: [], byCode: [] };
  for (let number = 1; number <= count; number += 1) {
    const clickId = await click(shop.url, number);
    times.byClick.push(await earn(shop, `${name}-click-${number}`, { click_id: clickId }));
    times.byCode.push(await earn(shop, `${name}-code-${number}`, { discount_codes: ['CODE1'] }));
  }
  return times;
}

function figureOf(name: string, { byClick, byCode }: Times, goalMs: number): BenchFigure {
  const [p50, p99, code99] = [quantileOf(byClick, 0.5), quantileOf(byClick, 0.99), quantileOf(byCode, 0.99)];
  return {
    name: `order → earnings, ${name}, p99`,
    value: `${p99.toFixed(0)} ms`,
    yardstick: `by a code ${code99.toFixed(0)} ms; p50 ${p50.toFixed(0)} ms, ${byClick.length} orders`,
    ratio: (p99 / code99).toFixed(2),
    goal: `≤ ${goalMs} ms`,
    holds: p99 <= goalMs,
  };
}

/** Fills the node's journal with hits while the drain's lock is held. Returns how many are in it. */
async function pileUp(shop: Shop): Promise<number> {
  await shop.db.query('select pg_advisory_lock($1)', [drainLock]);
  const crowd = startCrowd({ port: () => Number(new URL(shop.url).port), connections: 128, codes: links });
  while (crowd.tally.clicks.length < backlogHits) await pause(100);
  await crowd.stop();
  await shop.db.query('select pg_advisory_unlock($1)', [drainLock]);
  return crowd.tally.clicks.length;
}

export async function measureEarnings(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using bench = await openBench({});
  await using undo = new AsyncDisposableStack();
  const { ctx, url } = bench;
  const books = await openBenchBooks(ctx, new Date(Date.now() - 3_600_000));
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  undo.defer(() => db.end());
  await db.query('alter table links disable trigger link_changed');
  await db.query(seedLinks, [links]);
  await db.query('alter table links enable trigger link_changed');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-earnings-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const node = await openNode(1, url, folder);
  undo.defer(() => node.kill());
  await node.start();
  const shop: Shop = { url: node.url, key: `vtk_${books.shop.keyId}`, db };
  await earnMany(shop, 'warm', 10);
  const idle = await earnMany(shop, 'idle', options.quick ? 50 : 200);
  const hits = await pileUp(shop);
  const behind = await earnMany(shop, 'behind', options.quick ? 25 : 100);
  const verdict = await verifyLedger(url);
  if (!verdict.agrees) throw new Error(`${verdict.about}: ${verdict.found}`);
  return [
    figureOf('idle', idle, 1_000),
    figureOf(`${Math.floor(hits / 1_000)},000 hits behind in the journal`, behind, 3_000),
  ];
}
