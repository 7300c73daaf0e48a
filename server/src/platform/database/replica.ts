import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isDatabaseAway } from './away.ts';
import type { Tx } from './database.ts';
import { LagMeter } from './replica.lag.ts';

// Long reads on a replica. A read waits until the replica has everything that was committed before it began, so nobody
// sees an older state than on the primary. If that takes too long, or anything else is wrong, the primary answers.

/** `promoted`: it has a history of its own, so it may show what the primary never had. */
export type ReplicaState = 'close' | 'behind' | 'away' | 'promoted';
/** Who answered a read that may go to the replica: the replica, or the primary for this reason. */
export type ReadOutcome = 'replica' | Exclude<ReplicaState, 'close'> | 'canceled';

export type Replica = {
  read<T>(read: { onReplica(begin: (tx: Tx) => Promise<void>): Promise<T>; onPrimary(): Promise<T> }): Promise<T>;
  state(): ReplicaState;
  /** As of the last second; undefined while it can't be measured. */
  lagSeconds(): number | undefined;
  counts(): ReadonlyMap<ReadOutcome, number>;
  close(): Promise<void>;
};

const measureEveryMs = 1_000;
const answerWithinMs = 2_000;

const calls = new AsyncLocalStorage<true>();

/** For calls of the contract with `readsReplica`: what `work` reads with `read` may come from the replica. */
export function allowReplica<T>(work: () => T): T {
  return calls.run(true, work);
}

class Unfit extends Error {
  readonly reason: 'behind' | 'promoted';
  constructor(reason: 'behind' | 'promoted') {
    super(`the replica is ${reason}`);
    this.reason = reason;
  }
}

/** https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT */
const conflict = /conflict with recovery/;

/** Why the primary must answer instead; undefined for an error that it would answer as well. */
function reasonOf(error: unknown): Exclude<ReadOutcome, 'replica'> | undefined {
  if (error instanceof Unfit) return error.reason;
  if (!(error instanceof Error)) return undefined;
  if (conflict.test(error.message)) return 'canceled';
  // A statement that takes too long would take too long on the primary, too.
  if (error instanceof pg.DatabaseError && error.code === '57014') return undefined;
  return isDatabaseAway(error) || error instanceof pg.DatabaseError ? 'away' : undefined;
}

/** Of what was flushed, because a replica gets nothing before that. */
const primaryPosition = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as position`;
const replicaPosition = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position`;

type PositionRow = { position: string | null };

async function primaryPositionOn(pool: pg.Pool): Promise<bigint> {
  const limited = { text: primaryPosition, query_timeout: answerWithinMs };
  const { rows } = await pool.query<PositionRow>(limited);
  return BigInt(rows[0]?.position ?? 0);
}

async function replicaPositionOn(pool: pg.Pool): Promise<bigint | undefined> {
  const limited = { text: replicaPosition, query_timeout: answerWithinMs };
  return positionIn((await pool.query<PositionRow>(limited)).rows);
}

function positionIn([row]: PositionRow[]): bigint | undefined {
  const position = row?.position ?? null;
  return position === null ? undefined : BigInt(position);
}

/** Reads the replica's position until it is the wanted one, or it is too late, or there is none. */
async function reach(
  wanted: bigint,
  read: () => Promise<bigint | undefined>,
  isLate: () => boolean,
): Promise<bigint | undefined> {
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 40)) {
    const position = await read();
    if (position === undefined || position >= wanted || isLate()) return position;
    await pause(pauseMs);
  }
}

/** For the beginning of a transaction on the replica: what follows sees everything up to this position. */
async function waitFor(tx: Tx, wanted: bigint, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  const read = async () => positionIn((await sql<PositionRow>`${sql.raw(replicaPosition)}`.execute(tx)).rows);
  const position = await reach(wanted, read, () => performance.now() > until);
  if (position === undefined) throw new Unfit('promoted');
  if (position < wanted) throw new Unfit('behind');
}

type Measured = { state: ReplicaState; lagMs: number | undefined };

type ReplicaOptions = { primary: pg.Pool; replica: pg.Pool; log: Log; waitMs: number };

/** `waitMs`: how long a read waits for the replica (see platform/patience.ts). */
export function createReplica({ primary, replica, log, waitMs }: ReplicaOptions): Replica {
  const counts = new Map<ReadOutcome, number>();
  const meter = new LagMeter();
  let measured: Measured = { state: 'close', lagMs: undefined };
  const count = (outcome: ReadOutcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1);

  const look = async (wanted: bigint): Promise<Measured> => {
    const sampledAt = performance.now();
    meter.sample(wanted, sampledAt);
    const isLate = () => performance.now() > sampledAt + waitMs;
    const reached = await reach(wanted, () => replicaPositionOn(replica), isLate);
    const isAhead = reached !== undefined && reached > wanted && reached > (await primaryPositionOn(primary));
    if (reached === undefined || isAhead) return { state: 'promoted', lagMs: undefined };
    if (reached < wanted) return { state: 'behind', lagMs: meter.lagOf(reached, performance.now()) };
    return { state: 'close', lagMs: 0 };
  };
  const measure = async () => {
    const wanted = await primaryPositionOn(primary).catch(() => undefined);
    // Without the primary, no call gets as far as a read.
    if (wanted === undefined) return;
    const next = await look(wanted).catch((): Measured => ({ state: 'away', lagMs: undefined }));
    if (next.state !== measured.state) {
      if (next.state === 'close') log.info('the replica is close again');
      else log.warn({ state: next.state }, 'the primary answers what the replica should');
    }
    measured = next;
  };
  const watch = keepMeasuring(measure);

  return {
    async read({ onReplica, onPrimary }) {
      if (calls.getStore() === undefined) return onPrimary();
      if (measured.state !== 'close') {
        count(measured.state);
        return onPrimary();
      }
      const wanted = await primaryPositionOn(primary);
      try {
        const result = await onReplica((tx) => waitFor(tx, wanted, waitMs));
        count('replica');
        return result;
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined) throw error;
        count(reason);
        return onPrimary();
      }
    },
    state: () => measured.state,
    lagSeconds: () => (measured.lagMs === undefined ? undefined : measured.lagMs / 1_000),
    counts: () => counts,
    close: () => watch.stop(),
  };
}

/** One measurement after the other, so that a server that doesn't answer isn't asked many times. */
function keepMeasuring(measure: () => Promise<void>): { stop(): Promise<void> } {
  const ended = new AbortController();
  const run = async () => {
    while (!ended.signal.aborted) {
      await measure();
      await pause(measureEveryMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
  };
  const kept = run();
  return {
    stop: async () => {
      ended.abort();
      await kept;
    },
  };
}
