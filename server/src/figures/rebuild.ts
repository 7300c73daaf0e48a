import { firstIdOf } from '../hits/click-id.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { daysOfHits, lastClickOf } from './figures.sql.ts';

/** Rebuilds what a UTC day's hits count, and the clicks of the links that were hit that day. */
export async function rebuildDay(db: Queryable, range: { from: Date; to: Date }): Promise<void> {
  const ids = [range.from, range.to].map((time) => firstIdOf(time.getTime()));
  await db.query({
    text: `
      update account_days set hits = 0, clicks = 0, counts = '{}', links = '{}'
      where day = ($1::timestamptz at time zone 'UTC')::date`,
    values: [range.from],
  });
  await db.query({
    text: `
      with of_day as (select *, 1 as weight from hits where id >= $1 and id < $2),
      numbered as (select link_id, number from link_totals where link_id in (select link_id from of_day)),
      ${daysOfHits('of_day')} select 1`,
    values: ids,
  });
  await db.query({ text: rebuildTotalsText, values: ids });
}

// How often a link was hit doesn't depend on the classes of its hits.
const rebuildTotalsText = `
  with touched as materialized (
    select t.link_id, t.merchant_account_id, t.number from link_totals t
    where t.link_id in (select link_id from hits where id >= $1 and id < $2)
  ),
  days as (
    select merchant_account_id, entry_name(e) as number, sum(entry_count(e)) as clicks
    from account_days cross join lateral unnest(links) e
    where merchant_account_id in (select merchant_account_id from touched) group by 1, 2
  )
  update link_totals t set clicks = coalesce(days.clicks, 0), last_click_at = ${lastClickOf('t')}
  from touched left join days using (merchant_account_id, number) where t.link_id = touched.link_id`;
