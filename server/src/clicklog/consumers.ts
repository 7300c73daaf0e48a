import { setTimeout as pause } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { partitions } from '../figures/partitions.ts';
import type { Log } from '../platform/log.ts';
import { aborted } from './aborted.ts';
import { decodeFrame, type ClickFrame } from './frame.ts';
import type { LogLink, OpenLog } from './log.link.ts';
import { consumerOf, openConsumers, streamName } from './log.stream.ts';

// Takes frames from the log and gives them to the database. A message is confirmed only after the commit; one that isn't
// is delivered again ten seconds later, to this node or another, and storing it again changes nothing.

const tickMs = 150;
const hitsAtOnce = 5_000;
/** With so many waiting, the next transaction begins at once. */
const many = 1_000;
/** Transactions that run beside each other, each with partitions of its own. */
const lanes = 2;
const messagesAtOnce = 40;
const longestPauseMs = 2_000;
const reportAgainMs = 60_000;
/** A newer node may take a message that this one can't read. */
const returnMs = 30_000;

export type Delivered = { frame: ClickFrame; partition: number };

export type ConsumerCounts = { hits: number; frames: number; failures: number; unreadable: number };

export type Consumers = { counts(): Readonly<ConsumerCounts>; stop(): Promise<void> };

export type ConsumerOptions = {
  link: LogLink;
  log: Log;
  /** Stores frames in one transaction. */
  store(frames: readonly Delivered[]): Promise<unknown>;
  onBatch?(seconds: number): void;
  /** The most hits of one transaction now. */
  limit?(): number;
};

type Waiting = Delivered & { message: JsMsg };

export function startConsumers(options: ConsumerOptions): Consumers {
  return new LogConsumers(options);
}

class LogConsumers implements Consumers {
  readonly #options: ConsumerOptions;
  readonly #end = new AbortController();
  readonly #counts: ConsumerCounts = { hits: 0, frames: 0, failures: 0, unreadable: 0 };
  /** What was delivered and is not stored, by partition and then by its place in the stream. */
  readonly #waiting = Array.from({ length: partitions }, () => new Map<number, Waiting>());
  readonly #busy = new Set<number>();
  readonly #pulls = new Set<ConsumerMessages>();
  #hits = 0;
  #next = 0;
  #arrived = Promise.withResolvers<void>();
  #reportedAt = Number.NEGATIVE_INFINITY;
  readonly #running: Promise<unknown>;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#running = Promise.all([this.#pullAlways(), ...Array.from({ length: lanes }, () => this.#storeAlways())]);
  }

  counts(): Readonly<ConsumerCounts> {
    return this.#counts;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    this.#arrived.resolve();
    for (const messages of this.#pulls) messages.stop();
    await this.#running;
    // Another worker, or the next process, need not wait for them.
    for (const waiting of this.#waiting) for (const { message } of waiting.values()) message.nak();
  }

  async #pullAlways(): Promise<void> {
    const { link, log } = this.#options;
    const { signal } = this.#end;
    while (!signal.aborted) {
      try {
        const open = await Promise.race([link.whenOpen(), aborted(signal)]);
        if (open === undefined) return;
        await openConsumers(open.manager);
        const pulls = Array.from({ length: partitions }, (_, partition) => this.#pull(open, partition));
        // If one ends, all begin again.
        await Promise.race(pulls).finally(async () => {
          for (const messages of this.#pulls) messages.stop();
          await Promise.allSettled(pulls);
        });
      } catch (error) {
        if (!signal.aborted) log.debug({ error: String(error) }, 'could not read the click log; trying again');
      }
      await pause(500, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Until the consumer or the connection is gone. */
  async #pull({ stream }: OpenLog, partition: number): Promise<void> {
    const consumer = await stream.consumers.get(streamName, consumerOf(partition));
    const messages = await consumer.consume({
      max_messages: messagesAtOnce,
      expires: 10_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
    });
    this.#pulls.add(messages);
    if (this.#end.signal.aborted) messages.stop();
    try {
      for await (const message of messages) {
        if (this.#end.signal.aborted) message.nak();
        else this.#receive(message, partition);
      }
    } finally {
      this.#pulls.delete(messages);
      messages.stop();
    }
  }

  #receive(message: JsMsg, partition: number): void {
    const frame = decodeFrame(message.data);
    if (frame === 'newer') {
      this.#report({}, 'the click log has frames of a newer version; update this node, or remove its role worker');
      return message.nak(returnMs);
    }
    if (frame === 'damaged') {
      this.#report({ sequence: message.seq }, 'the click log has a damaged frame; its node will send it again');
      return message.term();
    }
    const known = this.#waiting[partition]?.get(message.seq);
    if (known === undefined) this.#hits += frame.records.length;
    this.#waiting[partition]?.set(message.seq, { frame, partition, message });
    this.#arrived.resolve();
  }

  #report(facts: object, text: string): void {
    this.#counts.unreadable += 1;
    if (performance.now() - this.#reportedAt < reportAgainMs) return;
    this.#reportedAt = performance.now();
    this.#options.log.error(facts, text);
  }

  async #storeAlways(): Promise<void> {
    const { signal } = this.#end;
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const taken = this.#take();
      if (taken.length === 0) {
        await this.#arrived.promise;
        this.#arrived = Promise.withResolvers<void>();
        await this.#collect(tickMs);
        continue;
      }
      failures = (await this.#store(taken)) ? 0 : failures + 1;
      const delayMs = failures === 0 ? 0 : Math.min(tickMs * 2 ** failures, longestPauseMs);
      await this.#collect(Math.max(delayMs, this.#hits >= many ? 0 : tickMs - (performance.now() - startedAt)));
    }
  }

  async #collect(ms: number): Promise<void> {
    if (ms > 0) await pause(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  /** What one transaction stores: all that waits in partitions that no other lane stores now, up to a limit. */
  #take(): Waiting[] {
    const taken: Waiting[] = [];
    const most = this.#options.limit?.() ?? hitsAtOnce;
    let hits = 0;
    for (let step = 0; step < partitions && hits < most; step += 1) {
      const partition = (this.#next + step) % partitions;
      const waiting = this.#waiting[partition];
      if (this.#busy.has(partition) || waiting === undefined || waiting.size === 0) continue;
      for (const each of waiting.values()) {
        if (hits > 0 && hits + each.frame.records.length > most) break;
        this.#busy.add(partition);
        hits += each.frame.records.length;
        taken.push(each);
      }
    }
    this.#next = (this.#next + 1) % partitions;
    return taken;
  }

  async #store(taken: readonly Waiting[]): Promise<boolean> {
    const startedAt = performance.now();
    try {
      await this.#options.store(taken);
      for (const each of taken) this.#finish(each);
      this.#options.onBatch?.((performance.now() - startedAt) / 1_000);
      return true;
    } catch (error) {
      this.#counts.failures += 1;
      if (this.#counts.failures === 1 || performance.now() - this.#reportedAt > reportAgainMs) {
        this.#reportedAt = performance.now();
        this.#options.log.warn(
          { error: String(error) },
          'clicks stay in the click log because the database does not accept them',
        );
      }
      return false;
    } finally {
      for (const partition of new Set(taken.map((each) => each.partition))) this.#busy.delete(partition);
    }
  }

  #finish({ frame, partition, message }: Waiting): void {
    // A delivery in the meantime is the one that the log waits for.
    (this.#waiting[partition]?.get(message.seq)?.message ?? message).ack();
    if (this.#waiting[partition]?.delete(message.seq)) this.#hits -= frame.records.length;
    this.#counts.hits += frame.records.length;
    this.#counts.frames += 1;
  }
}
