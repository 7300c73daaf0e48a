// What hits and views add to the figures, as parts of a `with`. Each part merges with the row as it was before the
// statement. That is correct because only one transaction at a time adds hits (figures/transaction.ts), only one adds
// views (storefront/views.queries.ts), and neither writes the columns of the other.

/** The UTC day of `at`. */
export const dayOfAt = `(at at time zone 'UTC')::date`;
/** The number of the quarter-hour of `at`, 1 to 96 in its UTC day. */
export const quarterOfAt = '1 + (floor(extract(epoch from at))::bigint % 86400 / 900)::integer';
/** Greater numbers are names of values. */
export const lastQuarter = 96;

const owner = 'merchant_id, merchant_account_id, creator_id';
const clicks = 'coalesce(sum(weight) filter (where counted), 0)';

/** The values that a hit counts; an unknown value counts nothing. Of the classes, every hit is counted. */
export const valuesOfHit = `lateral (values
    ('class', class, true), ('country', country, counted), ('device', device, counted), ('browser', browser_name, counted),
    ('system', system, counted), ('app', app, counted), ('referrer', referrer_host, counted),
    ('source', lower(left(utm ->> 'source', 64)), counted)
  ) as part (dimension, value, is_counted)`;

/** The values that a view counts. */
const valuesOfView = `lateral (values
    ('country', country, counted), ('device', device, counted), ('referrer', referrer_host, counted)
  ) as part (dimension, value, is_counted)`;

/** The quarter-hours and values that rows count, by storefront and day. */
function namedOf(rows: string, values: string): string {
  return `
    select merchant_account_id, ${dayOfAt} as day, ${quarterOfAt} as name, sum(weight) as gained
    from ${rows} where counted group by 1, 2, 3
    union all
    select merchant_account_id, day, coalesce(known.id, figure_name(dimension, value)), gained
    from (
      select merchant_account_id, ${dayOfAt} as day, dimension, value, sum(weight) as gained
      from ${rows} cross join ${values} where value <> '' and is_counted group by 1, 2, 3, 4
    ) part left join figure_names known using (dimension, value)`;
}

/** The array of a day with what it gains; `gained` gives names and numbers by storefront and day. */
function mergedOf(array: string, gained: string): string {
  return `
    select merchant_account_id, day, array_agg(entry(name, times::bigint) order by name) as entries
    from (
      select merchant_account_id, day, name, sum(gained) as times
      from (
        ${gained}
        union all
        select known.merchant_account_id, known.day, entry_name(e), entry_count(e)
        from gaining join account_days known using (merchant_account_id, day) cross join lateral unnest(known.${array}) e
      ) each group by 1, 2, 3 having sum(gained) > 0
    ) summed group by 1, 2`;
}

/** A month in which something was counted is open: its sums are not used until they are added up again. */
const openMonths = `
open_months as materialized (
  select distinct ${owner}, date_trunc('month', day)::date as month from gaining
),
opened as (
  update account_months known set is_open = true from open_months asked
  where known.merchant_account_id = asked.merchant_account_id and known.month = asked.month and not known.is_open
),
new_months as (
  insert into account_months (${owner}, month)
  select ${owner}, month from open_months asked
  where not exists (select from account_months known where known.merchant_account_id = asked.merchant_account_id and known.month = asked.month)
  on conflict do nothing
)`;

/** The same for the days of brands. In order, because two transactions that add rows wait for each other. */
const openBrandDays = `
open_days as materialized (
  select distinct merchant_id, day from gaining
),
opened_days as (
  update brand_days known set is_open = true from open_days asked
  where known.merchant_id = asked.merchant_id and known.day = asked.day and not known.is_open
),
new_days as (
  insert into brand_days (merchant_id, day)
  select merchant_id, day from open_days asked
  where not exists (select from brand_days known where known.merchant_id = asked.merchant_id and known.day = asked.day)
  order by 1, 2 on conflict do nothing
)`;

/** The days of hits whose links have their number in `numbered`. */
export function daysOfHits(hits: string): string {
  return `
gaining as materialized (
  select ${owner}, ${dayOfAt} as day, sum(weight) as hits, ${clicks} as clicks from ${hits} group by ${owner}, ${dayOfAt}
),
counts as (${mergedOf('counts', namedOf(hits, valuesOfHit))}
),
links as (${mergedOf(
    'links',
    `select merchant_account_id, ${dayOfAt} as day, number as name, sum(weight) as gained
        from ${hits} join numbered using (link_id) where counted group by 1, 2, 3`,
  )}
),
days as (
  insert into account_days as known (${owner}, day, hits, clicks, counts, links)
  select ${owner}, day, hits, clicks, coalesce(counts.entries, '{}'), coalesce(links.entries, '{}')
  from gaining left join counts using (merchant_account_id, day) left join links using (merchant_account_id, day)
  on conflict (merchant_account_id, day) do update set hits = known.hits + excluded.hits,
    clicks = known.clicks + excluded.clicks, counts = excluded.counts, links = excluded.links
),${openMonths},${openBrandDays}`;
}

/**
 * Adds hits to the totals of their links, and to the days of their storefronts. Each row has a `weight`: 1, or -1 for
 * what a correction subtracts.
 */
export function figuresOfHits(hits: string): string {
  return `
link_sums as materialized (
  select ${owner}, link_id, sum(weight) as hits, ${clicks} as clicks, max(at) filter (where counted) as last_click_at
  from ${hits} group by ${owner}, link_id
),
known_totals as (
  update link_totals known set hits = known.hits + added.hits, clicks = known.clicks + added.clicks,
    last_click_at = greatest(known.last_click_at, added.last_click_at)
  from link_sums added where known.link_id = added.link_id returning known.link_id, known.number
),
new_totals as (
  insert into link_totals (${owner}, link_id, hits, clicks, last_click_at)
  select ${owner}, link_id, hits, clicks, last_click_at from link_sums added
  where not exists (select from link_totals known where known.link_id = added.link_id)
  returning link_id, number
),
numbered as materialized (
  select link_id, number from known_totals union all select link_id, number from new_totals
),
${daysOfHits(hits)}`;
}

/** Adds views to the days of their storefronts. Each row has a `weight`. */
export function figuresOfViews(views: string): string {
  return `
gaining as materialized (
  select ${owner}, ${dayOfAt} as day, sum(weight) as loads, ${clicks} as views from ${views} group by ${owner}, ${dayOfAt}
),
counts as (${mergedOf('view_counts', namedOf(views, valuesOfView))}
),
days as (
  insert into account_days as known (${owner}, day, loads, views, view_counts)
  select ${owner}, day, loads, views, coalesce(counts.entries, '{}')
  from gaining left join counts using (merchant_account_id, day)
  on conflict (merchant_account_id, day) do update set loads = known.loads + excluded.loads,
    views = known.views + excluded.views, view_counts = excluded.view_counts
),${openMonths},${openBrandDays}`;
}

/** The last click of a link of `link_totals`. Of hits that are no longer kept, only the day is known. */
export function lastClickOf(total: string): string {
  return `coalesce(
    (select max(last.at) from hits last where last.link_id = ${total}.link_id and last.counted),
    (select max(last.day)::timestamp at time zone 'UTC' from account_days last
      where last.merchant_account_id = ${total}.merchant_account_id
        and exists (select from unnest(last.links) e where entry_name(e) = ${total}.number)))`;
}
