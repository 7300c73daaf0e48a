import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PasswordCost } from '../config.ts';
import { createBoundedQueue } from '../platform/bounded.queue.ts';

export type HashRequest = { password: string; salt: Uint8Array; cost: PasswordCost };

const busyMessage = 'Too many people are logging in right now. Try again in a few seconds.';
const mostThreads = 4;
/** Leaves one core for everything else. */
const threads = Math.min(mostThreads, Math.max(1, availableParallelism() - 1));
const queue = createBoundedQueue({ atOnce: threads, mostWaiting: 50, longestWaitMs: 10_000, busyMessage });
const idle: Worker[] = [];

/** The hash of a password. Requests queue; 503 if too many are waiting. What ends a thread is thrown as it is. */
export function deriveHash(request: HashRequest): Promise<Buffer> {
  return queue.run(async () => {
    const port = idle.pop() ?? startThread();
    port.ref();
    try {
      const answer = once(port, 'message');
      port.postMessage(request);
      const [hash]: Uint8Array[] = await answer;
      if (hash === undefined) throw new Error('the hashing thread returned nothing');
      port.unref();
      idle.push(port);
      return Buffer.from(hash);
    } catch (error) {
      await port.terminate();
      throw error;
    }
  });
}

function startThread(): Worker {
  const worker = new Worker(new URL('hashing.thread.ts', import.meta.url), { execArgv: [] });
  worker.on('exit', () => {
    const place = idle.indexOf(worker);
    if (place !== -1) idle.splice(place, 1);
    // Rejects the pending requests of this thread.
    worker.emit('error', new Error('the hashing thread ended'));
  });
  worker.on('error', () => undefined);
  return worker;
}
