import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type ClickLog, openClickLog } from '../server/src/clicklog/clicklog.ts';
import { createBatches } from '../server/src/drain/drain.batch.ts';
import { startDrain } from '../server/src/drain/drain.ts';
import { createClickIds } from '../server/src/hits/click-id.ts';
import type { HitRecord } from '../server/src/hits/hit.record.ts';
import { type Journal, openJournal } from '../server/src/journal/journal.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { createLog } from '../server/src/platform/log.ts';
import { readNatsAddress } from '../server/src/platform/nats/connection.ts';
import { startLinkFeed } from '../server/src/redirector/link.feed.ts';
import { createLinkTable, type LinkTable } from '../server/src/redirector/link.table.ts';
import { openRedirectPool } from '../server/src/redirector/redirect.pool.ts';
import { hasBrokers, startBrokers } from '../server/world/brokers.ts';
import type { BenchFigure } from './figure.ts';
import { shoppers } from './redirect.load.ts';
import { openStage } from './redirect.stage.ts';
import { quantileOf } from './quantile.ts';

// Clicks through three NATS servers on this machine, against clicks that go from the journal to the database.

const links = 10_000;
const log = createLog('error');
const perSecond = 500;
const orderAfterMs = 50;

type Machine = { url: string; pool: pg.Pool; table: LinkTable };

const nextClickId = createClickIds();
const people = shoppers(links, 200);

function someHit(n: number): HitRecord {
  const person = people[n % people.length];
  return {
    kind: 'click',
    clickId: nextClickId(Date.now()),
    code: `c${String(1 + (n % links)).padStart(6, '0')}`,
    address: `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`,
    userAgent: person?.headers['User-Agent'] ?? '',
    referrer: person?.headers['Referer'] ?? '',
    language: 'en-US,en;q=0.9',
    purpose: '',
    mark: '',
    isMarkTrusted: false,
    givenMark: '',
    country: 'US',
    clientHints: '',
    host: 'portal.example',
    query: '',
  };
}

async function withJournal<Answer>(use: (journal: Journal) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-clicklog-'));
  const journal = await openJournal({ folder, node: 'node-1', now: () => Date.now(), onFailure: console.error });
  try {
    return await use(journal);
  } finally {
    await journal.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(journal: Journal, hits: number): Promise<void> {
  for (let n = 0; n < hits; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, place) => new Promise((done) => journal.append(someHit(n + place), done))),
    );
}

type Cost = { perSecond: number; processorMicros: number };

/** The rate of the work, and this process's processor time for each hit. */
async function costOf(hits: number, work: () => Promise<unknown>): Promise<Cost> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { perSecond: hits / ((performance.now() - startedAt) / 1_000), processorMicros: (user + system) / hits };
}

function open(brokers: string, ack: 'local' | 'replicated'): ClickLog {
  const address = readNatsAddress(brokers);
  if (address === undefined) throw new Error('the brokers have no address');
  return openClickLog({ settings: { address, ack }, nodeId: 'node-1', log, clock: systemClock, metrics: undefined });
}

function directly({ pool, table }: Machine, hits: number): Promise<Cost> {
  return withJournal(async (journal) => {
    await fill(journal, hits);
    const store = createBatches({ pool, table, countries: () => '', publicHost: 'portal.example' });
    const cost = await costOf(hits, async () => {
      const drain = startDrain({ journal, store, log, refusedFile: '/dev/null', isFlooded: () => false });
      await drain.drainNow();
      await drain.stop();
    });
    return cost;
  });
}

async function throughLog(machine: Machine, brokers: string, hits: number): Promise<{ shipped: Cost; stored: Cost }> {
  const { pool, table } = machine;
  return withJournal(async (journal) => {
    const [clickLog, storing] = [open(brokers, 'local'), open(brokers, 'local')];
    while ([clickLog, storing].some((each) => each.state().state !== 'ok')) await pause(20);
    const options = { pool, publicHost: 'portal.example', geoDatabase: undefined, refusedFile: '/dev/null' };
    const ship = () => clickLog.ship({ journal, table, pool });
    // The first clicks create the consumers and open connections. None is on its way when the measured ones are sent:
    // what a worker that stops has not taken comes again only after ten seconds.
    await fill(journal, 1_000);
    const [warmUp, first] = [ship(), await storing.store(options)];
    await warmUp.drainNow();
    await Promise.all([first.stop(), warmUp.stop()]);
    await fill(journal, hits);
    let shipper: ReturnType<ClickLog['ship']> | undefined;
    const shipped = await costOf(hits, async () => {
      shipper = ship();
      while (shipper.counts().hits < hits) await pause(5);
    });
    const stored = await costOf(hits, async () => {
      const consumers = await storing.store(options);
      await shipper?.drainNow();
      await consumers.stop();
    });
    await shipper?.stop();
    await storing.stop();
    await clickLog.stop();
    return { shipped, stored };
  });
}

/** Milliseconds from a click to the moment when its answer may leave, and the share of orders that find their click. */
async function clicksOneByOne(machine: Machine, brokers: string, ack: 'local' | 'replicated', count: number) {
  const { pool, table } = machine;
  return withJournal(async (journal) => {
    const clickLog = open(brokers, ack);
    const api = open(brokers, 'local');
    while ([clickLog, api].some((each) => each.state().state !== 'ok')) await pause(20);
    const shipper = clickLog.ship({ journal, table, pool });
    const times: number[] = [];
    const orders: Promise<boolean>[] = [];
    const order = async (clickId: string): Promise<boolean> => {
      await pause(orderAfterMs);
      const until = performance.now() + 300;
      return (await api.find(clickId, () => performance.now() > until)) !== undefined;
    };
    const startedAt = performance.now();
    const answers: Promise<unknown>[] = [];
    for (let n = 0; n < count; n += 1) {
      await pause(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
      const hit = someHit(n);
      const at = performance.now();
      answers.push(new Promise((done) => shipper.append(hit, () => done(times.push(performance.now() - at)))));
      if (n % 10 === 5) orders.push(order(hit.clickId));
    }
    await Promise.all(answers);
    const found = await Promise.all(orders);
    const consumers = await api.store({
      pool,
      publicHost: 'portal.example',
      geoDatabase: undefined,
      refusedFile: '/dev/null',
    });
    await shipper.drainNow();
    await consumers.stop();
    await shipper.stop();
    await api.stop();
    await clickLog.stop();
    const settled = times.slice(perSecond / 2);
    return {
      median: quantileOf(settled, 0.5),
      slow: quantileOf(settled, 0.99),
      found: found.filter(Boolean).length / found.length,
    };
  });
}

const rate = ({ perSecond: hits }: Cost) => `${Math.round(hits).toLocaleString('en-US')} hits/s`;
const micros = ({ processorMicros }: Cost) => `${processorMicros.toFixed(1)} µs`;

export async function measureClickLog({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  if (!hasBrokers) throw new Error('set NATS_SERVER_PATH, or install nats-server');
  const hits = quick ? 20_000 : 100_000;
  const clicks = quick ? 2_500 : 15_000;
  await using stage = await openStage(links);
  await using brokers = await startBrokers();
  const pool = openRedirectPool(stage.url, log);
  const table = createLinkTable();
  const feed = startLinkFeed({ url: stage.url, table, log });
  await feed.firstTry;
  const machine = { url: stage.url, pool, table };
  await directly(machine, 5_000);
  const direct = await directly(machine, hits);
  await stage.clear();
  const { shipped, stored } = await throughLog(machine, brokers.url, hits);
  await stage.clear();
  const local = await clicksOneByOne(machine, brokers.url, 'local', clicks);
  const replicated = await clicksOneByOne(machine, brokers.url, 'replicated', clicks);
  await feed.stop();
  await pool.end();
  const figure = (name: string, value: string, yardstick: string, ratio: number, goal: string, holds: boolean) => ({
    name,
    value,
    yardstick,
    ratio: ratio.toFixed(2),
    goal,
    holds,
  });
  return [
    figure(
      'clicks to most of three brokers',
      rate(shipped),
      `drain: ${rate(direct)}`,
      shipped.perSecond / direct.perSecond,
      '≥ 1',
      shipped.perSecond >= direct.perSecond,
    ),
    figure(
      'clicks from the brokers to the database',
      rate(stored),
      `drain: ${rate(direct)}`,
      stored.perSecond / direct.perSecond,
      '≥ 0.6',
      stored.perSecond >= 0.6 * direct.perSecond,
    ),
    figure(
      'processor time of the sender for a click',
      micros(shipped),
      `drain: ${micros(direct)}`,
      shipped.processorMicros / direct.processorMicros,
      '≤ 1',
      shipped.processorMicros <= direct.processorMicros,
    ),
    figure(
      'processor time of the worker for a click',
      micros(stored),
      `drain: ${micros(direct)}`,
      stored.processorMicros / direct.processorMicros,
      '≤ 2',
      stored.processorMicros <= 2 * direct.processorMicros,
    ),
    figure(
      `answer with CLICK_ACK=replicated at ${perSecond}/s`,
      `${replicated.median.toFixed(1)} ms, p99 ${replicated.slow.toFixed(1)} ms`,
      `local: ${local.median.toFixed(1)} ms, p99 ${local.slow.toFixed(1)} ms`,
      replicated.median / local.median,
      'median < 50 ms',
      replicated.median < 50,
    ),
    figure(
      `orders ${orderAfterMs} ms after their click that find it`,
      `${(100 * local.found).toFixed(1)} %`,
      'on another node',
      local.found,
      '≥ 99 %',
      local.found >= 0.99,
    ),
  ];
}
