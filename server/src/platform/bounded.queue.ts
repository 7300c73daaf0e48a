import { Refusal } from './refusal.ts';

export type QueueLimits = {
  atOnce: number;
  /** Work beyond this many waiting is refused at once. */
  mostWaiting: number;
  /** Work that waited this long is refused. */
  longestWaitMs: number;
  /** The message of a refusal, which is a 503 with Retry-After. */
  busyMessage: string;
};

export type FairQueueLimits = QueueLimits & {
  /** How many items of one owner may run or wait here. */
  mostOfOne: number;
  /** How many items of one owner may run at once. Default: all. */
  atOnceOfOne?: number;
  /** The message of a refusal of an owner with too many. */
  ownBusyMessage: string;
  now?: () => number;
};

export type BoundedQueue = {
  /** Runs the work when its turn comes, or refuses with `busy`. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

export type FairQueue = {
  /** The same for the work of one owner among several. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
  /** Whether new work would have to wait. */
  isFull(): boolean;
};

type Waiting = { start(): void };

/** `servedMs` is the time that an owner's work took. A new owner starts with the queue's current value, not zero. */
type Owner = { held: number; running: number; servedMs: number; waiting: Set<Waiting> };

/** Whose turn it is: of those who wait and may run another item, the one who has used the least time. */
function nextOwner(owners: Iterable<Owner>, atOnceOfOne: number): Owner | undefined {
  let next: Owner | undefined;
  for (const owner of owners)
    if (owner.waiting.size > 0 && owner.running < atOnceOfOne && (next === undefined || owner.servedMs < next.servedMs))
      next = owner;
  return next;
}

/**
 * For work that needs a scarce resource: runs a limited number at once, queues a few, and refuses the rest. If several
 * owners wait, the one who has used the least time is next, so that long work of one doesn't delay the others.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { atOnce, mostWaiting, longestWaitMs, busyMessage, mostOfOne, ownBusyMessage } = limits;
  const atOnceOfOne = limits.atOnceOfOne ?? Number.POSITIVE_INFINITY;
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
    const next = nextOwner(owners.values(), atOnceOfOne);
    const [entry] = next?.waiting ?? [];
    if (next === undefined || entry === undefined) running -= 1;
    else {
      next.running += 1;
      entry.start();
    }
  };

  const serve = async <T>(owner: Owner, work: () => Promise<T>): Promise<T> => {
    clockMs = Math.max(clockMs, owner.servedMs);
    const startedAt = now();
    try {
      return await work();
    } finally {
      owner.servedMs += now() - startedAt;
      owner.running -= 1;
      passOn();
    }
  };

  const forgetIdle = (): void => {
    if (running === 0) clockMs = 0;
    for (const [name, owner] of owners)
      if (owner.held === 0 && (running === 0 || owner.servedMs <= clockMs)) owners.delete(name);
  };

  return {
    isFull: () => running >= atOnce,
    async run(name, work) {
      const owner = owners.get(name) ?? { held: 0, running: 0, servedMs: clockMs, waiting: new Set() };
      if (owner.held >= mostOfOne) throw new Refusal('busy', { message: ownBusyMessage });
      if ((running >= atOnce || owner.running >= atOnceOfOne) && waiting >= mostWaiting)
        throw new Refusal('busy', { message: busyMessage });
      if (owner.held === 0) owner.servedMs = Math.max(owner.servedMs, clockMs);
      owners.set(name, owner);
      owner.held += 1;
      try {
        if (running < atOnce && owner.running < atOnceOfOne) {
          running += 1;
          owner.running += 1;
        } else await takeTurn(owner);
        return await serve(owner, work);
      } finally {
        owner.held -= 1;
        forgetIdle();
      }
    },
  };
}

/** The same without owners: first come, first served. */
export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const queue = createFairQueue({ ...limits, mostOfOne: Number.POSITIVE_INFINITY, ownBusyMessage: limits.busyMessage });
  return { run: (work) => queue.run('', work) };
}
