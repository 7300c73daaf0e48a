import pg from 'pg';
import type { Log } from '../log.ts';

export type Listener = (payload: string) => void;

/**
 * Notices from other nodes. A notice can be lost (a connection may be down), so listeners also check for themselves;
 * `onReconnect` says when they should.
 */
export type NoticeSource = {
  listen(channel: string, listener: Listener): () => void;
  onReconnect(act: () => void): () => void;
};

/** Notices over LISTEN/NOTIFY and, with EVENTS_URL, over NATS too. */
export type Notices = NoticeSource & { stop(): Promise<void> };

/** How a listening connection is named, so that nodes can see whether the others have EVENTS_URL too. */
export const listenerNames = { postgres: 'vitrine notices', nats: 'vitrine notices nats' } as const;

class ListeningConnection implements Notices {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #reconnected = new Set<() => void>();
  readonly #options: { url: string; log: Log; name: string };
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Statements on the one connection, run one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: { url: string; log: Log; name: string }) {
    this.#options = options;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: this.#options.name,
      keepAlive: true,
    });
    client.on('notification', (message) => {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload ?? '');
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    this.#client = client;
    for (const channel of this.#listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client && this.#client !== undefined) return;
    this.#client = undefined;
    if (this.#stopped || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.connect().then(
        () => this.#reconnected.forEach((act) => act()),
        () => this.#lost(client),
      );
    }, 1_000);
  }

  listen(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    if (!this.#listeners.has(channel)) {
      this.#listeners.set(channel, listeners);
      this.#last = this.#last
        .then(() => this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`))
        .catch(() => undefined);
    }
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  onReconnect(act: () => void): () => void {
    this.#reconnected.add(act);
    return () => this.#reconnected.delete(act);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }
}

/** For nodes that have nobody to tell. */
export const noNotices: Notices = {
  listen: () => () => undefined,
  onReconnect: () => () => undefined,
  stop: async () => undefined,
};

/**
 * The address is for direct connections: behind a pooler in transaction mode, nobody would hear the notices. `source` has
 * those that NATS carries.
 */
export async function openNotices(options: {
  url: string;
  log: Log;
  source?: NoticeSource | undefined;
}): Promise<Notices> {
  const { source } = options;
  const connection = new ListeningConnection({ ...options, name: listenerNames[source ? 'nats' : 'postgres'] });
  await connection.connect();
  return source ? ofBoth(connection, source) : connection;
}

function ofBoth(connection: Notices, source: NoticeSource): Notices {
  const both = (add: (from: NoticeSource) => () => void) => {
    const stops = [add(connection), add(source)];
    return () => stops.forEach((stop) => stop());
  };
  return {
    listen: (channel, listener) => both((from) => from.listen(channel, listener)),
    onReconnect: (act) => both((from) => from.onReconnect(act)),
    stop: () => connection.stop(),
  };
}
