import { firstIdOf } from '../hits/click-id.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { dailyRollUpsOf, lastClickOf } from './rollups.sql.ts';

/** Rebuilds a day's roll-ups from its hits, and the totals of the links that were hit that day. */
export async function rebuildDay(db: Queryable, range: { from: Date; to: Date }): Promise<void> {
  const values = [range.from, range.to];
  const ids = values.map((time) => firstIdOf(time.getTime()));
  await db.query({
    text: `delete from link_days where day = ($1::timestamptz at time zone 'UTC')::date`,
    values: [range.from],
  });
  await db.query({ text: 'delete from account_quarters where quarter >= $1 and quarter < $2', values });
  await db.query({
    text: `delete from account_dimensions where day = ($1::timestamptz at time zone 'UTC')::date`,
    values: [range.from],
  });
  await db.query({
    text: `delete from settled_months where month = date_trunc('month', $1::timestamptz at time zone 'UTC')::date`,
    values: [range.from],
  });
  await db.query({ text: 'delete from account_readings where at > $1', values: [range.from] });
  await db.query({ text: 'delete from link_readings where at > $1', values: [range.from] });
  await db.query({
    text: `with of_day as (select * from hits where id >= $1 and id < $2), ${dailyRollUpsOf('of_day')} select 1`,
    values: ids,
  });
  await db.query({ text: rebuildTotalsText, values: ids });
}

const rebuildTotalsText = `
  with touched as (select distinct link_id from hits where id >= $1 and id < $2),
  summed as (
    select merchant_id, merchant_account_id, creator_id, link_id, sum(hits) as hits, sum(clicks) as clicks,
      ${lastClickOf('d.link_id')} as last_click_at
    from link_days d where link_id in (select link_id from touched)
    group by merchant_id, merchant_account_id, creator_id, link_id
  )
  insert into link_totals as known (merchant_id, merchant_account_id, creator_id, link_id, hits, clicks, last_click_at)
  select * from summed
  on conflict (link_id) do update
    set hits = excluded.hits, clicks = excluded.clicks, last_click_at = excluded.last_click_at`;
