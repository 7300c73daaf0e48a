/** The UTC day of `at`. */
export const dayOfAt = `(at at time zone 'UTC')::date`;
const monthOfAt = (at: string): string => `date_trunc('month', ${at} at time zone 'UTC')::date`;
export const quarterOfAt = `date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')`;

/** The rows of account_dimensions that a hit makes; an unknown value makes none. */
export const dimensionsOfHit = `lateral (values
    ('class', class), ('country', country), ('device', device), ('browser', browser_name), ('system', system),
    ('app', app), ('referrer', referrer_host), ('source', lower(left(utm ->> 'source', 64)))
  ) as part (dimension, value)`;

const owner = 'merchant_id, merchant_account_id, creator_id';
const each = 'count(*) as hits, count(*) filter (where counted) as clicks';
/** Rows with a `weight` of 1 or -1: what a correction adds and subtracts. */
const weighted = 'sum(weight) as hits, coalesce(sum(weight) filter (where counted), 0) as clicks';
const add = 'hits = known.hits + excluded.hits, clicks = known.clicks + excluded.clicks';

/** Adds the hits of a relation to every roll-up; parts of a `with`. */
export function rollUpsOf(hits: string): string {
  return allRollUpsOf(hits, each);
}

/** Adds the rows of a relation with the column `weight` to every roll-up; parts of a `with`. */
export function weightedRollUpsOf(rows: string): string {
  return allRollUpsOf(rows, weighted);
}

function allRollUpsOf(hits: string, counts: string): string {
  return `
totals as (
  insert into link_totals as known (${owner}, link_id, hits, clicks, last_click_at)
  select ${owner}, link_id, ${counts}, max(at) filter (where counted) from ${hits} group by ${owner}, link_id
  on conflict (link_id) do update set ${add}, last_click_at = greatest(known.last_click_at, excluded.last_click_at)
),
${dailyOf(hits, counts)}`;
}

/** The roll-ups that belong to a day. */
export function dailyRollUpsOf(hits: string): string {
  return dailyOf(hits, each);
}

function dailyOf(hits: string, counts: string): string {
  return `
days as (
  insert into link_days as known (${owner}, link_id, day, hits, clicks)
  select ${owner}, link_id, ${dayOfAt}, ${counts} from ${hits} group by ${owner}, link_id, ${dayOfAt}
  on conflict (link_id, day) do update set ${add}
),
quarters as (
  insert into account_quarters as known (${owner}, quarter, hits, clicks)
  select ${owner}, ${quarterOfAt}, ${counts} from ${hits} group by ${owner}, ${quarterOfAt}
  on conflict (merchant_account_id, quarter) do update set ${add}
),
dimensions as (
  insert into account_dimensions as known (${owner}, day, dimension, value, hits, clicks)
  select ${owner}, ${dayOfAt}, dimension, value, ${counts} from ${hits} cross join ${dimensionsOfHit}
  where value <> '' group by ${owner}, ${dayOfAt}, dimension, value
  on conflict (merchant_account_id, day, dimension, value) do update set ${add}
)`;
}

/** Reopens the earlier months that some rows are in; part of a `with`. */
export function unsettledOf(rows: string): string {
  return `
unsettled as (
  delete from settled_months where (merchant_account_id, month) in (
    select merchant_account_id, ${monthOfAt('at')} from ${rows}
    where at < (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')
  )
)`;
}

/** The last click of a link. Of hits that are no longer kept, only the day is known. */
export function lastClickOf(link: string): string {
  return `coalesce(
    (select max(last.at) from hits last where last.link_id = ${link} and last.counted),
    (select max(last.day)::timestamp at time zone 'UTC' from link_days last where last.link_id = ${link} and last.clicks > 0))`;
}
