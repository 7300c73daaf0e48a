import type pg from 'pg';
import { beginRedirect } from '../platform/database/begin.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { midnightOf } from '../platform/days.ts';
import { addDay, addMonth } from './brand.adding.sql.ts';

// Adds up the days and months of brands, in their time zones, from hits and views. A day is only added up while none of
// the UTC days that it touches is open: a hit or view that arrives later opens one of them, and when that is closed
// again, it opens the brand's days here.

/** One at a time, so that two never add up the same day. */
const addingLock = 7_305_132;
const daysAtOnce = 400;

/** The days of a brand's time zone that UTC days of the brand touch. */
const touchedDays = (utcDays: string): string => `
  select distinct m.id as merchant_id, m.time_zone, touched::date as first
  from (${utcDays}) d join merchants m on m.id = d.merchant_id
  cross join lateral generate_series(
    (d.day::timestamp at time zone 'UTC' at time zone m.time_zone)::date,
    ((d.day + 1)::timestamp at time zone 'UTC' at time zone m.time_zone - interval '1 microsecond')::date, '1 day') touched`;

const markText = (utcDays: string): string => `
  insert into brand_counts (merchant_id, unit, first, time_zone)
  select merchant_id, 'day', first, time_zone from (${touchedDays(utcDays)}) touched order by first
  on conflict (merchant_id, unit, first) do update set is_open = true, time_zone = excluded.time_zone`;

/** Opens the days of a brand that a UTC day touches. */
export async function markBrandDay(db: Queryable, merchantId: string, day: string): Promise<void> {
  await db.query({ text: markText('select $1::uuid as merchant_id, $2::date as day'), values: [merchantId, day] });
}

/** Brands with days of a time zone that they no longer have. */
const movedText = `
  select m.id from merchants m cross join lateral (
    select min(c.time_zone) as one, max(c.time_zone) as other from brand_counts c where c.merchant_id = m.id
  ) zones where zones.one <> m.time_zone or zones.other <> m.time_zone`;

/** Days whose hits are gone keep what was added up in the old time zone; all others are added up in the new one. */
async function followZone(client: pg.PoolClient, merchant: string): Promise<void> {
  await client.query(`delete from brand_counts where merchant_id = $1 and unit = 'month'`, [merchant]);
  await client.query(`delete from brand_mix_counts where merchant_id = $1 and unit = 'month'`, [merchant]);
  await client.query('delete from brand_creator_counts where merchant_id = $1', [merchant]);
  await client.query(
    `update brand_counts c set is_open = true, time_zone = m.time_zone from merchants m where m.id = c.merchant_id and c.merchant_id = $1`,
    [merchant],
  );
  await client.query(markText('select merchant_id, day from brand_days where merchant_id = $1'), [merchant]);
}

type Due = { merchant: string; first: string; zone: string };

/** No UTC day is open that the days from `first` until before `after` touch. */
const noOpenDay = (first: string, after: string): string => `not exists (select from brand_days d
    where d.merchant_id = c.merchant_id and d.is_open
      and d.day >= (${first}::timestamp at time zone c.time_zone at time zone 'UTC')::date
      and d.day < ${after}::timestamp at time zone c.time_zone at time zone 'UTC')`;

/** Newest first: those are looked at most. */
const dueDaysText = `
  select c.merchant_id as merchant, c.first::text, c.time_zone as zone from brand_counts c
  where c.is_open and c.unit = 'day' and c.first < ($1::timestamptz at time zone c.time_zone)::date
    and ${noOpenDay('c.first', '(c.first + 1)')}
  order by c.first desc, c.merchant_id limit ${daysAtOnce}`;

const dueMonthsText = `
  select c.merchant_id as merchant, c.first::text, c.time_zone as zone from brand_counts c
  where c.is_open and c.unit = 'month' and (c.first + interval '1 month')::date <= ($1::timestamptz at time zone c.time_zone)::date
    and ${noOpenDay('c.first', "(c.first + interval '1 month')")}
    and not exists (select from brand_counts d where d.merchant_id = c.merchant_id and d.unit = 'day' and d.is_open
      and d.first >= c.first and d.first < (c.first + interval '1 month')::date)
  order by c.first desc, c.merchant_id`;

/**
 * Adds up what is over by then; a day in each transaction. `ownHosts` are the hosts of this installation. Returns how many
 * days and months were added up.
 */
export async function closeBrandCounts(pool: pg.Pool, now: Date, ownHosts: readonly string[]): Promise<number> {
  const { rows: moved } = await pool.query<{ id: string }>(movedText);
  for (const { id } of moved) await inTurn(pool, (client) => followZone(client, id));
  const days = await pool.query<Due>(dueDaysText, [now]);
  for (const { merchant, first, zone } of days.rows) {
    const day = Temporal.PlainDate.from(first);
    const span = { from: midnightOf(day, zone), to: midnightOf(day.add({ days: 1 }), zone) };
    await inTurn(pool, (client) => addDay(client, { merchant, first, span, ownHosts }));
  }
  const months = await pool.query<Due>(dueMonthsText, [now]);
  for (const { merchant, first } of months.rows) await inTurn(pool, (client) => addMonth(client, merchant, first));
  return days.rows.length + months.rows.length;
}

async function inTurn(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(`${beginRedirect}; select pg_advisory_xact_lock(${addingLock})`);
    await work(client);
    await client.query('commit');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}
