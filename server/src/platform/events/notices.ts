import pg from 'pg';
import type { Log } from '../log.ts';

type Hear = (payload: string) => void;

/**
 * Notices between nodes over LISTEN/NOTIFY. A notice can be lost (the connection may be down), so listeners also check
 * for themselves; `onReconnect` says when they should.
 */
export type Notices = {
  listen(channel: string, hear: Hear): () => void;
  onReconnect(act: () => void): () => void;
  stop(): Promise<void>;
};

class ListeningConnection implements Notices {
  readonly #hearers = new Map<string, Set<Hear>>();
  readonly #reconnected = new Set<() => void>();
  readonly #options: { url: string; log: Log };
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Statements on the one connection, run one at a time. */
  #said: Promise<unknown> = Promise.resolve();

  constructor(options: { url: string; log: Log }) {
    this.#options = options;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'vitrine notices',
      keepAlive: true,
    });
    client.on('notification', (message) => {
      for (const hear of this.#hearers.get(message.channel) ?? []) hear(message.payload ?? '');
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    this.#client = client;
    for (const channel of this.#hearers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
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

  listen(channel: string, hear: Hear): () => void {
    const hearers = this.#hearers.get(channel) ?? new Set();
    if (!this.#hearers.has(channel)) {
      this.#hearers.set(channel, hearers);
      this.#said = this.#said
        .then(() => this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`))
        .catch(() => undefined);
    }
    hearers.add(hear);
    return () => hearers.delete(hear);
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

export async function openNotices(options: { url: string; log: Log }): Promise<Notices> {
  const connection = new ListeningConnection(options);
  await connection.connect();
  return connection;
}
