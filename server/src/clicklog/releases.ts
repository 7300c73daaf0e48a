import type { Journal } from '../journal/journal.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import type { Log } from '../platform/log.ts';
import { deleteFrames, readStoredFrames } from './frames.queries.ts';
import type { SentFrame } from './publish.ts';
import type { Group } from './shipper.ts';

// Releases from the journal what the database has, in the order of the journal. It asks while anything is under way.

const askEveryMs = 200;
const longestPauseMs = 1_000;
const namesAtOnce = 2_000;
const doubtAfterMs = 10_000;

export type Releases = {
  add(frames: readonly SentFrame[]): void;
  confirmed(frames: readonly SentFrame[]): void;
  /** How many frames the database doesn't have yet. */
  frames(): number;
  clear(): void;
  until(isReached: () => boolean): Promise<void>;
  stop(): Promise<void>;
};

export type ReleasesOptions = {
  journal: Journal;
  db: Queryable;
  log: Log;
  groups(): Group[];
  isLost(frame: SentFrame): Promise<boolean>;
  onLost(frame: SentFrame): void;
  onReleased(): void;
  doubtMs?: number;
};

export function createReleases(options: ReleasesOptions): Releases {
  const { journal, db, log, doubtMs = doubtAfterMs } = options;
  const confirmedAt = new Map<SentFrame, number>();
  const waiters = createWaiters();
  let outstanding = 0;
  let failures = 0;
  let askedAt = 0;

  const markStored = async (groups: readonly Group[]): Promise<void> => {
    const asked = missingIn(groups);
    if (asked.size === 0) return;
    const stored = await readStoredFrames(db, [...asked.keys()]);
    if (groups !== options.groups()) return;
    for (const name of stored) {
      const frame = asked.get(name);
      if (frame === undefined) continue;
      frame.isStored = true;
      outstanding -= 1;
    }
  };

  const releaseStored = async (groups: Group[]): Promise<void> => {
    const names: string[] = [];
    const isCurrent = () => groups === options.groups();
    for (let [group] = groups; isCurrent() && group?.frames.every(({ isStored }) => isStored); [group] = groups) {
      await journal.release(group.batch);
      groups.shift();
      for (const frame of group.frames) {
        names.push(frame.name);
        confirmedAt.delete(frame);
      }
    }
    if (names.length === 0) return;
    options.onReleased();
    // If this fails, the names are deleted two days later.
    await deleteFrames(db, names).catch(() => undefined);
  };

  /** Asks the log about the first missing frame if it should be stored by now, and then the database once more. */
  const doubt = async (groups: Group[]): Promise<void> => {
    const frame = groups[0]?.frames.find(({ isStored }) => !isStored);
    const now = performance.now();
    if (frame === undefined || now - (confirmedAt.get(frame) ?? now) < doubtMs || now - askedAt < doubtMs / 2) return;
    askedAt = now;
    if (!(await options.isLost(frame))) return;
    const stored = await readStoredFrames(db, [frame.name]);
    if (!stored.has(frame.name) && groups === options.groups()) options.onLost(frame);
  };

  const ask = async (): Promise<void> => {
    const groups = options.groups();
    try {
      if (groups.length > 0) {
        await markStored(groups);
        await releaseStored(groups);
        await doubt(groups);
      }
      failures = 0;
    } catch (error) {
      if (failures === 0)
        log.warn({ error: String(error) }, 'clicks stay in the journal because the database does not answer');
      failures += 1;
    }
    waiters.settle();
  };

  const questions = keepAsking(ask, () => failures);

  return {
    add: (frames) => void (outstanding += frames.length),
    confirmed(frames) {
      const now = performance.now();
      for (const frame of frames) confirmedAt.set(frame, now);
    },
    frames: () => outstanding,
    clear() {
      outstanding = 0;
      confirmedAt.clear();
    },
    until: waiters.until,
    async stop() {
      await questions.stop();
      waiters.close();
    },
  };
}

/** Those who wait for something that is checked after each question to the database. */
function createWaiters() {
  const waiting = new Set<{ isReached: () => boolean; resolve: () => void; reject: (error: unknown) => void }>();
  return {
    until(isReached: () => boolean): Promise<void> {
      if (isReached()) return Promise.resolve();
      return new Promise((resolve, reject) => waiting.add({ isReached, resolve, reject }));
    },
    settle(): void {
      for (const waiter of waiting) if (waiter.isReached() && waiting.delete(waiter)) waiter.resolve();
    },
    close(): void {
      for (const waiter of waiting) waiter.reject(new Error('the click log is closed'));
    },
  };
}

/** Asks again and again, more seldom after failures. */
function keepAsking(ask: () => Promise<void>, failures: () => number) {
  let isStopped = false;
  let asking: Promise<void> = Promise.resolve();
  const tick = (): void => {
    asking = ask().finally(() => {
      const pauseMs = failures() === 0 ? askEveryMs : Math.min(askEveryMs * 2 ** failures(), longestPauseMs);
      if (!isStopped) timer = setTimeout(tick, pauseMs);
    });
  };
  let timer = setTimeout(tick, askEveryMs);
  return {
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await asking;
    },
  };
}

/** The oldest frames that aren't known to be stored, by their names. */
function missingIn(groups: readonly Group[]): Map<string, SentFrame> {
  const missing = new Map<string, SentFrame>();
  for (const { frames } of groups) {
    for (const frame of frames) if (!frame.isStored) missing.set(frame.name, frame);
    if (missing.size >= namesAtOnce) break;
  }
  return missing;
}
