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

export type FairQueueLimits = QueueLimits & {
  /** How many pieces of work one owner may have here, running or waiting. */
  mostOfOne: number;
  /** What a refusal says to an owner who has so many. */
  ownBusyMessage: string;
  now?: () => number;
};

export type BoundedQueue = {
  /** Runs the work when it is its turn, or refuses with `busy`. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

export type FairQueue = {
  /** The same for the work of one owner among several. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
};

type Waiting = { start(): void };

/** `servedMs` is the time that an owner's work took. Who comes anew begins where the queue is, not at zero. */
type Owner = { held: number; servedMs: number; waiting: Set<Waiting> };

/**
 * Work that needs something scarce: so much at once, a short line, and a clear refusal beyond it. When several owners
 * wait, the next is the one who has had the least time, so that long work of one does not delay the others.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { atOnce, mostWaiting, longestWaitMs, busyMessage, mostOfOne, ownBusyMessage } = limits;
  const now = limits.now ?? (() => performance.now());
  const owners = new Map<string, Owner>();
  let running = 0;
  let waiting = 0;
  let clockMs = 0;

  const takeTurn = (owner: Owner): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        owner.waiting.delete(entry);
        waiting -= 1;
      };
      const timer = setTimeout(() => {
        leave();
        reject(new Refusal('busy', { message: busyMessage }));
      }, longestWaitMs);
      const entry: Waiting = {
        start() {
          leave();
          resolve();
        },
      };
      owner.waiting.add(entry);
      waiting += 1;
    });

  const passOn = (): void => {
    let next: Owner | undefined;
    for (const owner of owners.values())
      if (owner.waiting.size > 0 && (next === undefined || owner.servedMs < next.servedMs)) next = owner;
    const [entry] = next?.waiting ?? [];
    if (entry === undefined) running -= 1;
    else entry.start();
  };

  const serve = async <T>(owner: Owner, work: () => Promise<T>): Promise<T> => {
    clockMs = Math.max(clockMs, owner.servedMs);
    const startedAt = now();
    try {
      return await work();
    } finally {
      owner.servedMs += now() - startedAt;
      passOn();
    }
  };

  const forgetIdle = (): void => {
    if (running === 0) clockMs = 0;
    for (const [name, owner] of owners)
      if (owner.held === 0 && (running === 0 || owner.servedMs <= clockMs)) owners.delete(name);
  };

  return {
    async run(name, work) {
      const owner = owners.get(name) ?? { held: 0, servedMs: clockMs, waiting: new Set() };
      if (owner.held >= mostOfOne) throw new Refusal('busy', { message: ownBusyMessage });
      if (running >= atOnce && waiting >= mostWaiting) throw new Refusal('busy', { message: busyMessage });
      if (owner.held === 0) owner.servedMs = Math.max(owner.servedMs, clockMs);
      owners.set(name, owner);
      owner.held += 1;
      try {
        if (running < atOnce) running += 1;
        else await takeTurn(owner);
        return await serve(owner, work);
      } finally {
        owner.held -= 1;
        forgetIdle();
      }
    },
  };
}

/** The same where all work is alike: first come, first served. */
export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const queue = createFairQueue({ ...limits, mostOfOne: Number.POSITIVE_INFINITY, ownBusyMessage: limits.busyMessage });
  return { run: (work) => queue.run('', work) };
}
