import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { classOf } from '../hits/classify.ts';
import { prepareHit, type Surroundings } from './hit.prepare.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { readOwnBrowsers } from './hits.queries.ts';
import type { Journal } from '../journal/journal.ts';
import { readInto } from '../redirector/link.feed.ts';
import type { LinkTable } from '../redirector/link.table.ts';

// A click that is on this node's disk and not in the database yet, with what an order needs. Whether it is a duplicate
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

/** The longest search for a click; after it, the order is answered as waiting. */
const patienceMs = 300;

function uuidOf(digits: string): string {
  const hex = digits.replaceAll('-', '');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export type ClickFinderOptions = {
  journal: Journal;
  pool: pg.Pool;
  table: LinkTable;
  publicHost: string;
  log: Log;
};

/** Searches run one at a time, so that many orders at once leave processor time for redirects. */
export function createClickFinder(options: ClickFinderOptions): (clickId: string) => Promise<FoundClick | undefined> {
  const { journal, pool, table, log } = options;
  const surroundings: Surroundings = { countries: () => '', publicHost: options.publicHost, saltOf: () => '' };
  let last: Promise<unknown> = Promise.resolve();

  const present = async (record: HitRecord): Promise<FoundClick | undefined> => {
    if (record.kind !== 'click' && record.kind !== 'head') return undefined;
    if (table.ownerOf(record.code) === undefined) await readInto(pool, table, [record.code]);
    const link = table.ownerOf(record.code);
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

  const search = async (clickId: string, isLate: () => boolean): Promise<FoundClick | undefined> => {
    if (isLate()) return undefined;
    const record = await journal.find(clickId);
    return record && present(record);
  };

  return async (clickId) => {
    const patience = new AbortController();
    const turn = last.then(() => search(clickId, () => patience.signal.aborted));
    last = turn.catch((error: unknown) =>
      log.warn({ error: String(error) }, 'could not look up a click in the journal'),
    );
    try {
      return await Promise.race([
        turn.catch(() => undefined),
        pause(patienceMs, undefined, { ref: false, signal: patience.signal }),
      ]);
    } finally {
      patience.abort();
    }
  };
}
