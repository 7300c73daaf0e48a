import type { JsMsg } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { partitions } from '../figures/partitions.ts';
import { hitRecord, silent } from '../redirector.testing.ts';
import { type Delivered, startConsumers } from './consumers.ts';
import { encodeClickFrame, nameOfFrame } from './frame.ts';
import type { LogLink, OpenLog } from './log.link.ts';

/** A log with frames of these sizes in each partition. */
function logOf(sizes: readonly number[], confirmed: string[]): LogLink {
  let sequence = 0;
  const messagesOf = (partition: number): JsMsg[] =>
    sizes.map((size) => {
      sequence += 1;
      const records = Array.from({ length: size }, () => hitRecord());
      const name = nameOfFrame(partition, records);
      const data = encodeClickFrame({ name, node: 'node-1', records });
      return { seq: sequence, data, ack: () => void confirmed.push(name), nak: () => undefined } as unknown as JsMsg;
    });
  const consume = async (partition: number) => {
    const end = Promise.withResolvers<void>();
    return {
      stop: () => end.resolve(),
      async *[Symbol.asyncIterator]() {
        yield* messagesOf(partition);
        await end.promise;
      },
    };
  };
  // As much of the client as the consumers use.
  const open = {
    manager: { consumers: { add: async () => undefined } },
    stream: {
      consumers: {
        get: async (_stream: string, name: string) => ({ consume: () => consume(Number(name.split('-')[1])) }),
      },
    },
  } as unknown as OpenLog;
  return {
    open: () => open,
    whenOpen: async () => open,
    state: () => ({ state: 'ok', reason: '' }),
    report: () => undefined,
    stop: async () => undefined,
  };
}

test('each frame is stored once, in transactions of a limited size that share no partition', async () => {
  const confirmed: string[] = [];
  const stored: Delivered[] = [];
  const running = new Set<number>();
  const sizes: number[] = [];
  const consumers = startConsumers({
    link: logOf([3, 200, 40, 1], confirmed),
    log: silent,
    limit: () => 500,
    async store(frames) {
      const its = new Set(frames.map(({ partition }) => partition));
      for (const partition of its) {
        expect(running.has(partition)).toBe(false);
        running.add(partition);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const partition of its) running.delete(partition);
      sizes.push(frames.reduce((sum, { frame }) => sum + frame.records.length, 0));
      stored.push(...frames);
    },
  });
  await expect.poll(() => confirmed.length, { timeout: 5_000 }).toBe(4 * partitions);
  await consumers.stop();
  expect(new Set(stored.map(({ frame }) => frame.name)).size).toBe(4 * partitions);
  expect(stored).toHaveLength(4 * partitions);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
});

test('what the database does not accept is tried again and confirmed only then', async () => {
  const confirmed: string[] = [];
  let isAway = true;
  const consumers = startConsumers({
    link: logOf([2], confirmed),
    log: silent,
    async store() {
      if (isAway) throw new Error('away');
    },
  });
  await expect.poll(() => consumers.counts().failures).toBeGreaterThan(1);
  expect(confirmed).toEqual([]);
  isAway = false;
  await expect.poll(() => confirmed.length, { timeout: 5_000 }).toBe(partitions);
  await consumers.stop();
});

test('they stop while they are still opening what they read from', async () => {
  const isReading = Promise.withResolvers<void>();
  const mayRead = Promise.withResolvers<void>();
  const link = logOf([], []);
  const open = link.open() as OpenLog;
  const { get } = open.stream.consumers;
  open.stream.consumers.get = async (...of) => {
    isReading.resolve();
    await mayRead.promise;
    return get(...of);
  };
  const consumers = startConsumers({ link, log: silent, store: async () => undefined });
  await isReading.promise;
  const stopped = consumers.stop();
  mayRead.resolve();
  await stopped;
  expect(consumers.counts().frames).toBe(0);
});

test('they stop while the log is away', async () => {
  const link: LogLink = { ...logOf([1], []), open: () => undefined, whenOpen: () => new Promise(() => undefined) };
  const consumers = startConsumers({ link, log: silent, store: async () => undefined });
  await consumers.stop();
  expect(consumers.counts().frames).toBe(0);
});
