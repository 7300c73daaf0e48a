import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { classOf } from '../hits/classify.ts';
import { prepareHit, type Surroundings } from './hit.prepare.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { readOwnBrowsers } from './hits.queries.ts';
import type { Journal } from '../journal/journal.ts';
import { readInto } from '../redirector/link.feed.ts';
import type { LinkOwner, LinkTable } from '../redirector/link.table.ts';

// A click that is in this node's journal or in the click log and not in the database yet, with what an order needs. Whether it is a duplicate
// is decided when it is stored, in time order; an order treats both alike.

export type FoundClick = {
  hitId: string;
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  linkId: string;
  at: Date;
  class: string;
  /** Hash of the browser's mark. */
  browser: Buffer | null;
  /** How the browser is recognized; null if it is not. */
  browserMark: string | null;
};

function uuidOf(digits: string): string {
  const hex = digits.replaceAll('-', '');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Looks for a click's record until `isLate`. */
export type FindRecord = (clickId: string, isLate: () => boolean) => Promise<HitRecord | undefined>;

export type ClickFinderOptions = {
  find: FindRecord;
  ownerOf(code: string): Promise<LinkOwner | undefined>;
  pool: pg.Pool;
  publicHost: string;
  log: Log;
  /** The longest search for a click; after it, the order is answered as waiting. */
  patienceMs: number;
};

/** One search at a time in the journal, so that many orders at once leave processor time for redirects. */
export function findInJournal(journal: Pick<Journal, 'find'>): FindRecord {
  let last: Promise<unknown> = Promise.resolve();
  return (clickId, isLate) => {
    const turn = last.then(() => (isLate() ? undefined : journal.find(clickId)));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** The owner of a link by the table, or else by the database. */
export function ownerIn(table: LinkTable, pool: pg.Pool): ClickFinderOptions['ownerOf'] {
  return async (code) => {
    if (table.ownerOf(code) === undefined) await readInto(pool, table, [code]);
    return table.ownerOf(code);
  };
}

export function createClickFinder(options: ClickFinderOptions): (clickId: string) => Promise<FoundClick | undefined> {
  const { find, ownerOf, pool, log, patienceMs } = options;
  const surroundings: Surroundings = { countries: () => '', publicHost: options.publicHost, saltOf: () => '' };

  const present = async (record: HitRecord): Promise<FoundClick | undefined> => {
    if (record.kind !== 'click' && record.kind !== 'head') return undefined;
    const link = await ownerOf(record.code);
    if (!link) return undefined;
    const hit = prepareHit(record, link, surroundings);
    const own = hit.sentBrowser === '' ? [] : await readOwnBrowsers(pool, [hit.sentBrowser]);
    const isOwnBrowser = own.some(({ creator }) => uuidOf(creator) === uuidOf(hit.creatorId));
    return {
      hitId: uuidOf(hit.id),
      merchantId: uuidOf(hit.merchantId),
      merchantAccountId: uuidOf(hit.merchantAccountId),
      creatorId: uuidOf(hit.creatorId),
      linkId: uuidOf(hit.linkId),
      at: new Date(hit.at),
      class: classOf({ ...hit.facts, isOwnBrowser }).class,
      browser: hit.browser === '' ? null : Buffer.from(hit.browser, 'hex'),
      browserMark: hit.browserMark || null,
    };
  };

  return async (clickId) => {
    const patience = new AbortController();
    const search = async (): Promise<FoundClick | undefined> => {
      try {
        const record = await find(clickId, () => patience.signal.aborted);
        return record && (await present(record));
      } catch (error) {
        log.warn({ error: String(error) }, 'could not look up a click that is not stored yet');
        return undefined;
      }
    };
    try {
      return await Promise.race([search(), pause(patienceMs, undefined, { ref: false, signal: patience.signal })]);
    } finally {
      patience.abort();
    }
  };
}
