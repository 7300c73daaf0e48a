import type { Actor } from '../actor.ts';
import { type BoundedQueue, createBoundedQueue, type QueueLimits } from '../bounded.queue.ts';

// Calls with an Idempotency-Key hold a database connection while their handler runs, so their number is limited. Each kind
// of caller has its own queue, so that anonymous callers can't delay a shop's orders.

const busyMessage = 'Too many requests with an Idempotency-Key are waiting. Try again in a few seconds.';

type Kind = 'shop' | 'person' | 'anonymous';

const limits: Record<Kind, Omit<QueueLimits, 'busyMessage'>> = {
  shop: { atOnce: 4, mostWaiting: 200, longestWaitMs: 10_000 },
  person: { atOnce: 3, mostWaiting: 100, longestWaitMs: 5_000 },
  anonymous: { atOnce: 2, mostWaiting: 50, longestWaitMs: 3_000 },
};

export type Lanes = { run<T>(actor: Actor, work: () => Promise<T>): Promise<T> };

export function createLanes(): Lanes {
  const open = (kind: Kind): BoundedQueue => createBoundedQueue({ ...limits[kind], busyMessage });
  const lanes: Record<Kind, BoundedQueue> = {
    shop: open('shop'),
    person: open('person'),
    anonymous: open('anonymous'),
  };
  return { run: (actor, work) => lanes[actor.kind].run(work) };
}
