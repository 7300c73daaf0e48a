import type { Registry } from 'prom-client';
import { readGauge } from '../read.metrics.ts';
import type { Carry } from '../database/kept.notices.ts';
import type { Log } from '../log.ts';
import type { NatsAddress } from '../nats/connection.ts';
import { type CountExchange, createCountExchange } from '../nats/count.exchange.ts';
import { openNatsLink } from '../nats/link.ts';
import { createNoticeCarrier } from './notice.carrier.ts';
import type { NoticeSource } from './notices.ts';

/** What nodes tell each other over NATS, if EVENTS_URL is set. Nothing waits for it, and what is lost is found otherwise. */
export type NodeEvents = {
  /** Takes notices to the other nodes; undefined if PostgreSQL does that. */
  carry: Carry | undefined;
  /** The notices that others carry. */
  source: NoticeSource | undefined;
  /** Undefined if each node counts its limits alone. */
  counts: CountExchange | undefined;
  stop(): Promise<void>;
};

const noNodeEvents: NodeEvents = {
  carry: undefined,
  source: undefined,
  counts: undefined,
  stop: async () => undefined,
};

/** Connects in the background, so that a node starts without NATS too. `url` is PostgreSQL's, for direct connections. */
export function openNodeEvents(
  address: NatsAddress | undefined,
  options: { url: string; log: Log; metrics: Registry },
): NodeEvents {
  if (address === undefined) return noNodeEvents;
  const link = openNatsLink(address, options.log);
  const carrier = createNoticeCarrier(link, options);
  readGauge(
    options.metrics,
    'vitrine_events_connected',
    'Whether this node exchanges notices and counts of limits with the others over NATS',
    () => (link.isUp() ? 1 : 0),
  );
  return {
    carry: carrier.carry,
    source: carrier,
    counts: createCountExchange(link),
    stop: async () => {
      await carrier.stop();
      await link.stop();
    },
  };
}
