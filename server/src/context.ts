import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { FoundClick } from './drain/click.find.ts';
import type { BrowserMarks } from './platform/browser.mark.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import type { CountExchange } from './platform/nats/count.exchange.ts';
import type { Notices } from './platform/events/notices.ts';
import type { FigureEngine } from './figures/clickhouse/engine.ts';
import type { Files } from './platform/files/files.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Sealer } from './platform/seal.ts';

/** The dependencies of every call. Created once at the start and passed down; nothing else is global. */
export type Context = {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  notices: Notices;
  /** Undefined if this node counts its limits alone. */
  counts?: CountExchange | undefined;
  jobs: Jobs;
  sealer: Sealer;
  browserMarks: BrowserMarks;
  metrics: Registry;
  /** Where FILES says; undefined if it is not set. */
  files: Files | undefined;
  /** The ClickHouse of FIGURES; undefined if it is not set. */
  figures: FigureEngine | undefined;
  /** Finds a click that this node's journal has not stored yet, because an order can name a very recent one. */
  findClick(clickId: string): Promise<FoundClick | undefined>;
};
