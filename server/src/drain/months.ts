import type { Queryable } from '../platform/database/queryable.ts';
import { isOfLink, type HitRecord } from '../hits/hit.record.ts';
import { timeOfClick } from '../hits/click-id.ts';
import { dateOfDay, dayOf } from '../hits/visitors.ts';

// Hits are stored by month, and a month has to be prepared before its first hit. That is done ahead, and here for hits
// that come from anywhere else: a journal of last month, or a clock that jumped.

const ahead = 2;

function monthOf(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
}

async function prepare(db: Queryable, month: number): Promise<void> {
  await db.query({ name: 'prepare_hits', text: 'select prepare_hits($1)', values: [new Date(month).toISOString()] });
}

/** Returns a function that prepares the months of a batch, each once. */
export function createMonths(db: Queryable): (records: readonly HitRecord[]) => Promise<void> {
  const prepared = new Set<number>();
  return async (records) => {
    const days = new Set(records.filter(isOfLink).map(({ clickId }) => dayOf(timeOfClick(clickId))));
    const months = new Set(Array.from(days, (day) => monthOf(Date.parse(dateOfDay(day)))));
    for (const month of months) {
      if (prepared.has(month)) continue;
      await prepare(db, month);
      prepared.add(month);
    }
  };
}

/** Prepares the current month and the next ones. */
export async function prepareNextMonths(db: Queryable, now: Date): Promise<void> {
  for (let month = 0; month <= ahead; month += 1)
    await prepare(db, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month));
}
