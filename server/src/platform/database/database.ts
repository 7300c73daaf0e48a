import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isId } from '../ids.ts';
import { keepPlans } from './prepared.ts';
import type { Tables } from './tables.ts';

/**
 * Whom a transaction acts for. Row policies compare every row with it (0001_scopes.sql); an empty scope sees nothing.
 * `system` sees everything; only the files listed in server/architecture.test.ts can use it.
 */
export type DatabaseScope =
  | { role: 'app'; merchantId?: string; creatorId?: string }
  | { role: 'public' }
  | { role: 'redirect' }
  | { role: 'system'; merchantId?: string };

export type Tx = Transaction<Tables>;

export type Database = {
  /** Runs `work` in one transaction with the scope: commits when it returns, rolls back when it throws. */
  as<T>(scope: DatabaseScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same on separate connections for transactions that hold a lock while others run, so that they can't starve
   * those of connections.
   */
  holding<T>(scope: DatabaseScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly url: string;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

const asText = (text: string) => text;
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, asText],
]);
/** int8 as bigint and date as text, only for this pool; other users of the driver keep its defaults. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => parsers.get(id) ?? pg.types.getTypeParser(id, format),
};

const scopes = new AsyncLocalStorage<DatabaseScope>();

function setting(id: string | undefined): string {
  if (id === undefined) return '';
  if (!isId(id)) throw new Error('a scope takes ids only');
  return id;
}

/** `begin` and the scope in one round trip. Every value is a checked id or one of four constants. */
function beginAs(scope: DatabaseScope): string {
  const merchant = 'merchantId' in scope ? setting(scope.merchantId) : '';
  const creator = 'creatorId' in scope ? setting(scope.creatorId) : '';
  return `begin; set local role vitrine_${scope.role}; set local app.merchant = '${merchant}'; set local app.creator = '${creator}'`;
}

class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const scope = scopes.getStore();
    if (!scope) throw new Error('a transaction needs a scope');
    await connection.executeQuery(CompiledQuery.raw(beginAs(scope)));
  }
}

class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): PostgresDriver {
    return new ScopedDriver(this.#config);
  }
}

/** As many as platform/http/lanes.ts can hold at once. */
const separateConnections = 9;

/** Statements time out after 5 s, waiting for a lock after 2 s, so that a stuck request frees its connection. */
function openPool({ url, log }: { url: string; log: Log }, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    application_name: 'vitrine',
    types,
  });
  pool.on('connect', (client) => {
    keepPlans(client);
    // A connection can be lost between two statements of a transaction, and the next statement then fails. Without a
    // listener the event would end the process.
    client.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  });
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'));
  return pool;
}

export function openDatabase(options: { url: string; log: Log; connections?: number }): Database {
  const pool = openPool(options, options.connections ?? 12);
  const open = (from: pg.Pool) => new Kysely<Tables>({ dialect: new ScopedDialect({ pool: from }) });
  const [main, separate] = [open(pool), open(openPool(options, separateConnections))];
  const runOn =
    (kysely: Kysely<Tables>): Database['as'] =>
    (scope, work) =>
      scopes.run(scope, () => kysely.transaction().execute(work));
  const as = runOn(main);
  return {
    url: options.url,
    pool,
    as,
    holding: runOn(separate),
    close: async () => {
      await Promise.all([main.destroy(), separate.destroy()]);
    },
  };
}
