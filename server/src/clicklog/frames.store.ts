import type pg from 'pg';
import { storePrepared } from '../drain/drain.batch.ts';
import type { PreparedHit } from '../drain/hit.prepare.ts';
import { createPreparation, type Prepared, type Recorded } from '../drain/hits.prepare.ts';
import { isRefusedData, storeSalvaging } from '../drain/salvage.ts';
import { openBrandDays } from '../figures/brand.days.ts';
import { createNames, type NamedValue } from '../figures/names.ts';
import { partitionOf } from '../figures/partitions.ts';
import { inPartitions } from '../figures/transaction.ts';
import { hitClasses } from '../hits/classify.ts';
import type { Countries } from '../hits/countries.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { dateOfDay, dayOf } from '../hits/visitors.ts';
import type { Carry } from '../platform/database/kept.notices.ts';
import type { Log } from '../platform/log.ts';
import type { Delivered } from './consumers.ts';
import { insertFrames } from './frames.queries.ts';
import { readLinkOwners } from './owners.queries.ts';

// Frames of the log to committed rows: hits, figures, and the names of the frames, in one transaction. It holds the
// locks of all storefronts' partitions that it writes, whatever partition a frame came in.

export type FrameStoreOptions = {
  pool: pg.Pool;
  countries: Countries;
  publicHost: string;
  log: Log;
  /** Takes the notices of a batch to the other nodes. Without it, PostgreSQL does. */
  carry?: Carry | undefined;
  /** The file for records that the database refuses. */
  refusedFile: string;
};

const slice = 256;

export function createFrameStore(options: FrameStoreOptions): (delivered: readonly Delivered[]) => Promise<void> {
  const { carry, pool } = options;
  const prepare = createPreparation({ ...options, readOwners: (codes) => readLinkOwners(pool, codes) });
  const addNames = createNames(pool);

  const storeTogether = async (delivered: readonly Delivered[], recorded: readonly Recorded[]): Promise<boolean> => {
    const prepared = await prepare(recorded, slice);
    await addNames(namesOf(prepared));
    await openBrandDays(pool, daysOf(prepared));
    return inPartitions(
      pool,
      partitionsOf(delivered, prepared),
      async (client) => {
        await insertFrames(
          client,
          delivered.map(({ frame }) => ({ name: frame.name, hits: frame.records.length })),
        );
        return storePrepared(client, prepared, slice);
      },
      carry,
    );
  };

  /** Without its name until the last of its hits is stored or set aside. */
  const storeAlone = async (each: Delivered): Promise<void> => {
    const { name, node, records } = each.frame;
    const storePart = async (part: readonly HitRecord[]) => {
      const prepared = await prepare([{ node, records: part }], slice);
      const store = (client: pg.PoolClient) => storePrepared(client, prepared, slice);
      return inPartitions(pool, partitionsOf([each], prepared), store, carry);
    };
    await storeSalvaging(records, storePart, options);
    await insertFrames(pool, [{ name, hits: records.length }]);
  };

  return async (delivered) => {
    try {
      await storeTogether(delivered, byNode(delivered));
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      for (const each of delivered) await storeAlone(each);
    }
  };
}

function byNode(delivered: readonly Delivered[]): Recorded[] {
  const nodes = new Map<string, HitRecord[]>();
  for (const { frame } of delivered) {
    const records = nodes.get(frame.node);
    if (records === undefined) nodes.set(frame.node, [...frame.records]);
    else for (const record of frame.records) records.push(record);
  }
  return Array.from(nodes, ([node, records]) => ({ node, records }));
}

function partitionsOf(delivered: readonly Delivered[], prepared: readonly Prepared[]): Set<number> {
  const accounts = new Set(prepared.flatMap(({ hits }) => hits.map(({ merchantAccountId }) => merchantAccountId)));
  return new Set([...delivered.map(({ partition }) => partition), ...Array.from(accounts, partitionOf)]);
}

function daysOf(prepared: readonly Prepared[]): { merchantId: string; day: string }[] {
  const days = new Map<string, { merchantId: string; day: string }>();
  for (const { hits } of prepared) {
    for (const { merchantId, at } of hits) {
      const day = dateOfDay(dayOf(at));
      days.set(`${merchantId} ${day}`, { merchantId, day });
    }
  }
  return [...days.values()];
}

/** The names of values that these hits may count. */
function* namesOf(prepared: readonly Prepared[]): Iterable<NamedValue> {
  for (const value of hitClasses) yield { dimension: 'class', value };
  for (const { hits } of prepared) for (const hit of hits) if (hit.verdict.class === 'human') yield* valuesOf(hit);
}

function* valuesOf(hit: PreparedHit): Iterable<NamedValue> {
  yield { dimension: 'country', value: hit.country };
  yield { dimension: 'device', value: hit.device };
  yield { dimension: 'browser', value: hit.browserName };
  yield { dimension: 'system', value: hit.system };
  yield { dimension: 'app', value: hit.app };
  yield { dimension: 'referrer', value: hit.referrerHost };
  if (hit.utm.length > 2) yield { dimension: 'source', value: sourceOf(hit.utm) };
}

function sourceOf(utm: string): string {
  const { source } = JSON.parse(utm) as { source?: unknown };
  return typeof source === 'string' ? source : '';
}
