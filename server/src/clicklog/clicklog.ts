import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { FindRecord } from '../drain/click.find.ts';
import { partitionOf } from '../figures/partitions.ts';
import { openCountries } from '../hits/countries.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Carry } from '../platform/database/kept.notices.ts';
import type { Log } from '../platform/log.ts';
import type { NatsAddress } from '../platform/nats/connection.ts';
import type { LinkTable } from '../redirector/link.table.ts';
import { type Acks, createAcks } from './acks.ts';
import { registerConsumerMetrics, registerLinkMetrics, registerShipperMetrics } from './clicklog.metrics.ts';
import { type Consumers, startConsumers } from './consumers.ts';
import { deleteOldFrames } from './frames.queries.ts';
import { createFrameStore } from './frames.store.ts';
import { type LogLink, type LogState, openLogLink } from './log.link.ts';
import { createSearch } from './search.ts';
import { type Shipper, startShipper } from './shipper.ts';

// Clicks through NATS JetStream. Invariants: the journal stays in front, and a click leaves it only when the database
// has it, whatever the log says; the hits of a frame and its name are stored in one transaction, each hit once.

export type ClickLogSettings = {
  address: NatsAddress;
  /** `replicated`: the answer to a click waits until most servers of the log have it, but not longer than 50 ms. */
  ack: 'local' | 'replicated';
};

export type ClickLog = {
  state(): { state: LogState; reason: string };
  /** Sends this node's journal. `append` is the journal's, with the wait for the log if it is asked for. */
  ship(options: ShipOptions): Shipper & { append: Journal['append'] };
  store(options: StoreOptions): Promise<Consumers>;
  /** A click that any node sent and the database doesn't have yet. */
  find: FindRecord;
  stop(): Promise<void>;
};

export type ShipOptions = { journal: Journal; table: LinkTable; pool: pg.Pool; doubtMs?: number };
export type StoreOptions = {
  pool: pg.Pool;
  publicHost: string;
  /** Takes the notices of a batch to the other nodes. */
  carry?: Carry | undefined;
  geoDatabase: string | undefined;
  refusedFile: string;
  limit?(): number;
};

export type ClickLogOptions = {
  settings: ClickLogSettings;
  nodeId: string;
  log: Log;
  clock: Clock;
  metrics: Registry | undefined;
};

const forgetEveryMs = 3_600_000;

export function openClickLog({ settings, nodeId, log, clock, metrics }: ClickLogOptions): ClickLog {
  const link: LogLink = openLogLink({ address: settings.address, name: `vitrine ${nodeId}`, log });
  registerLinkMetrics(metrics, link);
  return {
    state: () => link.state(),
    ship({ journal, table, pool, ...rest }) {
      const acks = createAcks();
      const partitionOfHit = ({ code }: HitRecord) => partitionOf(table.ownerOf(code)?.account.id ?? code);
      const shipper = startShipper({ journal, link, db: pool, acks, log, partitionOfHit, ...rest });
      registerShipperMetrics(metrics, { shipper, acks });
      const append = settings.ack === 'local' ? journal.append.bind(journal) : appendReplicated(journal, acks);
      return {
        append,
        drainNow: () => shipper.drainNow(),
        backlog: () => shipper.backlog(),
        counts: () => shipper.counts(),
        stop: () => shipper.stop(),
      };
    },
    async store({ pool, publicHost, carry, geoDatabase, refusedFile, limit }) {
      const countries = await openCountries(geoDatabase, log);
      const observe = registerConsumerMetrics(metrics);
      const consumers = startConsumers({
        link,
        log,
        store: createFrameStore({ pool, countries, publicHost, carry, log, refusedFile }),
        onBatch: observe.batch,
        ...(limit === undefined ? {} : { limit }),
      });
      observe.counts(consumers);
      const forgetting = setInterval(() => {
        deleteOldFrames(pool, clock.now()).catch((error: unknown) =>
          log.debug({ error: String(error) }, 'will be retried'),
        );
      }, forgetEveryMs);
      forgetting.unref();
      return {
        counts: () => consumers.counts(),
        async stop() {
          clearInterval(forgetting);
          await consumers.stop();
        },
      };
    },
    find: createSearch({ link, now: () => clock.now().getTime() }),
    stop: () => link.stop(),
  };
}

function appendReplicated(journal: Journal, acks: Acks): Journal['append'] {
  return (record, callback) =>
    journal.append(record, (recorded) => {
      if (recorded) acks.wait(journal.written(), () => callback(true));
      else callback(false);
    });
}
