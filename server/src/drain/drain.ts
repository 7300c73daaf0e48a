import type { Log } from '../platform/log.ts';
import type { StoreBatch } from './drain.batch.ts';
import { createPressure } from './drain.pressure.ts';
import { storeSalvaging } from './salvage.ts';
import type { Journal } from '../journal/journal.ts';

// Moves hits from the journal to the database several times a second. During a flood it takes only a share, a larger
// one while orders wait for clicks; the rest is safe in the journal, and it catches up later.

const tickMs = 200;
const batchHits = 5_000;
/** Hits moved per second at least, however busy the redirector is. Each one takes the time of two redirects. */
const floodedPerSecond = 500;
/** The same while an order waits for a click. */
const awaitedPerSecond = 5_000;
const slice = { flooded: 48, otherwise: 256 };
const longestPauseMs = 1_000;

export type Drain = {
  /** Resolves when everything in the journal now is in the database. */
  drainNow(): Promise<void>;
  stop(): Promise<void>;
};

export type DrainOptions = {
  journal: Journal;
  store: StoreBatch;
  log: Log;
  /** The file for records that the database refuses. */
  refusedFile: string;
  onBatch?(seconds: number, hits: number): void;
  /** Whether redirects need the machine more. */
  isFlooded?(): boolean;
};

export function startDrain(options: DrainOptions): Drain {
  const { journal, log } = options;
  const isFlooded = options.isFlooded ?? createPressure(() => journal.appended());
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let last: Promise<unknown> = Promise.resolve();
  let ordersWait = false;

  /** One at a time: timer ticks and explicit calls wait for each other. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const drainOne = async (limit: number, hitsPerSlice: number): Promise<number> => {
    const batch = await journal.read(limit);
    if (batch === undefined) return 0;
    const lost = batch.written - batch.records.length;
    if (batch.damaged + lost > 0) log.error({ frames: batch.damaged, hits: lost }, 'the journal on disk is damaged');
    const startedAt = performance.now();
    ordersWait = await storeSalvaging(
      batch.records,
      (records) => options.store(records, batch.node, hitsPerSlice),
      options,
    );
    await journal.release(batch);
    options.onBatch?.((performance.now() - startedAt) / 1_000, batch.written);
    return Math.max(1, batch.written);
  };

  const drainShare = async (): Promise<void> => {
    let moved = 0;
    for (;;) {
      const isShort = isFlooded();
      const allowed = (ordersWait ? awaitedPerSecond : floodedPerSecond) * (tickMs / 1_000) - moved;
      if (isShort && allowed <= 0) return;
      const more = await drainOne(isShort ? allowed : batchHits, isShort ? slice.flooded : slice.otherwise);
      if (more === 0) return;
      moved += more;
    }
  };

  const drainTo = async (target: number): Promise<void> => {
    while (journal.drained() < target) if ((await drainOne(batchHits, slice.otherwise)) === 0) return;
  };

  const tick = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      await inTurn(drainShare);
      if (failures > 0) log.info({ failures }, 'clicks are written to the database again');
      failures = 0;
    } catch (error) {
      if (failures === 0)
        log.warn({ error: String(error) }, 'clicks stay in the journal because the database does not accept them');
      failures += 1;
    }
    const pauseMs = failures === 0 ? tickMs : Math.min(tickMs * 2 ** failures, longestPauseMs);
    if (!isStopped) timer = setTimeout(tick, Math.max(0, pauseMs - (performance.now() - startedAt)));
  };

  timer = setTimeout(tick, 0);
  return {
    drainNow: () => {
      const target = journal.appended();
      return journal.drained() >= target ? Promise.resolve() : inTurn(() => drainTo(target));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}
