import { Refusal } from './refusal.ts';

export type QueueLimits = {
  atOnce: number;
  /** Who comes when so many wait is refused at once. */
  mostWaiting: number;
  /** Who has waited so long is refused. */
  longestWaitMs: number;
  /** What a refusal says; the answer is a 503 with Retry-After. */
  busyMessage: string;
};

export type BoundedQueue = {
  /** Runs the work when it is its turn, or refuses with `busy`. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

type Waiting = { start(): void };

/** Work that needs something scarce: so much at once, a short line, and a clear refusal beyond it. */
export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const { atOnce, mostWaiting, longestWaitMs, busyMessage } = limits;
  const waiting = new Set<Waiting>();
  let running = 0;

  const takeTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry);
        reject(new Refusal('busy', { message: busyMessage }));
      }, longestWaitMs);
      const entry: Waiting = {
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      waiting.add(entry);
    });

  const passOn = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next.start();
  };

  return {
    async run(work) {
      if (running < atOnce) running += 1;
      else if (waiting.size >= mostWaiting) throw new Refusal('busy', { message: busyMessage });
      else await takeTurn();
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
