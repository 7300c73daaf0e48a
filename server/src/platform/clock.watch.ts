import { Gauge, type Registry } from 'prom-client';
import type { CorrectedClock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';

/** A node whose clock differs from the database's by more than this follows the database's. */
const boundMs = 2_000;
const compareEveryMs = 60_000;
const lookEveryMs = 1_000;

type Watched = { clock: CorrectedClock; database: Pick<Database, 'asLogin'>; log: Log };

/**
 * Compares this node's clock with the database's. A larger difference is corrected and logged as a warning. Returns the
 * difference.
 */
export async function compareClocks({ clock, database, log }: Watched): Promise<number> {
  const before = clock.uncorrected().getTime();
  const correctedBefore = clock.correctedByMs();
  const { rows } = await database.asLogin<{ at: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::text as at`,
  );
  const after = clock.uncorrected().getTime();
  // The clock was set while the database answered, so `before` and `after` are of two different clocks.
  if (clock.correctedByMs() !== correctedBefore) return compareClocks({ clock, database, log });
  const offsetMs = Math.round(Number(rows[0]?.at) - (before + after) / 2);
  const correction = Math.abs(offsetMs) > boundMs + (after - before) / 2 ? offsetMs : 0;
  if (correction !== 0 && clock.correctedByMs() === 0)
    log.warn(
      { offset_ms: offsetMs },
      "this node's clock differs from the database's clock; using the database's clock",
    );
  clock.correctBy(correction);
  return offsetMs;
}

/** Compares at the start, every minute, and when the clock was set. Reports the difference as a metric. */
export async function watchClock(watched: Watched, metrics: Registry): Promise<{ stop(): void }> {
  const gauge = new Gauge({
    name: 'vitrine_clock_offset_seconds',
    help: "How far the database's clock is ahead of this node's",
    registers: [metrics],
  });
  const compare = async () => {
    try {
      gauge.set((await compareClocks(watched)) / 1_000);
    } catch (error) {
      watched.log.warn({ err: error }, "could not read the database's clock; retrying in a minute");
    }
  };
  await compare();
  const everyMinute = setInterval(() => void compare(), compareEveryMs);
  const whenSet = setInterval(() => {
    if (!watched.clock.wasSet()) return;
    watched.log.warn("this node's clock was set; comparing it with the database's clock");
    void compare();
  }, lookEveryMs);
  for (const timer of [everyMinute, whenSet]) timer.unref();
  return {
    stop: () => {
      for (const timer of [everyMinute, whenSet]) clearInterval(timer);
    },
  };
}
