import pg from 'pg';
import type { Queryable } from '../platform/database/queryable.ts';
import type { Log } from '../platform/log.ts';
import { sparseWarning } from '../platform/sparse.log.ts';
import {
  type ChangePlace,
  readChangedLinks,
  readDeletedCodes,
  readLinks,
  readLinksAfter,
  readMerchants,
  readFeedSource,
} from './link.queries.ts';
import type { NoticeSource } from '../platform/events/notices.ts';
import type { FeedPosition, LinkTable } from './link.table.ts';
import { asRedirector, redirectConnection } from './redirect.pool.ts';

// Keeps the table up to date: a notice names a changed code, and a poll finds changes whose notice was lost. Both go on
// where the table's position is, so a new connection and a restart with a snapshot read only what changed since. The
// links are read one by one only into an empty table, and again when the database is another one.
// Notices and poll share the connection, so the poll finds a dead one.

const pollMs = 5_000;
/** So many take some milliseconds to apply. */
const pageRows = 500;
/** With more, the changes are read by their transactions instead. */
const mostNoticed = 50_000;
const longestPauseMs = 2_000;

export type LinkFeed = {
  /** Resolves when the table was first read, or when that is not possible for now. */
  firstTry: Promise<boolean>;
  /** Whether the whole table was read at least once. */
  hasRead(): boolean;
  stop(): Promise<void>;
};

export type LinkFeedOptions = {
  /** The address for direct connections. */
  url: string;
  table: LinkTable;
  log: Log;
  pollMs?: number;
  /** Notices besides those of PostgreSQL. */
  source?: NoticeSource | undefined;
};

export function startLinkFeed(options: LinkFeedOptions): LinkFeed {
  const { table, log } = options;
  const reportAway = sparseWarning(log, 'could not read the link table; serving the links in memory');
  const first = Promise.withResolvers<boolean>();
  let isStopped = false;
  let hasRead = false;
  let pauseMs = 100;
  let retry: NodeJS.Timeout | undefined;
  let session: Session | undefined;
  let connecting: Promise<void> = Promise.resolve();

  const connect = async (): Promise<void> => {
    const next = new Session(options.url, table, options.pollMs ?? pollMs);
    session = next;
    try {
      await next.start();
      pauseMs = 100;
      hasRead = true;
      first.resolve(true);
      log.info({ links: table.size() }, 'link table loaded');
      await next.ended;
    } catch (error) {
      const fact = { error: String(error) };
      if (!hasRead && isBeforeMigrations(error)) log.info(fact, 'the database has no links yet');
      else reportAway(fact);
      first.resolve(false);
    }
    await next.close();
    if (isStopped) return;
    retry = setTimeout(() => {
      connecting = connect();
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };

  const unlisten = options.source?.listen('links', (code) => session?.notice(code));
  connecting = connect();
  return {
    firstTry: first.promise,
    hasRead: () => hasRead,
    async stop() {
      isStopped = true;
      unlisten?.();
      clearTimeout(retry);
      await session?.close();
      await connecting;
    },
  };
}

/** One connection, from its first reading to its end. */
class Session {
  readonly ended: Promise<void>;
  readonly #end: () => void;
  readonly #client: pg.Client;
  readonly #db: Queryable;
  readonly #table: LinkTable;
  readonly #pollMs: number;
  readonly #noticed = new Set<string>();
  #isFetching = false;
  #isListening = false;
  #timer: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;

  constructor(url: string, table: LinkTable, pollEveryMs: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#table = table;
    this.#pollMs = pollEveryMs;
    this.#client = new pg.Client({ ...redirectConnection(url), keepAlive: true, query_timeout: 10_000 });
    this.#db = asRedirector(this.#client);
    this.#client.on('error', () => this.#end());
    this.#client.on('end', () => this.#end());
    this.#client.on('notification', ({ payload }) => {
      if (payload !== undefined) this.notice(payload);
    });
  }

  async start(): Promise<void> {
    await this.#client.connect();
    // First listen: changes made while the table is read are noticed and read again.
    await this.#client.query('listen links');
    this.#isListening = true;
    await this.#readChanges();
    await this.#compareAll();
    await this.#readAll();
    this.#schedule();
  }

  /** A link changed, or with an empty code a brand. Before the first reading, that finds the change. */
  notice(code: string): void {
    if (!this.#isListening) return;
    if (this.#noticed.size < mostNoticed) this.#noticed.add(code);
    void this.#fetchNoticed();
  }

  close(): Promise<void> {
    this.#isListening = false;
    clearTimeout(this.#timer);
    this.#end();
    this.#closed ??= this.#client.end().catch(() => undefined);
    return this.#closed;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#poll().then(
        () => this.#schedule(),
        () => this.#end(),
      );
    }, this.#pollMs);
  }

  async #poll(): Promise<void> {
    const { source } = this.#position();
    await this.#readChanges();
    // A new session compares the links with the other database.
    if (this.#position().source !== source) this.#end();
  }

  #position(): FeedPosition {
    const position = this.#table.position();
    if (position === undefined) throw new Error('the table has no position yet');
    return position;
  }

  /** Applies everything that was committed since the position, and moves it. */
  async #readChanges(): Promise<void> {
    const now = await readFeedSource(this.#db);
    await readMerchantsInto(this.#db, this.#table);
    const known = this.#table.position();
    if (known?.source !== now.source) {
      this.#table.setPosition({ ...now, readTo: '', isCompared: this.#table.size() === 0 });
      return;
    }
    await this.#readChangedSince(known.transaction);
    await this.#readDeletedSince(known.transaction);
    this.#table.setPosition({ ...this.#position(), transaction: now.transaction });
  }

  async #readChangedSince(transaction: string): Promise<void> {
    for (let place: ChangePlace | undefined = { transaction, code: '' }; place !== undefined; ) {
      const rows: Awaited<ReturnType<typeof readChangedLinks>> = await readChangedLinks(this.#db, place, pageRows);
      for (const row of rows) this.#table.setLink(row);
      place = rows.length < pageRows ? undefined : rows.at(-1);
    }
  }

  async #readDeletedSince(transaction: string): Promise<void> {
    for (let place: ChangePlace | undefined = { transaction, code: '' }; place !== undefined; ) {
      const rows: ChangePlace[] = await readDeletedCodes(this.#db, place, pageRows);
      await readInto(
        this.#db,
        this.#table,
        rows.map(({ code }) => code),
      );
      place = rows.length < pageRows ? undefined : rows.at(-1);
    }
  }

  /** Reads the links in memory again if they came from another database. */
  async #compareAll(): Promise<void> {
    if (this.#position().isCompared) return;
    for (const codes of this.#table.codes()) {
      for (let from = 0; from < codes.length; from += pageRows)
        await readInto(this.#db, this.#table, codes.slice(from, from + pageRows));
    }
    this.#table.setPosition({ ...this.#position(), isCompared: true });
  }

  /** Reads all links in the order of their codes, or as many as the table takes. */
  async #readAll(): Promise<void> {
    for (let { readTo } = this.#position(); readTo !== undefined; ) {
      const rows = this.#table.isFull() ? [] : await readLinksAfter(this.#db, readTo, pageRows);
      for (const row of rows) this.#table.fillLink(row);
      readTo = rows.length < pageRows ? undefined : rows.at(-1)?.code;
      this.#table.setPosition({ ...this.#position(), readTo });
    }
  }

  async #fetchNoticed(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (this.#noticed.size > 0) await this.#readNoticed();
    } catch {
      this.#end();
    } finally {
      this.#isFetching = false;
    }
  }

  async #readNoticed(): Promise<void> {
    const isTooMany = this.#noticed.size >= mostNoticed;
    const codes = Array.from(this.#noticed).slice(0, pageRows);
    if (isTooMany) this.#noticed.clear();
    for (const code of codes) this.#noticed.delete(code);
    if (isTooMany) return this.#poll();
    // A notice without a code says that a brand changed.
    if (codes.includes('')) await readMerchantsInto(this.#db, this.#table);
    await readInto(this.#db, this.#table, codes);
  }
}

async function readMerchantsInto(db: Queryable, table: LinkTable): Promise<void> {
  for (const merchant of await readMerchants(db)) table.setMerchant(merchant);
}

/** Reads the codes; those that the database doesn't have are removed from the table. */
export async function readInto(db: Queryable, table: LinkTable, codes: readonly string[]): Promise<void> {
  const rows = await readLinks(db, codes);
  const gone = new Set(codes);
  for (const row of rows) gone.delete(row.code);
  for (const code of gone) table.remove(code);
  const strangers = rows.filter((row) => !table.setLink(row));
  if (strangers.length === 0) return;
  await readMerchantsInto(db, table);
  for (const row of strangers) table.setLink(row);
}

/** PostgreSQL's codes for a missing table, column, function, right and role. */
const missing = new Set(['42P01', '42703', '42883', '42501', '22023']);

/** As on the first start, while this process sets the database up. The migrations report what they can't mend. */
function isBeforeMigrations(error: unknown): boolean {
  return error instanceof pg.DatabaseError && missing.has(error.code ?? '');
}
