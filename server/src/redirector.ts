import { join } from 'node:path';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { BrowserMarks } from './platform/browser.mark.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { finishesWithin } from './platform/deadline.ts';
import { makeFolder } from './platform/folder.ts';
import type { Log } from './platform/log.ts';
import { type Patience, usualPatience } from './platform/patience.ts';
import type { ClickLog } from './clicklog/clicklog.ts';
import { createClickFinder, findInJournal, type FindRecord, type FoundClick, ownerIn } from './drain/click.find.ts';
import { createClickIds } from './hits/click-id.ts';
import { openCountries } from './hits/countries.ts';
import { createBatches } from './drain/drain.batch.ts';
import { type Drain, startDrain } from './drain/drain.ts';
import { prepareNextMonths } from './drain/months.ts';
import { forgetVisitors } from './drain/hits.queries.ts';
import { type Backlog, type Journal, openJournal } from './journal/journal.ts';
import { readInto, startLinkFeed } from './redirector/link.feed.ts';
import { createLookUp } from './redirector/link.lookup.ts';
import { createLinkNames } from './redirector/link.names.ts';
import { keepSnapshots, readSnapshot, snapshotPath } from './redirector/link.snapshot.ts';
import { createLinkTable } from './redirector/link.table.ts';
import type { NodeEvents } from './platform/events/node.events.ts';
import { createProxies } from './platform/http/proxies.ts';
import { ownHostsOf } from './platform/public.address.ts';
import type { Variants } from './platform/variants/variants.ts';
import { createRedirectLane, type Lane, type LaneCounts } from './redirector/redirect.lane.ts';
import { openRedirectPool } from './redirector/redirect.pool.ts';
import { registerMetrics } from './redirector/redirector.metrics.ts';
import { closeBrandCounts } from './figures/brand.adding.ts';
import { closeBrandDays } from './figures/brand.days.ts';
import { closeMonths } from './figures/months.ts';

// The redirector of one process: link table, journal, lane and drain. Invariant: it serves every link in its memory, and
// at the start those of its snapshot, whether or not the database answers.

export type RedirectorOptions = {
  dataDir: string;
  nodeId: string;
  publicUrl: string;
  trustProxy: readonly string[];
  /** `directUrl` is for the feed, which listens; by default it is `url`. */
  pg: { url: string; directUrl?: string };
  /** The most memory for links; without it, all are kept. */
  linkMemoryBytes?: number;
  browserMarks: BrowserMarks;
  log: Log;
  metrics?: Registry;
  clock?: Clock;
  /** What the nodes tell each other; without it, PostgreSQL carries the notices. */
  events?: NodeEvents | undefined;
  /** An MMDB file of countries. */
  geoDatabase?: string;
  /** Clicks go through it instead of directly to the database. */
  clickLog?: ClickLog | undefined;
  /** For the redirector's few pages. */
  variants: Variants;
  patience?: Patience;
};

export type Redirector = {
  lane: Lane;
  /** What is missing to redirect shoppers: the links are loaded, and the journal accepts clicks. */
  missing(): ('links' | 'journal')[];
  /** A click that is in this node's journal and not in the database yet. */
  findClick(clickId: string): Promise<FoundClick | undefined>;
  /** Resolves when every click of a sent redirect is in the database. */
  drainNow(): Promise<void>;
  backlog(): Backlog;
  /** How many hits this process has recorded. */
  written(): number;
  counts(): Readonly<LaneCounts>;
  stop(): Promise<void>;
};

/** How long a start waits for the database with a snapshot, and without one. */
const patienceMs = { withSnapshot: 1_500, without: 5_000 };
/** A stopping process has only seconds; the rest stays in the journal. */
const lastDrainMs = 1_000;
const adoptEveryMs = 5_000;
const forgetEveryMs = 3_600_000;
const addUpEveryMs = 600_000;

export async function startRedirector(options: RedirectorOptions): Promise<Redirector> {
  const { dataDir, log, patience = usualPatience } = options;
  const clock = options.clock ?? systemClock;
  const now = () => clock.now().getTime();
  const proxies = createProxies(options.trustProxy);
  const counts = noCounts();
  await using undo = new AsyncDisposableStack();
  makeFolder(dataDir);

  const table = createLinkTable(options.linkMemoryBytes);
  const known = await readSnapshot(snapshotPath(dataDir), table);
  const written = known ? table.revision() : -1;
  const journal = await openRedirectJournal(options, now);
  undo.defer(() => journal.stop());
  const { url, directUrl = url } = options.pg;
  const pool = openRedirectPool(url, log);
  undo.defer(() => pool.end());
  const feed = startLinkFeed({ url: directUrl, table, log, source: options.events?.source });
  undo.defer(() => feed.stop());
  const snapshots = keepSnapshots({ dataDir, table, log, written });
  undo.defer(() => snapshots.stop());

  const publicHost = URL.parse(options.publicUrl)?.host ?? '';
  const metrics = registerMetrics(options.metrics, {
    counts,
    backlog: () => journal.backlog(),
    links: () => ({ count: table.size(), bytes: table.bytes() }),
  });
  const shipper = options.clickLog?.ship({ journal, table, pool });
  const { carry } = options.events ?? {};
  const openStore = async () =>
    createBatches({ pool, table, countries: await openCountries(options.geoDatabase, log), publicHost, carry });
  const drain =
    shipper ??
    startDrain({
      journal,
      log,
      store: await openStore(),
      refusedFile: join(dataDir, 'refused-hits.jsonl'),
      onBatch: metrics.observeBatch,
    });
  undo.defer(() => lastDrain(drain, log));
  undo.defer(repeat(adoptEveryMs, () => journal.adopt(), log));
  for (const stop of keepFigures(pool, { clock, log, ownHosts: ownHostsOf(options) })) undo.defer(stop);

  const lane = createRedirectLane({
    table,
    journal: shipper ?? journal,
    proxies,
    browserMarks: options.browserMarks,
    counts,
    now,
    lookUp: createLookUp(table, (codes) => readInto(pool, table, codes), patience.link),
    names: createLinkNames(pool),
    nextClickId: createClickIds(),
    isSecure: options.publicUrl.startsWith('https:'),
    variants: options.variants,
    exchange: options.events?.counts,
  });
  await finishesWithin(feed.firstTry, known ? patienceMs.withSnapshot : patienceMs.without);
  const ownerOf = ownerIn(table, pool);
  const findHere = findInJournal(journal);
  const find: FindRecord = async (clickId, isLate) =>
    (await findHere(clickId, isLate)) ?? options.clickLog?.find(clickId, isLate);
  const held = undo.move();
  return {
    lane,
    missing: () => [
      ...(known || feed.hasRead() ? [] : (['links'] as const)),
      ...(journal.isWritable() ? [] : (['journal'] as const)),
    ],
    findClick: createClickFinder({ find, ownerOf, pool, publicHost, log, patienceMs: patience.click }),
    drainNow: drain.drainNow,
    backlog: () => journal.backlog(),
    written: () => journal.written(),
    counts: () => counts,
    stop: () => held.disposeAsync(),
  };
}

/** What is done for hits and figures now and then. Returns what stops it. */
function keepFigures(
  pool: pg.Pool,
  { clock, log, ownHosts }: { clock: Clock; log: Log; ownHosts: readonly string[] },
): (() => void)[] {
  return [
    repeat(forgetEveryMs, () => prepareNextMonths(pool, clock.now()), log),
    repeat(forgetEveryMs, () => forgetVisitors(pool, clock.now()), log),
    repeat(addUpEveryMs, () => closeBrandDays(pool, clock.now()), log),
    repeat(addUpEveryMs, () => closeMonths(pool, clock.now()), log),
    repeat(addUpEveryMs, () => closeBrandCounts(pool, clock.now(), ownHosts), log),
  ];
}

/** Opens this process's journal and takes over what earlier ones left. */
async function openRedirectJournal({ dataDir, nodeId, log }: RedirectorOptions, now: () => number): Promise<Journal> {
  let isReported = false;
  const journal = await openJournal({
    folder: join(dataDir, 'journal'),
    node: nodeId,
    now,
    onFailure(error) {
      if (!isReported) log.error({ error: String(error) }, 'could not write the journal; clicks are not recorded');
      isReported = true;
      setTimeout(() => (isReported = false), 10_000).unref();
    },
  });
  const left = await journal.adopt();
  if (left > 0) log.warn({ hits: left }, 'storing hits left by an earlier process');
  return journal;
}

/** Tries to drain the journal once more; the next process drains the rest. */
async function lastDrain(drain: Drain, log: Log): Promise<void> {
  const isDone = await finishesWithin(
    drain.drainNow().catch((error: unknown) => log.warn({ error: String(error) }, 'hits stay in the journal')),
    lastDrainMs,
  );
  if (!isDone) log.warn({}, 'hits stay in the journal');
  await drain.stop();
}

function repeat(everyMs: number, work: () => Promise<unknown>, log: Log): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.debug({ error: String(error) }, 'will be retried'));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function noCounts(): LaneCounts {
  return {
    clicks: 0,
    heads: 0,
    notRecorded: 0,
    unknown: 0,
    disabled: 0,
    takenDown: 0,
    limited: 0,
    previews: 0,
    refused: 0,
  };
}
