import type pg from 'pg';
import { lastQuarter } from './figures.sql.ts';
import { inTransaction } from './transaction.ts';
import { lockViews } from './views.lock.ts';

// Adds up past months, so that a year is read from twelve rows. Each storefront's month is a transaction of its own
// under the locks of hits and views: nothing can be counted between the sums and the mark that closes the month, and
// clicks wait for milliseconds at most.

type Open = { account: string; month: string };

const openText = `
  select merchant_account_id as account, month::text from account_months
  where is_open and month < date_trunc('month', $1::timestamptz at time zone 'UTC')::date
  order by month, merchant_account_id`;

const sumOf = (array: string): string => `
  coalesce((select array_agg(entry(name, counted) order by name) from (
    select entry_name(e) as name, sum(entry_count(e))::bigint as counted from days cross join lateral unnest(${array}) e
    where ${array === 'links' ? 'true' : `entry_name(e) > ${lastQuarter}`} group by 1
  ) part), '{}')`;

const closeText = `
  with days as materialized (
    select * from account_days
    where merchant_account_id = $1 and day >= $2::date and day < ($2::date + interval '1 month')::date
  )
  update account_months set is_open = false,
    (hits, clicks, loads, views) = (
      select coalesce(sum(hits), 0), coalesce(sum(clicks), 0), coalesce(sum(loads), 0), coalesce(sum(views), 0) from days),
    counts = ${sumOf('counts')}, links = ${sumOf('links')}, view_counts = ${sumOf('view_counts')}
  where merchant_account_id = $1 and month = $2::date`;

/** Closes all months that are over by then. Returns the number of storefront months. */
export async function closeMonths(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Open>(openText, [now]);
  for (const { account, month } of rows) {
    await inTransaction(pool, async (client) => {
      await lockViews(client);
      await client.query(closeText, [account, month]);
    });
  }
  return rows.length;
}
