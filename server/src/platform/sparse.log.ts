import type { Log } from './log.ts';

type Write = (fact: object, leftOut: number) => void;

/**
 * Writes the first fact at once, and after that at most one in each interval: the latest, with the number of others that
 * were left out.
 */
export function createSparseLog(everyMs: number): (fact: object, write: Write) => void {
  let latest: { fact: object; write: Write } | undefined;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;

  const wait = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (latest === undefined) return;
      const { fact, write } = latest;
      const others = leftOut - 1;
      latest = undefined;
      leftOut = 0;
      wait();
      write(fact, others);
    }, everyMs);
    timer.unref();
  };

  return (fact, write) => {
    if (timer === undefined) {
      wait();
      write(fact, 0);
      return;
    }
    latest = { fact, write };
    leftOut += 1;
  };
}

const outageEveryMs = 1_000;

/** A warning that an outage repeats many times: at most one line a second, which says how many were left out. */
export function sparseWarning(log: Log, message: string): (fact: object) => void {
  const report = createSparseLog(outageEveryMs);
  return (fact) =>
    report(fact, (latest, leftOut) => log.warn(leftOut === 0 ? latest : { ...latest, left_out: leftOut }, message));
}
