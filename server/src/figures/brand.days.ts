import type pg from 'pg';
import type { Queryable } from '../platform/database/queryable.ts';
import { lastQuarter } from './figures.sql.ts';
import { markBrandDay } from './brand.adding.ts';
import { inTransaction } from './transaction.ts';
import { lockViews } from './views.lock.ts';

// Adds up the past UTC days of each brand, so that its month is read from thirty rows however many creators it has. The
// days of the brand's time zone that it touches are added up after it (brand.adding.ts).

type Open = { merchant: string; day: string };

const openText = `
  select merchant_id as merchant, day::text from brand_days
  where is_open and day < ($1::timestamptz at time zone 'UTC')::date order by day, merchant_id`;

const closeText = `
  with days as materialized (
    select clicks, counts from account_days
    where merchant_account_id = any((select array_agg(id) from merchant_accounts where merchant_id = $1)::uuid[]) and day = $2::date
  )
  update brand_days set is_open = false, clicks = coalesce((select sum(clicks) from days), 0),
    quarters = coalesce((select array_agg(entry(name, counted) order by name) from (
      select entry_name(e) as name, sum(entry_count(e))::bigint as counted from days cross join lateral unnest(counts) e
      where entry_name(e) <= ${lastQuarter} group by 1
    ) part), '{}')
  where merchant_id = $1 and day = $2::date`;

/** Closes all days that are over by then. Returns the number of days of brands. */
export async function closeBrandDays(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Open>(openText, [now]);
  for (const { merchant, day } of rows)
    await inTransaction(pool, async (client) => {
      await lockViews(client);
      await client.query(closeText, [merchant, day]);
      await markBrandDay(client, merchant, day);
    });
  return rows.length;
}

const openAheadText = `
  insert into brand_days (merchant_id, day)
  select merchant_id, day from (select distinct * from unnest($1::uuid[], $2::date[]) as asked (merchant_id, day)) asked
  where not exists (
    select from brand_days known where known.merchant_id = asked.merchant_id and known.day = asked.day and known.is_open)
  order by 1, 2
  on conflict (merchant_id, day) do update set is_open = true`;

/**
 * Opens days before the transaction that counts something in them. Partitions share the days of a brand, so that each
 * would otherwise wait for the end of another's transaction.
 */
export async function openBrandDays(
  db: Queryable,
  days: readonly { merchantId: string; day: string }[],
): Promise<void> {
  if (days.length === 0) return;
  await db.query({
    name: 'open_brand_days',
    text: openAheadText,
    values: [days.map(({ merchantId }) => merchantId), days.map(({ day }) => day)],
  });
}
