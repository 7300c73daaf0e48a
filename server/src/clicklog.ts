import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { ClickLog } from './clicklog/clicklog.ts';
import { readLinkOwners } from './clicklog/owners.queries.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createClickFinder } from './drain/click.find.ts';
import { createPressure } from './drain/drain.pressure.ts';
import type { Clock } from './platform/clock.ts';
import type { Carry } from './platform/database/kept.notices.ts';
import { makeFolder } from './platform/folder.ts';
import type { Log } from './platform/log.ts';
import type { Redirector } from './redirector.ts';
import { openRedirectPool } from './redirector/redirect.pool.ts';

// The click log of one process, and what it does there besides sending the clicks of a redirector: a worker stores what
// all nodes sent, and orders find clicks of other nodes.

type Basics = { log: Log; metrics: Registry; clock: Clock };

/** Without CLICK_LOG, none of its code is loaded. */
export async function openClickLogOf(config: Config, basics: Basics): Promise<ClickLog | undefined> {
  const { clickLog: settings, nodeId } = config;
  if (settings === undefined) return undefined;
  const { openClickLog } = await import('./clicklog/clicklog.ts');
  return openClickLog({ settings, nodeId, ...basics });
}

export type ClickLogParts = { findClick: Context['findClick']; stop(): Promise<void> };

const flooded = { hits: 100, otherwise: 5_000 };

export async function useClickLog(
  clickLog: ClickLog,
  config: Config,
  {
    url,
    log,
    redirector,
    carry,
  }: { url: string; log: Log; redirector: Redirector | undefined; carry: Carry | undefined },
): Promise<ClickLogParts> {
  const publicHost = URL.parse(config.publicUrl)?.host ?? '';
  const pool = openRedirectPool(url, log);
  const ownerOf = async (code: string) => (await readLinkOwners(pool, [code])).get(code);
  // Redirects of the same process come first.
  const isFlooded = redirector ? createPressure(() => redirector.written()) : () => false;
  makeFolder(config.dataDir);
  const consumers = config.roles.includes('worker')
    ? await clickLog.store({
        pool,
        publicHost,
        carry,
        geoDatabase: config.geoDatabase,
        refusedFile: join(config.dataDir, 'refused-hits.jsonl'),
        limit: () => (isFlooded() ? flooded.hits : flooded.otherwise),
      })
    : undefined;
  return {
    findClick: redirector
      ? (clickId) => redirector.findClick(clickId)
      : createClickFinder({
          find: clickLog.find,
          ownerOf,
          pool,
          publicHost,
          log,
          patienceMs: config.patience.click,
        }),
    async stop() {
      await consumers?.stop();
      await pool.end();
    },
  };
}
