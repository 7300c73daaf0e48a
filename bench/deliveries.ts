import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import { movableClock } from '../server/src/platform/clock.ts';
import { createSealer } from '../server/src/platform/seal.ts';
import { expectedOf, type FinalOrder } from '../server/src/shops/histories.model.testing.ts';
import type { ShopDelivery, Stall } from '../server/src/shops/histories.shop.testing.ts';
import { openStalls } from '../server/src/shops/histories.stalls.testing.ts';
import { anyHistory, tell } from '../server/src/shops/histories.testing.ts';
import { type Sender, sendAtRate } from './deliveries.sender.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { type Node, nodeSecretKey, openNode } from './nodes.ts';
import { quantileOf } from './quantile.ts';

// Webhooks of three kinds of shops at a fixed rate over two nodes, of which one is killed and comes back.

const perSecond = 167;
/** So many orders are under way at once. */
const atOnce = 200;
const downMs = 2_000;
const mostWaitMs = 180_000;

type Sold = { merchantId: string; order: FinalOrder };

/**
 * Deliveries of random histories, each in the order of its shop, until at least so many were sent and no order is left in
 * the middle. `sold` has their orders.
 */
function* deliveriesOf(stalls: readonly Stall[], sold: Sold[], atLeast: number): Generator<ShopDelivery> {
  const startAt = new Date(Math.floor(Date.now() / 60_000 - 60) * 60_000);
  const underWay: ShopDelivery[][] = Array.from({ length: atOnce }, () => []);
  let told = 0;
  const begin = (): ShopDelivery[] => {
    for (;;) {
      const [history] = fc.sample(anyHistory, { seed: told, numRuns: 1 });
      const stall = stalls[told % stalls.length];
      told += 1;
      if (!history || !stall || history.story.shop === 'api') continue;
      const { deliveries, orders } = tell(history, { number: told, stall, clickId: null, code: stall.code, startAt });
      sold.push(...orders.map((order) => ({ merchantId: stall.merchantId, order })));
      return deliveries;
    }
  };
  let sent = 0;
  while (sent < atLeast || underWay.some((left) => left.length > 0))
    for (const left of underWay) {
      if (left.length === 0 && sent < atLeast) left.push(...begin());
      const next = left.shift();
      if (!next) continue;
      sent += 1;
      yield next;
    }
}

async function countOf(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}

/** Stored and not applied, other than what waits for an order that never came because nobody paid it. */
const openDeliveries = `select count(*)::int as count from webhook_deliveries d where processed_at is null
  and (waits_for is null or attempts > 0 or exists (select from orders o where o.merchant_id = d.merchant_id and o.order_id = d.waits_for))`;

/** The seconds until everything is applied. */
async function untilApplied(client: pg.Client): Promise<number> {
  const startedAt = performance.now();
  while ((await countOf(client, openDeliveries)) > 0) {
    if (performance.now() - startedAt > mostWaitMs) return Number.POSITIVE_INFINITY;
    await pause(250);
  }
  return (performance.now() - startedAt) / 1_000;
}

/** Orders whose commissions are not what the model says. */
async function wrongOrders(client: pg.Client, sold: readonly Sold[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string; net: string }>(
    `select merchant_id || ' ' || order_id as key, sum(amount - reversed)::text as net from commissions group by 1`,
  );
  const nets = new Map(rows.map(({ key, net }) => [key, BigInt(net)]));
  return sold.flatMap(({ merchantId, order }) => {
    const should = expectedOf(order).reduce((sum, line) => sum + (line.amount ?? 0n) - (line.reversed ?? 0n), 0n);
    const earned = nets.get(`${merchantId} ${order.orderId}`) ?? 0n;
    return earned === should ? [] : [`${order.orderId} earned ${earned}, and should have earned ${should}`];
  });
}

function inMs(times: readonly number[]): string {
  return `${quantileOf(times, 0.5).toFixed(0)} / ${quantileOf(times, 0.99).toFixed(0)} ms`;
}

type Death = { from: number; to: number };

/** Kills a node at these seconds, and starts it again, until it is told to stop. Returns when it was away. */
async function killNode(node: Node, atSeconds: readonly number[], signal: AbortSignal): Promise<Death[]> {
  const startedAt = performance.now();
  const deaths: Death[] = [];
  for (const second of atSeconds) {
    await pause(Math.max(startedAt + second * 1_000 - performance.now(), 0), undefined, { signal });
    const from = performance.now();
    await node.kill();
    await pause(downMs, undefined, { signal });
    await node.start();
    deaths.push({ from, to: performance.now() });
  }
  return deaths;
}

/** Sends everything to two nodes, of which one dies. If the sending or the dying fails, `undo` stops the other one too. */
async function sendWhileDying(
  undo: AsyncDisposableStack,
  { steady, dying }: { steady: Node; dying: Node },
  { deliveries, kills }: { deliveries: Iterable<ShopDelivery>; kills: readonly number[] },
): Promise<{ sender: Sender; deaths: Death[] }> {
  const ending = new AbortController();
  const both = [
    sendAtRate([steady.url, dying.url], deliveries, perSecond, ending.signal),
    killNode(dying, kills, ending.signal),
  ] as const;
  // Before the nodes are stopped, so that none is started again afterwards.
  undo.defer(async () => {
    ending.abort();
    await Promise.allSettled(both);
  });
  const [sender, deaths] = await Promise.all(both);
  return { sender, deaths };
}

/** The times of acknowledgements: of all, and without the seconds in which a node was away or starting. */
function timesOf({ answered }: Sender, deaths: readonly Death[]): { all: number[]; calm: number[] } {
  const accepted = answered.filter(({ status }) => status >= 200 && status < 300);
  const isCalm = (at: number) => deaths.every(({ from, to }) => at < from || at > to + 1_000);
  const timesOf = (attempts: typeof answered) => attempts.map(({ tookMs }) => tookMs);
  return { all: timesOf(accepted), calm: timesOf(accepted.filter(({ plannedAt }) => isCalm(plannedAt))) };
}

export async function measureDeliveries({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const seconds = quick ? 20 : 600;
  await using bench = await openBench();
  await using undo = new AsyncDisposableStack();
  // Terms and codes are older than the first order, and the nodes can open the secrets.
  const clock = movableClock(new Date(Date.now() - 86_400_000));
  const ctx = { ...bench.ctx, clock, sealer: createSealer(nodeSecretKey) };
  const stalls = await openStalls(ctx, { brands: 8, creators: 16 });
  const folders = await mkdtemp(join(tmpdir(), 'vitrine-bench-nodes-'));
  undo.defer(() => rm(folders, { recursive: true, force: true }));
  const [first, second] = await Promise.all([1, 2].map((n) => openNode(n, bench.url, join(folders, String(n)))));
  if (!first || !second) throw new Error('there are no two nodes');
  undo.defer(async () => void (await Promise.all([first.kill(), second.kill()])));
  await first.start();
  await second.start();
  const sold: Sold[] = [];
  const deliveries = deliveriesOf(stalls, sold, perSecond * seconds);
  const kills = quick ? [seconds / 2] : [seconds / 3, (seconds * 2) / 3];
  const { sender, deaths } = await sendWhileDying(undo, { steady: first, dying: second }, { deliveries, kills });
  const client = new pg.Client({ connectionString: bench.url });
  undo.defer(() => client.end());
  await client.connect();
  const decidedAfter = await untilApplied(client);
  const stored = await countOf(client, 'select count(*)::int as count from webhook_deliveries');
  const unapplied = await countOf(client, openDeliveries);
  const appliedTwice = await countOf(
    client,
    `select count(*)::int as count from (select 1 from delivery_log where outcome <> 'repeated'
      group by merchant_id, source, webhook_id having count(*) > 1) twice`,
  );
  const postedTwice = await countOf(
    client,
    `select count(*)::int as count from (select 1 from ledger_transactions where kind = 'commission'
      group by reference having count(*) > 1) twice`,
  );
  const wrong = await wrongOrders(client, sold);
  for (const line of wrong.slice(0, 10)) console.error(line);
  const verdict = await verifyLedger(bench.url);
  const lost = Math.max(sender.acknowledged.size - stored, 0) + unapplied;
  const doubled = appliedTwice + postedTwice;
  const { all, calm } = timesOf(sender, deaths);
  const plain = (name: string, value: string, meets: string, holds: boolean, yardstick = ''): BenchFigure => {
    return { name, value, yardstick, ratio: '', goal: meets, holds };
  };
  const sent = `${sender.sent} sent, ${sender.acknowledged.size} acknowledged, ${sender.resent} sent again`;
  return [
    plain(
      `webhooks lost, ${perSecond}/s for ${seconds} s, ${kills.length} kill -9`,
      String(lost),
      '0',
      lost === 0 && sender.acknowledged.size === sender.sent,
      sent,
    ),
    plain('  applied twice', String(doubled), '0', doubled === 0),
    plain(
      '  orders that earn other than the model says',
      String(wrong.length),
      '0',
      wrong.length === 0,
      `${sold.length} orders`,
    ),
    plain(
      '  acknowledged, p50 / p99',
      inMs(all),
      'p99 ≤ 250 ms',
      quantileOf(all, 0.99) <= 250,
      `${inMs(calm)} without the kills`,
    ),
    plain('  everything decided after the end', `${decidedAfter.toFixed(1)} s`, '', Number.isFinite(decidedAfter)),
    plain(
      '  ledger:verify',
      verdict.agrees ? 'agrees' : `${verdict.about}: ${verdict.found}`,
      'agrees',
      verdict.agrees,
    ),
  ];
}
