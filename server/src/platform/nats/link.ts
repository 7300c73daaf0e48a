import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { finishesWithin } from '../deadline.ts';
import type { Log } from '../log.ts';
import { createSparseLog } from '../sparse.log.ts';
import { connectToNats, type NatsAddress } from './connection.ts';

// Texts from node to node, each to whoever listens at that moment. Nothing is stored, and a text can be lost. A server can
// accept texts and not deliver them, so the link counts as up only while what this node sends to itself comes back.

export type NatsLink = {
  isUp(): boolean;
  publish(subject: string, text: string): void;
  listen(subject: string, listener: (text: string) => void): void;
  /** Whether everything that was published so far has reached the server, and the server delivers. */
  confirm(): Promise<boolean>;
  /** Acts when the link is up, and when it no longer is. */
  onChange(act: (isUp: boolean) => void): void;
  stop(): Promise<void>;
};

const beatMs = 1_000;
/** A text to oneself that takes longer counts as lost. */
const mostMs = 1_000;
const reportMs = 60_000;
const stopMs = 200;

export function openNatsLink(address: NatsAddress, log: Log): NatsLink {
  const link = new Link(address, log);
  link.start();
  return link;
}

class Link implements NatsLink {
  readonly #address: NatsAddress;
  readonly #log: Log;
  readonly #report = createSparseLog(reportMs);
  readonly #listeners = new Map<string, Set<(text: string) => void>>();
  readonly #changed = new Set<(isUp: boolean) => void>();
  readonly #own = `vitrine.nodes.${randomUUID()}`;
  readonly #stopped = new AbortController();
  #connection: NatsConnection | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #isUp = false;
  #hasReported = false;
  #problem = '';
  #isConnected = false;
  #sent = 0;
  /** What this node sent to itself and waits for. */
  readonly #awaited = new Map<string, () => void>();

  constructor(address: NatsAddress, log: Log) {
    this.#address = address;
    this.#log = log;
    this.listen(this.#own, (text) => this.#awaited.get(text)?.());
  }

  start(): void {
    this.#running = this.#run().catch((error: unknown) => this.#log.error({ err: error }, 'the link to NATS ended'));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      if (this.#connection === undefined || this.#connection.isClosed()) await this.#connect();
      else this.#note(await this.confirm());
      await pause(beatMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #connect(): Promise<void> {
    try {
      const connection = await connectToNats(this.#address, 'vitrine events');
      if (this.#stopped.signal.aborted) return await connection.close();
      this.#connection = connection;
      this.#isConnected = true;
      for (const subject of this.#listeners.keys()) this.#subscribe(connection, subject);
      void this.#watch(connection);
      this.#note(await this.confirm());
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      this.#note(false);
    }
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'error') this.#problem = status.error.message;
      if (status.type === 'disconnect') {
        this.#isConnected = false;
        this.#problem = `the connection to ${status.server} was lost`;
        this.#note(false);
      }
      if (status.type === 'reconnect') {
        this.#isConnected = true;
        this.#note(await this.confirm());
      }
    }
    this.#isConnected = false;
  }

  #note(isUp: boolean): void {
    if (this.#stopped.signal.aborted || (isUp === this.#isUp && this.#hasReported)) return;
    this.#hasReported = true;
    this.#isUp = isUp;
    if (isUp) this.#log.info({ server: this.#connection?.getServer() }, 'EVENTS_URL: connected to NATS');
    else
      this.#report({ problem: this.#problem || 'texts do not come back' }, (fact, leftOut) =>
        this.#log.warn(
          { ...fact, leftOut },
          'EVENTS_URL: NATS is away; notices go through PostgreSQL, and each node counts its limits alone',
        ),
      );
    this.#problem = '';
    for (const act of this.#changed) act(isUp);
  }

  isUp(): boolean {
    return this.#isUp;
  }

  publish(subject: string, text: string): void {
    // The client would keep it until it is connected again.
    if (!this.#isConnected) return;
    try {
      this.#connection?.publish(subject, text);
    } catch (error) {
      // The connection was closed, or the text is longer than the server accepts.
      this.#problem = String(error);
    }
  }

  listen(subject: string, listener: (text: string) => void): void {
    const known = this.#listeners.get(subject);
    if (known) return void known.add(listener);
    this.#listeners.set(subject, new Set([listener]));
    if (this.#connection && !this.#connection.isClosed()) this.#subscribe(this.#connection, subject);
  }

  #subscribe(connection: NatsConnection, subject: string): void {
    const callback = (error: Error | null, message: Msg): void => {
      if (error) return void (this.#problem = error.message);
      const text = message.string();
      for (const listener of this.#listeners.get(subject) ?? []) listener(text);
    };
    connection.subscribe(subject, { callback });
  }

  async confirm(): Promise<boolean> {
    if (!this.#isConnected) return false;
    this.#sent += 1;
    const text = String(this.#sent);
    const returned = Promise.withResolvers<void>();
    this.#awaited.set(text, returned.resolve);
    this.publish(this.#own, text);
    const isReturned = await finishesWithin(returned.promise, mostMs);
    this.#awaited.delete(text);
    return isReturned;
  }

  onChange(act: (isUp: boolean) => void): void {
    this.#changed.add(act);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    const connection = this.#connection;
    if (connection && !connection.isClosed()) {
      await finishesWithin(
        connection.flush().catch(() => undefined),
        stopMs,
      );
      await finishesWithin(
        connection.close().catch(() => undefined),
        stopMs,
      );
    }
    await finishesWithin(this.#running, stopMs);
  }
}
