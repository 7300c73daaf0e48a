import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../figures/transaction.ts';
import { classOf } from '../hits/classify.ts';
import type { Carry } from '../platform/database/kept.notices.ts';
import type { Countries } from '../hits/countries.ts';
import { markFloods } from './drain.flood.ts';
import { type Counted, countedKey, markDuplicates } from '../hits/duplicates.ts';
import type { PreparedHit } from './hit.prepare.ts';
import { createPreparation, type Prepared, type ReadOwners } from './hits.prepare.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import {
  addToLoad,
  doOrdersWait,
  noticeFigures,
  readBrowserMarks,
  readOwnBrowsers,
  readVisitorMarks,
  startLoad,
  storeHits,
  storeOrphans,
} from './hits.queries.ts';
import { findProfiles } from './profiles.ts';
import { readInto } from '../redirector/link.feed.ts';
import type { LinkOwner, LinkTable } from '../redirector/link.table.ts';

// One batch from the journal's lines to committed rows. Invariants: rows, figures, marks and the notice to dashboards
// are one transaction; repeating a batch changes nothing; no two batches with hits of one storefront run at once, so
// that two clicks of one browser can't both be the first.

export type BatchOptions = {
  pool: pg.Pool;
  table: LinkTable;
  countries: Countries;
  publicHost: string;
  /** Takes the notices of a batch to the other nodes. Without it, PostgreSQL does. */
  carry?: Carry | undefined;
};

/** Returns whether an order is waiting for a click. */
export type StoreBatch = (records: readonly HitRecord[], node: string, slice: number) => Promise<boolean>;

const linksAtOnce = 1_000;

/** `slice` is the number of hits after which the event loop gets a turn. */
export function createBatches({ pool, table, carry, ...surroundings }: BatchOptions): StoreBatch {
  const prepare = createPreparation({ pool, ...surroundings, readOwners: ownersIn(pool, table) });
  return async (records, node, slice) => {
    const prepared = await prepare([{ node, records }], slice);
    return inTransaction(pool, (client) => storePrepared(client, prepared, slice), carry);
  };
}

/** The owners of all links of a batch, with those that the table doesn't have: it may forget a link at any time. */
function ownersIn(pool: pg.Pool, table: LinkTable): ReadOwners {
  return async (codes) => {
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
}

/** Stores what was prepared, in the transaction of the caller. Returns whether an order is waiting for a click. */
export async function storePrepared(
  client: pg.PoolClient,
  prepared: readonly Prepared[],
  slice: number,
): Promise<boolean> {
  const all = prepared.flatMap(({ hits }) => hits);
  await completeVerdicts(client, all);
  const profiles = await findProfiles(client, all);
  const load = startLoad('');
  for (const { node, hits, orphans } of prepared) {
    for (const hit of hits) {
      if (load.count % slice === slice - 1) await breathe();
      addToLoad(load, hit, node, profiles.get(hit));
    }
    await storeOrphans(client, node, orphans);
  }
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
