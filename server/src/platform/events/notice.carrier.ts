import pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import type { Carry, KeptNotice } from '../database/kept.notices.ts';
import type { Log } from '../log.ts';
import type { NatsLink } from '../nats/link.ts';
import { createSparseLog } from '../sparse.log.ts';
import type { Listener, NoticeSource } from './notices.ts';

// With EVENTS_URL, the notices of committed transactions go over NATS. Those that NATS does not deliver, or may not have
// delivered, go through NOTIFY on a connection of their own, where no other transaction waits for them. Every node listens
// to both.

export type NoticeCarrier = NoticeSource & { carry: Carry; stop(): Promise<void> };

const subjectOf = (channel: string) => `vitrine.notices.${channel}`;

/** How often the server is asked whether it delivers what it got. */
const confirmMs = 100;
/** A node that may hear nothing reads for itself this often. */
const lookMs = 2_000;
/** Beyond this many, the oldest are dropped: whoever misses one reads for itself within some seconds. */
const mostWaiting = 10_000;
const reportMs = 60_000;

export function createNoticeCarrier(
  link: NatsLink,
  options: { url: string; log: Log; metrics?: Registry | undefined },
): NoticeCarrier {
  const postgres = createNotifier(options);
  const missed = new Set<() => void>();
  const counter = carriedCounter(options.metrics);
  let unconfirmed: KeptNotice[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sendThroughPostgres = (notices: readonly KeptNotice[]): void => {
    counter?.inc({ through: 'postgres' }, notices.length);
    postgres.send(notices);
  };

  const confirm = async (): Promise<void> => {
    const sent = unconfirmed;
    unconfirmed = [];
    const isDelivered = await link.confirm();
    timer = undefined;
    if (!isDelivered) sendThroughPostgres(sent);
    if (unconfirmed.length > 0) confirmSoon();
  };
  const confirmSoon = (): void => {
    timer ??= setTimeout(() => void confirm(), confirmMs);
  };

  const look = () => missed.forEach((act) => act());
  link.onChange(look);
  const looking = setInterval(() => {
    if (!link.isUp()) look();
  }, lookMs);
  looking.unref();

  return {
    carry(notices) {
      if (notices.length === 0) return;
      if (!link.isUp()) return sendThroughPostgres(notices);
      counter?.inc({ through: 'nats' }, notices.length);
      for (const { channel, payload } of notices) link.publish(subjectOf(channel), payload);
      unconfirmed.push(...notices);
      if (unconfirmed.length > mostWaiting) unconfirmed = unconfirmed.slice(-mostWaiting);
      confirmSoon();
    },
    listen(channel: string, listener: Listener) {
      let isListening = true;
      link.listen(subjectOf(channel), (payload) => {
        if (isListening) listener(payload);
      });
      return () => void (isListening = false);
    },
    onReconnect(act) {
      missed.add(act);
      return () => missed.delete(act);
    },
    async stop() {
      clearInterval(looking);
      clearTimeout(timer);
      if (!link.isUp()) sendThroughPostgres(unconfirmed);
      await postgres.stop();
    },
  };
}

function carriedCounter(registry: Registry | undefined): Counter<'through'> | undefined {
  if (!registry) return undefined;
  return new Counter({
    name: 'vitrine_notices_total',
    help: 'Notices that this node sent to the others, by the way that they took',
    labelNames: ['through'],
    registers: [registry],
  });
}

/** Sends notices with NOTIFY, all that wait in one transaction. */
function createNotifier({ url, log }: { url: string; log: Log }) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'vitrine notifier',
    max: 1,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  pool.on('error', () => undefined);
  const report = createSparseLog(reportMs);
  let waiting: KeptNotice[] = [];
  let sending: Promise<void> | undefined;

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const columns = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)];
      await pool
        .query(
          'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
          columns,
        )
        .catch((error: unknown) =>
          report({ error: String(error), notices: batch.length }, (fact, leftOut) =>
            log.warn({ ...fact, leftOut }, 'notices were lost; the other nodes read what changed within 20 seconds'),
          ),
        );
    }
    sending = undefined;
  };

  return {
    send(notices: readonly KeptNotice[]): void {
      waiting.push(...notices);
      if (waiting.length > mostWaiting) waiting = waiting.slice(-mostWaiting);
      if (waiting.length > 0) sending ??= sendAll();
    },
    async stop(): Promise<void> {
      await sending;
      await pool.end();
    },
  };
}
