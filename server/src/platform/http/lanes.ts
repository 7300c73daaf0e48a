import { type Actor, actorName } from '../actor.ts';
import { createFairQueue, type FairQueueLimits } from '../bounded.queue.ts';

// Calls with an Idempotency-Key hold a database connection while their handler runs, so their number is limited. Each kind
// of caller has its own queue, so that anonymous callers can't delay a shop's orders. In a queue, no caller takes all
// places, and the one who has used the least time is next, so that one brand's flood can't delay another brand's orders.

const busyMessage = 'Too many requests with an Idempotency-Key are waiting. Try again in a few seconds.';
const ownBusyMessage = 'Too many of your requests with an Idempotency-Key are waiting. Try again in a few seconds.';

type Kind = 'shop' | 'person' | 'anonymous';

const limits: Record<Kind, Omit<FairQueueLimits, 'busyMessage' | 'ownBusyMessage'>> = {
  shop: { atOnce: 4, mostWaiting: 200, longestWaitMs: 10_000, mostOfOne: 150 },
  person: { atOnce: 3, mostWaiting: 100, longestWaitMs: 5_000, mostOfOne: 50 },
  // They are one caller here.
  anonymous: { atOnce: 2, mostWaiting: 50, longestWaitMs: 3_000, mostOfOne: 52 },
};

export type Lanes = { run<T>(actor: Actor, work: () => Promise<T>): Promise<T> };

export function createLanes(): Lanes {
  const open = (kind: Kind) => createFairQueue({ ...limits[kind], busyMessage, ownBusyMessage });
  const lanes = { shop: open('shop'), person: open('person'), anonymous: open('anonymous') };
  return { run: (actor, work) => lanes[actor.kind].run(actorName(actor, ''), work) };
}
