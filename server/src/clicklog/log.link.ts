import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../platform/log.ts';
import { connectToNats, type NatsAddress } from '../platform/nats/connection.ts';
import { LogRefused, openStream, requireSync } from './log.stream.ts';

// This node's connection to the log. It is used only after the stream and its servers were checked, and they are checked
// again after each interruption and once a minute, because somebody may restart a server with other settings.

/** `refused`: clicks don't go through the log until somebody changes what the reason says. */
export type LogState = 'connecting' | 'ok' | 'away' | 'full' | 'refused';

/** What can be used while the log is checked. */
export type OpenLog = { connection: NatsConnection; stream: JetStreamClient; manager: JetStreamManager };

export type LogLink = {
  /** Undefined while the log must not be used. */
  open(): OpenLog | undefined;
  state(): { state: LogState; reason: string };
  /** Resolves when the log can be used, also if it can right away; rejects when the link stops. */
  whenOpen(): Promise<OpenLog>;
  /** What using the log showed. `away` makes it be checked again. */
  report(state: 'ok' | 'away' | 'full', reason: string): void;
  stop(): Promise<void>;
};

const checkEveryMs = 60_000;
const retryMs = { refused: 5_000, away: 500 };
const apiMs = 2_000;

export function openLogLink(options: { address: NatsAddress; name: string; log: Log }): LogLink {
  return new CheckedLink(options);
}

class CheckedLink implements LogLink {
  readonly #options: { address: NatsAddress; name: string; log: Log };
  readonly #end = new AbortController();
  #connection: NatsConnection | undefined;
  #open: OpenLog | undefined;
  #state: LogState = 'connecting';
  #reason = '';
  /** A frame was not accepted although the check finds nothing wrong; only one that is accepted says more. */
  #isDoubted = false;
  #waiting = Promise.withResolvers<OpenLog>();
  #wake: (() => void) | undefined;
  readonly #running: Promise<void>;

  constructor(options: { address: NatsAddress; name: string; log: Log }) {
    this.#options = options;
    this.#waiting.promise.catch(() => undefined);
    this.#running = this.#run();
  }

  open(): OpenLog | undefined {
    return this.#open;
  }

  state(): { state: LogState; reason: string } {
    return { state: this.#state, reason: this.#reason };
  }

  whenOpen(): Promise<OpenLog> {
    return this.#waiting.promise;
  }

  report(state: 'ok' | 'away' | 'full', reason: string): void {
    this.#isDoubted = state !== 'ok';
    if (state === 'away') {
      if (this.#open !== undefined) this.#close('away', reason);
      this.#wake?.();
    } else if (this.#open !== undefined) this.#become(state, reason);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    this.#wake?.();
    this.#waiting.reject(new Error('the click log is closed'));
    await this.#running;
    await this.#connection?.close();
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const isOpen = await this.#check();
      await this.#pause(isOpen ? checkEveryMs : this.#state === 'refused' ? retryMs.refused : retryMs.away);
    }
  }

  async #check(): Promise<boolean> {
    try {
      const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
      this.#connection ??= await this.#connect();
      const connection = this.#connection;
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: apiMs });
      const info = await openStream(connection, manager);
      await requireSync(connection, info);
      if (this.#end.signal.aborted) return false;
      const isNew = this.#open === undefined;
      this.#open ??= { connection, manager, stream: jetstream(connection, { timeout: apiMs }) };
      if (isNew && !this.#isDoubted) this.#become('ok', '');
      this.#waiting.resolve(this.#open);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#close(error instanceof LogRefused ? 'refused' : 'away', reason);
      return false;
    }
  }

  async #connect(): Promise<NatsConnection> {
    const connection = await connectToNats(this.#options.address, this.#options.name);
    void this.#watch(connection);
    return connection;
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#close('away', 'the connection to NATS was lost');
      if (type === 'reconnect') this.#wake?.();
    }
    if (this.#connection === connection) this.#connection = undefined;
  }

  #close(state: LogState, reason: string): void {
    if (this.#open !== undefined) {
      this.#open = undefined;
      this.#waiting = Promise.withResolvers<OpenLog>();
      this.#waiting.promise.catch(() => undefined);
    }
    this.#become(state, reason);
  }

  /** Each change is logged once. */
  #become(state: LogState, reason: string): void {
    if (this.#end.signal.aborted || (state === this.#state && reason === this.#reason)) return;
    const { log } = this.#options;
    const was = this.#state;
    [this.#state, this.#reason] = [state, reason];
    if (state === 'ok' && was !== 'connecting') log.warn({}, 'clicks go through the click log again');
    if (state === 'refused') log.error({ reason }, 'the click log is refused; clicks stay in the journal');
    if (state === 'full') log.error({ reason }, 'the click log is full; clicks stay in the journal');
    if (state === 'away' && was !== 'away') log.warn({ reason }, 'the click log is away; clicks stay in the journal');
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#end.signal.aborted) this.#wake();
    });
  }
}
