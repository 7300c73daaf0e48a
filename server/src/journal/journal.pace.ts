// How a batch reaches the disk. In the event loop's own turn it costs the least: no other thread wakes up, and the
// next batch is as large as it can be. But the loop then waits for the disk, so this is done only under load, where
// it pays, and only on a disk that was fast when last looked at. Any slow answer sends the work to another thread,
// and the disk is tried again after a while that doubles with each disappointment.

const fastMs = 1;
/** One write this slow is enough; below it the usual time decides, for a busy machine has hiccups of its own. */
const stallMs = 20;
const smallestBatch = 8;
const shortestPauseMs = 250;
const longestPauseMs = 60_000;
const weight = 0.05;

export type Pace = {
  /** Whether the batch may be written in this turn of the loop. */
  isNow(waiting: number, nowMs: number): boolean;
  /** What a write in the loop's own turn took. */
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
