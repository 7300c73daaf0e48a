import type pg from 'pg';
import type { Span } from '../platform/days.ts';
import { lastQuarter } from './figures.sql.ts';

// The statements that add up a day or a month of a brand.

type AddedDay = { merchant: string; first: string; span: Span; ownHosts: readonly string[] };

const accountsOf = `(select array_agg(id) from merchant_accounts where merchant_id = $1::uuid)::uuid[]`;

const numberText = `
  insert into figure_accounts (merchant_account_id, merchant_id)
  select a.id, a.merchant_id from merchant_accounts a
  where a.merchant_id = $1::uuid and not exists (select from figure_accounts known where known.merchant_account_id = a.id)
  on conflict do nothing`;

const forgetText = `delete from brand_mix_counts where merchant_id = $1::uuid and unit = $2::text and first = $3::date`;

/** An array of entries from rows with a name and how often it was counted. */
const entriesFrom = (rows: string, name: string, times: string): string =>
  `coalesce((select array_agg(entry(${name}, ${times}) order by ${name}) from (${rows}) part where ${times} > 0), '{}')`;

/** A late hit may have opened the day meanwhile; it is added up again then. */
const dayText = `
  with clicked as materialized (
    select merchant_account_id as account, link_id, mix_of(country, device, app, referrer_host, $5::text[]) as mix, count(*) as times
    from hits where merchant_id = $1::uuid and counted and at >= $3::timestamptz and at < $4::timestamptz and id >= first_hit_id($3::timestamptz) and id < first_hit_id($4::timestamptz)
    group by 1, 2, 3
  ),
  viewed as materialized (
    select merchant_account_id as account, mix_of(country, device, '', referrer_host, $5::text[]) as mix, count(*) as times
    from storefront_views where merchant_account_id = any(${accountsOf}) and counted and at >= $3::timestamptz and at < $4::timestamptz group by 1, 2
  ),
  names as materialized (
    select mix, coalesce(known.id, figure_name('mix', mix)) as name
    from (select mix from clicked union select mix from viewed) found
    left join figure_names known on known.dimension = 'mix' and known.value = mix
  ),
  cells as materialized (
    select name, number, sum(clicks)::bigint as clicks, sum(views)::bigint as views from (
      select account, mix, times as clicks, 0 as views from clicked union all select account, mix, 0, times from viewed
    ) part join names using (mix) join figure_accounts a on a.merchant_account_id = part.account group by 1, 2
  ),
  stored as (
    insert into brand_mix_counts (merchant_id, unit, first, mix, clicks, views)
    select $1::uuid, 'day', $2::date, name, coalesce(array_agg(entry(number, clicks) order by number) filter (where clicks > 0), '{}'),
      coalesce(array_agg(entry(number, views) order by number) filter (where views > 0), '{}')
    from cells group by name
  ),
  month as (
    insert into brand_counts (merchant_id, unit, first, time_zone)
    select merchant_id, 'month', date_trunc('month', first)::date, time_zone from brand_counts
    where merchant_id = $1::uuid and unit = 'day' and first = $2::date
    on conflict (merchant_id, unit, first) do update set is_open = true, time_zone = excluded.time_zone
  )
  update brand_counts set is_open = false, starts_at = $3::timestamptz, ends_at = $4::timestamptz, clicks = coalesce((select sum(clicks) from cells), 0), views = coalesce((select sum(views) from cells), 0),
    click_mixes = ${entriesFrom('select name, sum(clicks)::bigint as times from cells group by 1', 'name', 'times')},
    view_mixes = ${entriesFrom('select name, sum(views)::bigint as times from cells group by 1', 'name', 'times')},
    creator_clicks = ${entriesFrom('select number, sum(clicks)::bigint as times from cells group by 1', 'number', 'times')},
    creator_views = ${entriesFrom('select number, sum(views)::bigint as times from cells group by 1', 'number', 'times')},
    links = ${entriesFrom('select number, sum(times)::bigint as times from clicked join link_totals using (link_id) group by 1', 'number', 'times')}
  where merchant_id = $1::uuid and unit = 'day' and first = $2::date`;

/** Of a day whose hits are gone, from the quarter-hours of the UTC days that it touches. */
const totalOf = (array: 'counts' | 'view_counts'): string => `
  coalesce((select sum(entry_count(e)) from account_days d cross join lateral unnest(d.${array}[1:${lastQuarter}]) e
    where d.merchant_account_id = any(${accountsOf}) and entry_name(e) <= ${lastQuarter}
      and d.day between $2::date - 1 and $2::date + 1
      and (d.day + (entry_name(e) - 1) * interval '15 minutes') at time zone 'UTC' >= $3::timestamptz
      and (d.day + (entry_name(e) - 1) * interval '15 minutes') at time zone 'UTC' < $4::timestamptz), 0)`;

const oldDayText = `
  with month as (
    insert into brand_counts (merchant_id, unit, first, time_zone)
    select merchant_id, 'month', date_trunc('month', first)::date, time_zone from brand_counts
    where merchant_id = $1::uuid and unit = 'day' and first = $2::date
    on conflict (merchant_id, unit, first) do update set is_open = true, time_zone = excluded.time_zone
  )
  update brand_counts set is_open = false, starts_at = $3::timestamptz, ends_at = $4::timestamptz, clicks = ${totalOf('counts')}, views = ${totalOf('view_counts')},
    creator_clicks = null, creator_views = null
  where merchant_id = $1::uuid and unit = 'day' and first = $2::date`;

/** Another node may have added it up meanwhile. */
async function isStillOpen(client: pg.PoolClient, values: [merchant: string, unit: string, first: string]) {
  const text = 'select is_open from brand_counts where merchant_id = $1 and unit = $2 and first = $3';
  const { rows } = await client.query<{ is_open: boolean }>(text, values);
  return rows[0]?.is_open === true;
}

export async function addDay(client: pg.PoolClient, { merchant, first, span, ownHosts }: AddedDay): Promise<void> {
  if (!(await isStillOpen(client, [merchant, 'day', first]))) return;
  const values = [merchant, first, span.from, span.to];
  const { rows } = await client.query<{ is_kept: boolean }>(
    'select kept_from <= $1::timestamptz as is_kept from hits_kept',
    [span.from],
  );
  if (rows[0]?.is_kept === false) return void (await client.query(oldDayText, values));
  await client.query(numberText, [merchant]);
  await client.query(forgetText, [merchant, 'day', first]);
  await client.query(dayText, [...values, ownHosts]);
}

const ofMonth = `merchant_id = $1::uuid and unit = 'day' and first >= $2::date and first < ($2::date + interval '1 month')::date`;

const summed = (array: string): string =>
  entriesFrom(
    `select entry_name(e) as name, sum(entry_count(e))::bigint as times from days cross join lateral unnest(${array}) e group by 1`,
    'name',
    'times',
  );

/** Null if one of the days has none. */
const summedCreators = (array: 'clicks' | 'views'): string => `
  case when not exists (select from days where creator_clicks is null)
    then ${entriesFrom(`select number, sum(${array})::bigint as times from cells group by 1`, 'number', 'times')} end`;

const monthText = `
  with days as materialized (select * from brand_counts where ${ofMonth}),
  cells as materialized (
    select mix, number, sum(clicks)::bigint as clicks, sum(views)::bigint as views from (
      select mix, entry_name(e) as number, entry_count(e) as clicks, 0 as views
      from brand_mix_counts cross join lateral unnest(clicks) e where ${ofMonth}
      union all
      select mix, entry_name(e), 0, entry_count(e) from brand_mix_counts cross join lateral unnest(views) e where ${ofMonth}
    ) part group by 1, 2
  ),
  stored as (
    insert into brand_mix_counts (merchant_id, unit, first, mix, clicks, views)
    select $1::uuid, 'month', $2::date, mix, coalesce(array_agg(entry(number, clicks) order by number) filter (where clicks > 0), '{}'),
      coalesce(array_agg(entry(number, views) order by number) filter (where views > 0), '{}')
    from cells group by mix
  ),
  of_creators as (
    insert into brand_creator_counts (merchant_id, first, number, clicks, views)
    select $1::uuid, $2::date, number, coalesce(array_agg(entry(mix, clicks) order by mix) filter (where clicks > 0), '{}'),
      coalesce(array_agg(entry(mix, views) order by mix) filter (where views > 0), '{}')
    from cells group by number
  )
  update brand_counts set is_open = false, clicks = coalesce((select sum(clicks) from days), 0), views = coalesce((select sum(views) from days), 0),
    click_mixes = ${summed('click_mixes')}, view_mixes = ${summed('view_mixes')}, links = ${summed('links')},
    creator_clicks = ${summedCreators('clicks')}, creator_views = ${summedCreators('views')}
  where merchant_id = $1::uuid and unit = 'month' and first = $2::date`;

export async function addMonth(client: pg.PoolClient, merchant: string, first: string): Promise<void> {
  if (!(await isStillOpen(client, [merchant, 'month', first]))) return;
  await client.query(forgetText, [merchant, 'month', first]);
  await client.query('delete from brand_creator_counts where merchant_id = $1 and first = $2', [merchant, first]);
  await client.query(monthText, [merchant, first]);
}
