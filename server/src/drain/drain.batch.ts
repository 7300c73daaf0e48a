import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../figures/transaction.ts';
import { classOf } from '../hits/classify.ts';
import { timeOfClick } from '../hits/click-id.ts';
import type { Countries } from '../hits/countries.ts';
import { markFloods } from './drain.flood.ts';
import { type Counted, countedKey, markDuplicates } from '../hits/duplicates.ts';
import { type OrphanVisit, type PreparedHit, prepareHit, prepareOrphan, type Surroundings } from './hit.prepare.ts';
import { type HitRecord, isOfLink } from '../hits/hit.record.ts';
import {
  addToLoad,
  doOrdersWait,
  noticeFigures,
  readBrowserMarks,
  readOwnBrowsers,
  readSalt,
  readVisitorMarks,
  startLoad,
  storeHits,
  storeOrphans,
} from './hits.queries.ts';
import { createMonths } from './months.ts';
import { readInto } from '../redirector/link.feed.ts';
import type { LinkOwner, LinkTable } from '../redirector/link.table.ts';
import { dateOfDay, dayOf } from '../hits/visitors.ts';

// One batch from the journal's lines to committed rows. Invariants: rows, figures, marks and the notice to dashboards
// are one transaction; repeating a batch changes nothing; no two batches of the installation run at once, so that two
// clicks of one browser can't both be the first.

export type BatchOptions = {
  pool: pg.Pool;
  table: LinkTable;
  countries: Countries;
  publicHost: string;
};

/** Returns whether an order is waiting for a click. */
export type StoreBatch = (records: readonly HitRecord[], node: string, slice: number) => Promise<boolean>;

type Prepared = { hits: PreparedHit[]; orphans: OrphanVisit[] };

const linksAtOnce = 1_000;

/** `slice` is the number of hits after which the event loop gets a turn. */
export function createBatches(options: BatchOptions): StoreBatch {
  const { pool, table } = options;
  const salts = new Map<number, string>();
  const prepareMonths = createMonths(pool);

  const loadSalts = async (records: readonly HitRecord[]): Promise<void> => {
    for (const day of new Set(records.map(({ clickId }) => dayOf(timeOfClick(clickId))))) {
      if (!salts.has(day)) salts.set(day, await readSalt(pool, dateOfDay(day), randomBytes(16)));
    }
  };

  /** The owners of all links of the batch: the table may forget a link at any time. */
  const readOwners = async (records: readonly HitRecord[]): Promise<ReadonlyMap<string, LinkOwner>> => {
    const codes = [...new Set(records.filter(isOfLink).map(({ code }) => code))];
    const owners = new Map<string, LinkOwner>();
    const collect = (each: string) => {
      const owner = table.ownerOf(each);
      if (owner !== undefined) owners.set(each, owner);
    };
    codes.forEach(collect);
    const missing = codes.filter((code) => !owners.has(code));
    for (let from = 0; from < missing.length; from += linksAtOnce) {
      const part = missing.slice(from, from + linksAtOnce);
      await readInto(pool, table, part);
      part.forEach(collect);
    }
    return owners;
  };

  const surroundings: Surroundings = {
    countries: options.countries,
    publicHost: options.publicHost,
    saltOf: (at) => salts.get(dayOf(at)) ?? '',
  };

  const prepare = async (records: readonly HitRecord[], slice: number): Promise<Prepared> => {
    const owners = await readOwners(records);
    const prepared: Prepared = { hits: [], orphans: [] };
    for (const [index, record] of records.entries()) {
      if (index % slice === slice - 1) await breathe();
      const link = isOfLink(record) ? owners.get(record.code) : undefined;
      if (link !== undefined) prepared.hits.push(prepareHit(record, link, surroundings));
      else prepared.orphans.push(prepareOrphan(record, reasonOf(record), surroundings));
    }
    return prepared;
  };

  return async (records, node, slice) => {
    await loadSalts(records);
    await prepareMonths(records);
    const prepared = await prepare(records, slice);
    return inTransaction(pool, (client) => store(client, prepared, node, slice));
  };
}

function reasonOf(record: HitRecord): OrphanVisit['reason'] {
  return record.kind === 'disabled' || record.kind === 'taken_down' ? record.kind : 'unknown';
}

async function store(
  client: pg.PoolClient,
  { hits, orphans }: Prepared,
  node: string,
  slice: number,
): Promise<boolean> {
  await completeVerdicts(client, hits);
  const load = startLoad(node);
  for (const [index, hit] of hits.entries()) {
    if (index % slice === slice - 1) await breathe();
    addToLoad(load, hit);
  }
  await storeOrphans(client, node, orphans);
  const accounts = load.count === 0 ? [] : await storeHits(client, load);
  await noticeFigures(client, accounts);
  return doOrdersWait(client);
}

async function completeVerdicts(client: pg.PoolClient, hits: readonly PreparedHit[]): Promise<void> {
  const candidates = hits.filter(({ verdict }) => verdict.class === 'human');
  const marked = candidates.filter(({ sentBrowser }) => sentBrowser !== '');
  const unmarked = candidates.filter(({ sentBrowser, isUnsigned }) => sentBrowser === '' || isUnsigned);
  const counted: Counted = new Map();
  if (marked.length > 0) {
    await recognizeCreators(client, marked);
    for (const { link, mark, at } of await readBrowserMarks(client, marked)) counted.set(countedKey(link, mark), at);
  }
  if (unmarked.length > 0) {
    const links = unmarked.map(({ linkId }) => linkId);
    const visitors = unmarked.map(({ visitor }) => visitor);
    const known = await readVisitorMarks(client, links, visitors);
    for (const { link, mark, at } of known) counted.set(countedKey(link, mark), at);
  }
  markDuplicates(candidates, counted);
  await markFloods(client, candidates);
}

async function recognizeCreators(client: pg.PoolClient, marked: readonly PreparedHit[]): Promise<void> {
  const browsers = [...new Set(marked.map(({ sentBrowser }) => sentBrowser))];
  const own = await readOwnBrowsers(client, browsers);
  const pairs = new Set(own.map(({ creator, browser }) => `${creator} ${browser}`));
  for (const hit of marked) {
    if (!pairs.has(`${hit.creatorId} ${hit.sentBrowser}`)) continue;
    hit.verdict = classOf({ ...hit.facts, isOwnBrowser: true });
  }
}
