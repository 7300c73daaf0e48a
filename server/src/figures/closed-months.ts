import type pg from 'pg';
import { inTransaction } from './transaction.ts';
import type { Queryable } from '../platform/database/queryable.ts';

// Adds up past months, so that a year is read from twelve sums. Each storefront's month is a transaction of its own
// under the drain's lock: no hit can be stored between the sums and the mark that closes the month, and clicks wait for
// milliseconds at most.

type Open = { merchant_id: string; merchant_account_id: string; creator_id: string; month: string };

const openText = `
  select distinct merchant_id, merchant_account_id, creator_id, date_trunc('month', day)::date::text as month
  from account_dimensions d
  where dimension = 'class' and day < date_trunc('month', $1::timestamptz at time zone 'UTC')::date
    and not exists (select from settled_months s where s.merchant_account_id = d.merchant_account_id and s.month = date_trunc('month', d.day)::date)
  order by month, merchant_account_id`;

/** Closes all months that are over by then. Returns the number of storefront months. */
export async function closeMonths(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Open>(openText, [now]);
  for (const open of rows) await inTransaction(pool, (client) => closeMonth(client, open));
  return rows.length;
}

async function closeMonth(db: Queryable, { merchant_id, merchant_account_id, creator_id, month }: Open): Promise<void> {
  const of = [merchant_account_id, month];
  await db.query({
    text: 'delete from account_dimension_months where merchant_account_id = $1 and month = $2::date',
    values: of,
  });
  await db.query({
    text: `
      insert into account_dimension_months (merchant_id, merchant_account_id, creator_id, month, dimension, value, hits, clicks)
      select merchant_id, merchant_account_id, creator_id, $2::date, dimension, value, sum(hits), sum(clicks) from account_dimensions
      where merchant_account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
      group by merchant_id, merchant_account_id, creator_id, dimension, value`,
    values: of,
  });
  await db.query({ text: 'delete from link_months where merchant_account_id = $1 and month = $2::date', values: of });
  await db.query({
    text: `
      insert into link_months (merchant_id, merchant_account_id, creator_id, link_id, month, clicks)
      select merchant_id, merchant_account_id, creator_id, link_id, $2::date, sum(clicks) from link_days
      where merchant_account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
      group by merchant_id, merchant_account_id, creator_id, link_id having sum(clicks) > 0`,
    values: of,
  });
  await db.query({
    text: 'insert into settled_months (merchant_id, merchant_account_id, creator_id, month) values ($1, $2, $3, $4::date) on conflict do nothing',
    values: [merchant_id, merchant_account_id, creator_id, month],
  });
}
