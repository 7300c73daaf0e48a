import type pg from 'pg';
import { inTransaction } from './transaction.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import {
  forgetReadings,
  lockViews,
  type Meter,
  readFirstDay,
  readingsBetween,
  readUnread,
  readZones,
  takeLinkReadings,
  takeReading,
} from './readings.queries.ts';

// Reads the counters of all storefronts: everything counted before each midnight of the creator's zone, and before the
// latest UTC midnight, which the current day's figures start from. Each reading adds to the previous one, in a
// transaction during which no clicks or views are stored; those wait for milliseconds. A late hit deletes the readings
// after it, so the existing ones never have a gap.

const dayMs = 86_400_000;

function utcMidnight(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
}

function lastMidnight(now: Date, timeZone: string): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  return new Date(day.epochMilliseconds);
}

/** The midnights of a zone from the day of `first` until now. */
function midnightsOf(timeZone: string, first: Date, now: Date): Date[] {
  const midnights: Date[] = [];
  let date = Temporal.Instant.fromEpochMilliseconds(first.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  for (;;) {
    const at = new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
    if (at > now) return midnights;
    midnights.push(at);
    date = date.add({ days: 1 });
  }
}

/** Takes the missing readings and returns how many. */
export async function takeReadings(pool: pg.Pool, now: Date): Promise<number> {
  const zones = await readZones(pool);
  const unread = await readUnread(
    pool,
    zones.map((zone) => ({ zone, at: lastMidnight(now, zone) })),
    utcMidnight(now),
  );
  let taken = 0;
  for (const meter of unread) taken += await readMeter(pool, meter, now);
  return taken;
}

async function readMeter(pool: pg.Pool, meter: Meter, now: Date): Promise<number> {
  const first = (await readFirstDay(pool, meter.merchant_account_id)) ?? now;
  const midnights = midnightsOf(meter.time_zone, first, now);
  const wanted = new Map(midnights.map((at, index) => [at.getTime(), midnights[index - 1]]));
  const latest = utcMidnight(now);
  const instants = [...new Set([...wanted.keys(), ...(latest > (midnights[0] ?? now) ? [latest.getTime()] : [])])];
  const known = new Set((await readingsBetween(pool, meter.merchant_account_id)).map((at) => at.getTime()));
  const stale = [...known].filter((at) => !instants.includes(at));
  if (stale.length > 0) {
    await inTransaction(pool, (client) => forgetReadings(client, meter.merchant_account_id, stale));
  }
  const missing = instants.filter((at) => !known.has(at)).sort((one, other) => one - other);
  for (const at of missing) {
    await inTransaction(pool, async (client) => {
      await lockViews(client);
      await take(client, meter, new Date(at), wanted.has(at), wanted.get(at));
    });
  }
  return missing.length;
}

async function take(db: Queryable, meter: Meter, at: Date, isMidnight: boolean, before: Date | undefined) {
  await takeReading(db, meter, at);
  if (isMidnight && before) await takeLinkReadings(db, meter, before, at);
}
