import pg from 'pg';
import type { Queryable } from '../platform/database/queryable.ts';
import type { Log } from '../platform/log.ts';
import { readDatabaseClock, readLinks, readLinksAfter, readLinksChangedSince, readMerchants } from './link.queries.ts';
import type { LinkTable } from './link.table.ts';
import { asRedirector, redirectConnection } from './redirect.pool.ts';

// Keeps the table up to date: a notice names a changed code, a poll finds changes whose notice was lost, and a new
// connection reads everything. Notices and poll share the connection, so the poll finds a dead one.

const pollMs = 5_000;
/** A transaction becomes visible after the time that it stored, so recent changes are read again. */
const overlapMicroseconds = 10_000_000;
const fullEveryMs = 600_000;
const pageRows = 2_500;
const noticesAtOnce = 1_000;
const longestPauseMs = 2_000;

export type LinkFeed = {
  /** Resolves when the table was first read, or when that is not possible for now. */
  firstTry: Promise<boolean>;
  /** Whether the whole table was read at least once. */
  hasRead(): boolean;
  stop(): Promise<void>;
};

/** `url` is the address for direct connections. */
export function startLinkFeed(options: { url: string; table: LinkTable; log: Log; pollMs?: number }): LinkFeed {
  const { table, log } = options;
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
      else log.warn(fact, 'could not read the link table; serving the links in memory');
      first.resolve(false);
    }
    await next.close();
    if (isStopped) return;
    retry = setTimeout(() => {
      connecting = connect();
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };

  connecting = connect();
  return {
    firstTry: first.promise,
    hasRead: () => hasRead,
    async stop() {
      isStopped = true;
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
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  #fullAt = 0;
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
      if (payload !== undefined) this.#noticed.add(payload);
      void this.#fetchNoticed();
    });
  }

  async start(): Promise<void> {
    await this.#client.connect();
    // First listen: changes made while the table is read are noticed and read again.
    await this.#client.query('listen links');
    await this.#readAll();
    this.#schedule();
  }

  close(): Promise<void> {
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
    if (performance.now() > this.#fullAt) return this.#readAll();
    const now = await readDatabaseClock(this.#db);
    await readMerchantsInto(this.#db, this.#table);
    const rows = await readLinksChangedSince(this.#db, this.#since - overlapMicroseconds);
    for (const row of rows) this.#table.setLink(row);
    this.#since = now;
  }

  async #readAll(): Promise<void> {
    const now = await readDatabaseClock(this.#db);
    await readMerchantsInto(this.#db, this.#table);
    const gone = new Set(this.#table.codes());
    for (let after = ''; ; ) {
      const rows = await readLinksAfter(this.#db, after, pageRows);
      for (const row of rows) {
        this.#table.setLink(row);
        gone.delete(row.code);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) break;
      after = last.code;
    }
    for (const code of gone) this.#table.remove(code);
    this.#since = now;
    this.#fullAt = performance.now() + fullEveryMs;
  }

  async #fetchNoticed(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (this.#noticed.size > 0) {
        const codes = Array.from(this.#noticed).slice(0, noticesAtOnce);
        for (const code of codes) this.#noticed.delete(code);
        await readInto(this.#db, this.#table, codes);
      }
    } catch {
      this.#end();
    } finally {
      this.#isFetching = false;
    }
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
