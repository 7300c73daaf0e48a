import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  Transaction,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isId } from '../ids.ts';
import { sparseWarning } from '../sparse.log.ts';
import { beginWith, keepingNotices, type TimeLimits } from './begin.ts';
import { type Carry, keepingEnd, keptIn } from './kept.notices.ts';
import { type Patience, usualPatience } from '../patience.ts';
import { prepareStatements } from './prepared.ts';
import { createReplica, type Replica } from './replica.ts';
import {
  commitAndRead,
  joinWrites,
  type LastStatements,
  onlyStatement,
  sendTogether,
  type UnsentStatement,
} from './together.ts';
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
   * The same, and `work` returns the statements that end the transaction. They are sent together with the commit, so that
   * no lock that they take is held over a round trip. With `isJoined`, the begin is sent together with the first statement
   * of `work`. PostgreSQL executes that also if it could not begin, and then outside of every scope, so it must name whose
   * rows it wants and do no harm by itself. Its result is lost then.
   */
  endingWith<T>(
    scope: DatabaseScope,
    work: (tx: Tx) => Promise<LastStatements<T>>,
    options?: { isJoined?: boolean },
  ): Promise<T>;
  /** A transaction of one statement in one round trip, which returns its rows. The same applies to the statement. */
  alone<Row>(scope: DatabaseScope, statement: (tx: Tx) => UnsentStatement<Row>): Promise<Row[]>;
  /**
   * The same for `work` that only reads and can be repeated. In a call that is declared with `readsReplica`, the replica
   * answers if it has everything that is committed now.
   */
  read<T>(scope: DatabaseScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same on separate connections for transactions that hold a lock while others run, so that they can't starve
   * those of connections.
   */
  holding<T>(scope: DatabaseScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For the inside of a transaction: does `work` once it has committed, and never when it rolls back. Of several with
   * one name, only the first is done. It must not be needed for what is committed to be right: a crash can lose it.
   */
  afterCommit(name: string, work: () => Promise<void>): void;
  /** One statement as the login of the database and outside every scope, within the limits of a transaction. */
  asLogin<Row extends object>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
  /** The address for a module that opens its own connections and needs sessions: for locks, notices and long reads. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** If DATABASE_READ_URL is set. */
  readonly replica: Replica | undefined;
  close(): Promise<void>;
};

const asText = (text: string) => text;
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  // Sums of amounts, which can be larger than int8.
  [pg.types.builtins.NUMERIC, (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text)],
  [pg.types.builtins.DATE, asText],
]);
/** int8 and whole numerics as bigint, and date as text, only for this pool; other users of the driver keep its defaults. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => parsers.get(id) ?? pg.types.getTypeParser(id, format),
};

/** What is left to do at the end of each running transaction. */
const endings = new WeakMap<Tx, (() => Promise<void>)[]>();

/**
 * Does `work` as the last of a transaction, before it commits. For locks that all transactions share: taken last, they are
 * held shortest, and never while another lock is waited for.
 */
export async function beforeCommit(tx: Tx, work: () => Promise<void>): Promise<void> {
  const left = endings.get(tx);
  // A transaction that wasn't begun here has no known end.
  if (left) left.push(work);
  else await work();
}

/**
 * The current transaction, for reads that don't need each other's answers: those that are started together are sent in
 * one round trip. The query builder sends each after the answer to the one before.
 */
export function sideBySide(tx: Tx): Tx {
  const { connection, dialect } = transactions.getStore() ?? {};
  if (!connection || !dialect) throw new Error('there is no transaction');
  const executor = tx.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) });
  return new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

/** Sends the last statements of the current transaction, with its commit unless something else is left to do. */
async function finish<T>(tx: Tx, { statements, result }: LastStatements<T>): Promise<T> {
  const running = transactions.getStore();
  if (!running?.connection) throw new Error('there is no transaction to end');
  const queries = statements.map((statement) => statement.compile(tx));
  const isLast = endings.get(tx)?.length === 0;
  const rows = await sendTogether(running.connection, isLast ? [...queries, ...commitOf(running)] : queries);
  running.isCommitted = isLast;
  if (isLast) running.carry?.(keptIn(rows));
  return result(rows);
}

function commitOf({ carry }: Running): CompiledQuery[] {
  return (carry ? keepingEnd : ['commit']).map((text) => CompiledQuery.raw(text));
}

async function untilEnd<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const left: (() => Promise<void>)[] = [];
  endings.set(tx, left);
  const result = await work(tx);
  for (const ending of left) await ending();
  return result;
}

type Running = {
  scope: DatabaseScope;
  /** Set if the transaction keeps its notices. */
  carry: Carry | undefined;
  after: Map<string, () => Promise<void>>;
  isReadOnly: boolean;
  connection?: DatabaseConnection;
  dialect: Dialect;
  /** The begin is sent together with the first statement. */
  isJoined?: boolean;
  /** The commit was sent together with the last statements. */
  isCommitted?: boolean;
};

const transactions = new AsyncLocalStorage<Running>();

function setting(id: string | undefined): string {
  if (id === undefined) return '';
  if (!isId(id)) throw new Error('a scope takes ids only');
  return id;
}

/** Every value is a checked id or one of four constants. */
function beginAs({ scope, carry, isReadOnly }: Running, limits: TimeLimits): string {
  const settings = {
    role: `vitrine_${scope.role}`,
    'app.merchant': 'merchantId' in scope ? setting(scope.merchantId) : '',
    'app.creator': 'creatorId' in scope ? setting(scope.creatorId) : '',
    ...(carry ? keepingNotices : {}),
  };
  return beginWith(settings, limits, isReadOnly);
}

/** Lets the first statement on a connection be sent before the answer to `begun`, and wait for that answer, too. */
function joinFirst(connection: DatabaseConnection, begun: Promise<unknown>): void {
  const executeQuery = connection.executeQuery.bind(connection);
  // The first statement reports it.
  begun.catch(() => undefined);
  connection.executeQuery = async (query) => {
    connection.executeQuery = executeQuery;
    const [result] = await Promise.all([executeQuery(query), begun]);
    // The type of its rows is the caller's.
    return result as never;
  };
}

class ScopedDriver extends PostgresDriver {
  readonly #limits: TimeLimits;
  constructor(config: PostgresDialectConfig, limits: TimeLimits) {
    super(config);
    this.#limits = limits;
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const running = transactions.getStore();
    if (!running) throw new Error('a transaction needs a scope');
    running.connection = connection;
    const begun = connection.executeQuery(CompiledQuery.raw(beginAs(running, this.#limits)));
    if (running.isJoined) joinFirst(connection, begun);
    else await begun;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { carry, isCommitted } = transactions.getStore() ?? {};
    if (isCommitted) return;
    if (carry) carry(await commitAndRead(connection));
    else await super.commitTransaction(connection);
  }
}

class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: TimeLimits;
  constructor(config: PostgresDialectConfig, limits: TimeLimits) {
    super(config);
    this.#config = config;
    this.#limits = limits;
  }
  override createDriver(): PostgresDriver {
    return new ScopedDriver(this.#config, this.#limits);
  }
}

type Opened = { dialect: Dialect; kysely: Kysely<Tables> };

/** As many as platform/http/lanes.ts can hold at once. */
const separateConnections = 9;

/** A stuck request frees its connection. */
const usualLimits: TimeLimits = { statementMs: 5_000, lockMs: 2_000, idleMs: 10_000 };

type PoolOptions = { url: string; log: Log; connectWithinMs: number; answerWithinMs?: number };

function openPool({ url, log, connectWithinMs, answerWithinMs }: PoolOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectWithinMs,
    ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
    // Statements are sent without waiting for the answers to those before; see together.ts.
    pipeline: true,
    application_name: 'vitrine',
    types,
    onConnect: prepareStatements,
  });
  const [reportLost, reportIdle] = [
    sparseWarning(log, 'database connection lost'),
    sparseWarning(log, 'idle database connection lost'),
  ];
  pool.on('connect', (client) => {
    joinWrites(client);
    // A connection can be lost between two statements of a transaction, and the next statement then fails. Without a
    // listener the event would end the process.
    client.on('error', (error) => reportLost({ error: error.message }));
  });
  pool.on('error', (error) => reportIdle({ error: error.message }));
  return pool;
}

/** As without DATABASE_CONNECTIONS. */
const usualConnections = 12;

export type DatabaseOptions = {
  /** May go through a pooler that gives each transaction its session. */
  url: string;
  /** Without a pooler, or through one that gives each connection its session. The same as `url` by default. */
  directUrl?: string;
  /** Of a replica, for `read`. */
  readUrl?: string | undefined;
  log: Log;
  connections?: number;
  limits?: TimeLimits;
  /** If set, transactions keep their notices, and it gets them after the commit. */
  carry?: Carry | undefined;
  patience?: Patience;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { limits = usualLimits, patience = usualPatience } = options;
  const poolOptions = { url: options.url, log: options.log, connectWithinMs: patience.connection };
  const pool = openPool(poolOptions, options.connections ?? usualConnections);
  const open = (from: pg.Pool): Opened => {
    const dialect = new ScopedDialect({ pool: from }, limits);
    return { dialect, kysely: new Kysely<Tables>({ dialect }) };
  };
  const [main, separate] = [open(pool), open(openPool(poolOptions, separateConnections))];
  const runOn =
    ({ kysely, dialect }: Opened, { isReadOnly = false, isJoined = false } = {}): Database['as'] =>
    async (scope, work) => {
      const carry = isReadOnly ? undefined : options.carry;
      const running: Running = { scope, carry, after: new Map(), dialect, isReadOnly, isJoined };
      const result = await transactions.run(running, () => kysely.transaction().execute((tx) => untilEnd(tx, work)));
      for (const [name, after] of running.after) {
        await after().catch((error: unknown) => options.log.warn({ err: error, name }, 'work after a commit failed'));
      }
      return result;
    };
  const as = runOn(main);
  const asJoined = runOn(main, { isJoined: true });
  const readPool = openReadPool(options);
  const replica =
    readPool && createReplica({ primary: pool, replica: readPool, log: options.log, waitMs: patience.replica });
  const onReplica = readPool && runOn(open(readPool), { isReadOnly: true });
  return {
    url: options.directUrl ?? options.url,
    pool,
    replica,
    as,
    read: (scope, work) => {
      const onPrimary = () => runOn(main, { isReadOnly: true })(scope, work);
      if (!replica || !onReplica) return onPrimary();
      const begun = (begin: (tx: Tx) => Promise<void>) =>
        onReplica(scope, async (tx) => {
          await begin(tx);
          return work(tx);
        });
      return replica.read({ onReplica: begun, onPrimary });
    },
    endingWith: (scope, work, { isJoined = false } = {}) =>
      (isJoined ? asJoined : as)(scope, async (tx) => finish(tx, await work(tx))),
    alone: (scope, statement) => asJoined(scope, (tx) => finish(tx, onlyStatement(statement(tx)))),
    holding: runOn(separate),
    asLogin: <Row extends object>(text: string, values: readonly unknown[] = []) =>
      runAsLogin<Row>(pool, limits, text, values),
    afterCommit: (name, work) => {
      const running = transactions.getStore();
      if (!running) throw new Error('there is no transaction to wait for');
      if (!running.after.has(name)) running.after.set(name, work);
    },
    close: async () => {
      await replica?.close();
      await Promise.all([main.kysely.destroy(), separate.kysely.destroy(), readPool?.end()]);
    },
  };
}

/** Against a replica that doesn't answer, the primary is soon asked instead. */
function openReadPool({ readUrl: url, log, connections }: DatabaseOptions): pg.Pool | undefined {
  if (url === undefined) return undefined;
  return openPool({ url, log, connectWithinMs: 1_000, answerWithinMs: 6_000 }, connections ?? usualConnections);
}

async function runAsLogin<Row extends object>(
  pool: pg.Pool,
  limits: TimeLimits,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: Row[] }> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(beginWith({}, limits));
    const { rows } = await client.query<Row>(text, [...values]);
    await client.query('commit');
    return { rows };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}
