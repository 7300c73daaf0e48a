import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import { timeOfClick } from '../hits/click-id.ts';
import type { Countries } from '../hits/countries.ts';
import { type HitRecord, isOfLink } from '../hits/hit.record.ts';
import { dateOfDay, dayOf } from '../hits/visitors.ts';
import type { LinkOwner } from '../redirector/link.table.ts';
import { type OrphanVisit, type PreparedHit, prepareHit, prepareOrphan, type Surroundings } from './hit.prepare.ts';
import { readSalt } from './hits.queries.ts';
import { createMonths } from './months.ts';

// Everything about a batch that is done before its transaction.

export type ReadOwners = (codes: readonly string[]) => Promise<ReadonlyMap<string, LinkOwner>>;

export type PreparationOptions = {
  pool: pg.Pool;
  countries: Countries;
  publicHost: string;
  readOwners: ReadOwners;
};

/** Hits of one node. */
export type Recorded = { node: string; records: readonly HitRecord[] };
export type Prepared = { node: string; hits: PreparedHit[]; orphans: OrphanVisit[] };

/** `slice` is the number of hits after which the event loop gets a turn. */
export type Prepare = (recorded: readonly Recorded[], slice: number) => Promise<Prepared[]>;

export function createPreparation({ pool, countries, publicHost, readOwners }: PreparationOptions): Prepare {
  const salts = new Map<number, string>();
  const prepareMonths = createMonths(pool);
  const surroundings: Surroundings = { countries, publicHost, saltOf: (at) => salts.get(dayOf(at)) ?? '' };

  const loadSalts = async (records: readonly HitRecord[]): Promise<void> => {
    for (const day of new Set(records.map(({ clickId }) => dayOf(timeOfClick(clickId))))) {
      if (!salts.has(day)) salts.set(day, await readSalt(pool, dateOfDay(day), randomBytes(16)));
    }
  };

  const prepareOne = async (
    { node, records }: Recorded,
    owners: ReadonlyMap<string, LinkOwner>,
    slice: number,
  ): Promise<Prepared> => {
    const prepared: Prepared = { node, hits: [], orphans: [] };
    for (const [index, record] of records.entries()) {
      if (index % slice === slice - 1) await breathe();
      const link = isOfLink(record) ? owners.get(record.code) : undefined;
      if (link !== undefined) prepared.hits.push(prepareHit(record, link, surroundings));
      else prepared.orphans.push(prepareOrphan(record, reasonOf(record), surroundings));
    }
    return prepared;
  };

  return async (recorded, slice) => {
    const all = recorded.length === 1 ? (recorded[0]?.records ?? []) : recorded.flatMap(({ records }) => records);
    await loadSalts(all);
    await prepareMonths(all);
    const owners = await readOwners([...new Set(all.filter(isOfLink).map(({ code }) => code))]);
    const prepared: Prepared[] = [];
    for (const each of recorded) prepared.push(await prepareOne(each, owners, slice));
    return prepared;
  };
}

function reasonOf(record: HitRecord): OrphanVisit['reason'] {
  return record.kind === 'disabled' || record.kind === 'taken_down' ? record.kind : 'unknown';
}
