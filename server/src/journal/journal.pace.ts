// How a batch is written to disk. Within the event loop it costs the least: no other thread wakes up, and the next
// batch is as large as possible. But the loop then waits for the disk, so this is done only under load, where it pays
// off, and only on a disk that was fast last time. A slow write moves the work to another thread, and the loop tries
// again after a delay that doubles with each slow write.

const fastMs = 1;
/**
 * One write this slow is enough. For faster ones the average decides, because a busy machine has short delays of its
 * own.
 */
const stallMs = 20;
const smallestBatch = 8;
const shortestPauseMs = 250;
const longestPauseMs = 60_000;
const weight = 0.05;

export type Pace = {
  /** Whether the batch should be written within the event loop now. */
  isNow(waiting: number, nowMs: number): boolean;
  /** Reports the duration of a write within the event loop. */
  took(milliseconds: number, nowMs: number): void;
};

export function createPace(): Pace {
  let usualMs = 0;
  let againAt = 0;
  let pauseMs = shortestPauseMs;
  return {
    isNow: (waiting, nowMs) => waiting >= smallestBatch && nowMs >= againAt,
    took(milliseconds, nowMs) {
      usualMs += weight * (Math.min(milliseconds, 4 * fastMs) - usualMs);
      if (milliseconds < stallMs && usualMs < fastMs) {
        if (nowMs - againAt > pauseMs) pauseMs = shortestPauseMs;
        return;
      }
      usualMs = 0;
      againAt = nowMs + pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    },
  };
}
