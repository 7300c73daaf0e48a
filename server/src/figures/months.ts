import type pg from 'pg';
import { lastQuarter } from './figures.sql.ts';
import { inTransaction } from './transaction.ts';
import { lockViews } from './views.lock.ts';

// Adds up past months, so that a year is read from twelve rows. The months of a few storefronts are a transaction under
// the locks of hits and views: nothing can be counted between the sums and the mark that closes the month, and clicks
// wait for a tenth of a second at most.

type Open = { account: string; month: string };

const openText = `
  select merchant_account_id as account, month::text from account_months
  where is_open and month < date_trunc('month', $1::timestamptz at time zone 'UTC')::date
  order by month, merchant_account_id`;

/** So many are closed in one transaction, while clicks wait. */
const atOnce = 50;

const summed = (array: string): string => `
  select account, month, array_agg(entry(name, counted) order by name) as entries from (
    select account, month, entry_name(e) as name, sum(entry_count(e))::bigint as counted
    from days cross join lateral unnest(${array}) e
    where ${array === 'links' ? 'true' : `entry_name(e) > ${lastQuarter}`} group by 1, 2, 3
  ) part group by 1, 2`;

const closeText = `
  with asked as (select * from unnest($1::uuid[], $2::date[]) as asked (account, month)),
  days as materialized (
    select asked.account, asked.month, d.hits, d.clicks, d.loads, d.views, d.counts, d.links, d.view_counts
    from asked join account_days d on d.merchant_account_id = asked.account
      and d.day >= asked.month and d.day < (asked.month + interval '1 month')::date
  ),
  sums as (
    select account, month, sum(hits) as hits, sum(clicks) as clicks, sum(loads) as loads, sum(views) as views from days group by 1, 2
  ),
  counts as (${summed('counts')}), links as (${summed('links')}), view_counts as (${summed('view_counts')})
  update account_months known set is_open = false, hits = coalesce(sums.hits, 0), clicks = coalesce(sums.clicks, 0),
    loads = coalesce(sums.loads, 0), views = coalesce(sums.views, 0), counts = coalesce(counts.entries, '{}'),
    links = coalesce(links.entries, '{}'), view_counts = coalesce(view_counts.entries, '{}')
  from asked left join sums using (account, month) left join counts using (account, month)
    left join links using (account, month) left join view_counts using (account, month)
  where known.merchant_account_id = asked.account and known.month = asked.month`;

/** Closes all months that are over by then. Returns the number of storefront months. */
export async function closeMonths(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Open>(openText, [now]);
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    await inTransaction(pool, async (client) => {
      await lockViews(client);
      await client.query(closeText, [part.map(({ account }) => account), part.map(({ month }) => month)]);
    });
  }
  return rows.length;
}
