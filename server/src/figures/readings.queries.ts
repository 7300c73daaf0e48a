import type { Queryable } from '../platform/database/queryable.ts';

/** A storefront that lacks a reading. */
export type Meter = { merchant_id: string; merchant_account_id: string; creator_id: string; time_zone: string };

const owner = 'merchant_id, merchant_account_id, creator_id';

// The same lock as in storefront/views.queries.ts, always taken after the drain's.
const viewsLock = 7_305_119;

export async function lockViews(db: Queryable): Promise<void> {
  await db.query({ text: `select pg_advisory_xact_lock(${viewsLock})` });
}

export async function readZones(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ zone: string }>({
    text: 'select distinct u.time_zone as zone from users u join merchant_accounts a on a.creator_id = u.id',
  });
  return rows.map(({ zone }) => zone);
}

/** The storefronts without a reading at the latest midnight of their zone or of UTC. */
export async function readUnread(
  db: Queryable,
  midnights: readonly { zone: string; at: Date }[],
  utc: Date,
): Promise<Meter[]> {
  const { rows } = await db.query<Meter>({
    text: `
      select a.merchant_id, a.id as merchant_account_id, a.creator_id, u.time_zone
      from merchant_accounts a join users u on u.id = a.creator_id
      join unnest($1::text[], $2::timestamptz[]) as midnight (zone, at) on midnight.zone = u.time_zone
      where not exists (select from account_readings r where r.merchant_account_id = a.id and r.at = midnight.at)
        or exists (select from account_readings r where r.merchant_account_id = a.id and r.at < $3)
          and not exists (select from account_readings r where r.merchant_account_id = a.id and r.at = $3)
      order by a.id`,
    values: [midnights.map(({ zone }) => zone), midnights.map(({ at }) => at.toISOString()), utc.toISOString()],
  });
  return rows;
}

/** A moment before the storefront's first count, and close to it. */
export async function readFirstDay(db: Queryable, account: string): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>({
    text: `
      select least(
        (select min(quarter) from account_quarters where merchant_account_id = $1),
        (select min(quarter) from storefront_view_quarters where merchant_account_id = $1)) as at`,
    values: [account],
  });
  return rows[0]?.at ?? undefined;
}

export async function readingsBetween(db: Queryable, account: string): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>({
    text: 'select at from account_readings where merchant_account_id = $1',
    values: [account],
  });
  return rows.map(({ at }) => at);
}

/**
 * Deletes readings at instants that are no longer midnights of the creator. Readings of links are kept, at any instant.
 */
export async function forgetReadings(db: Queryable, account: string, at: readonly number[]): Promise<void> {
  await db.query({
    text: 'delete from account_readings where merchant_account_id = $1 and at = any($2::timestamptz[])',
    values: [account, at.map((one) => new Date(one).toISOString())],
  });
}

// Where hits are no longer kept, their breakdown is known by whole UTC days only. A reading that would need a part of
// such a day is added up from the start: the days until `kept_from`, which is a UTC midnight, then the hits.

/** Whether the span up to `until` begins before the hits that are kept; the last whole UTC day of the days to add up. */
const keptOf = (since: string, until: string) => `
  select kept_from, ${since} < kept_from as is_late,
    least(${until}::timestamptz, kept_from) as days_until
  from hits_kept`;

// The first reading of a storefront is empty: it is taken at the midnight before its first count.
const takeText = `
  with before as materialized (
    select at, clicks, views, dimensions, names, counts from account_readings
    where merchant_account_id = $2 and at < $4 order by at desc limit 1
  ),
  kept as materialized (${keptOf('(select at from before)', '$4')}
  ),
  fresh as materialized (
    select country, device, referrer_host from hits
    where merchant_account_id = $2 and at >= (select greatest(before.at, kept_from) from before, kept) and at < $4
      and id >= (select first_hit_id(greatest(before.at, kept_from)) from before, kept) and id < first_hit_id($4) and counted
  ),
  known as (
    select dimension, name, sum(n)::bigint as n from (
      select part.dimension, part.name, part.n from before cross join lateral unnest(dimensions, names, counts) as part (dimension, name, n)
      where not (select is_late from kept)
      union all
      select dimension, value, clicks from account_dimensions
      where (select is_late from kept) and merchant_account_id = $2 and clicks > 0 and dimension in ('country', 'device', 'referrer')
        and day < (select (days_until at time zone 'UTC')::date from kept)
      union all
      select part.dimension, part.name, count(*) from fresh
      cross join lateral (values ('country', country), ('device', device), ('referrer', referrer_host)) as part (dimension, name)
      where part.name <> '' group by 1, 2
    ) part group by dimension, name
  )
  insert into account_readings (${owner}, at, clicks, views, dimensions, names, counts)
  select $1, $2, $3, $4::timestamptz,
    coalesce((select clicks from before), 0) + case when (select is_late from kept) then coalesce((
      select sum(clicks) from account_quarters
      where merchant_account_id = $2 and quarter >= (select at from before) and quarter < $4), 0)
      else (select count(*) from fresh) end,
    coalesce((select views from before), 0) + coalesce((
      select sum(views) from storefront_view_quarters
      where merchant_account_id = $2 and quarter >= (select at from before) and quarter < $4), 0),
    coalesce(array_agg(dimension order by dimension, name), '{}'),
    coalesce(array_agg(name order by dimension, name), '{}'),
    coalesce(array_agg(n order by dimension, name), '{}')
  from known
  on conflict (merchant_account_id, at) do nothing`;

export async function takeReading(db: Queryable, meter: Meter, at: Date): Promise<void> {
  await db.query({
    name: 'take_reading',
    text: takeText,
    values: [meter.merchant_id, meter.merchant_account_id, meter.creator_id, at.toISOString()],
  });
}

// Every link clicked since the previous midnight gets a row; its latest row until then has the previous count.
const takeLinksText = `
  with kept as materialized (${keptOf('$4::timestamptz', '$5')}
  ),
  fresh as materialized (
    select link_id, count(*) as clicks from hits
    where merchant_account_id = $2 and at >= (select greatest($4, kept_from) from kept) and at < $5
      and id >= (select first_hit_id(greatest($4, kept_from)) from kept) and id < first_hit_id($5) and counted group by link_id
  ),
  clicked as (
    select link_id, clicks from fresh
    union all
    select distinct link_id, 0 from link_days
    where (select is_late from kept) and merchant_account_id = $2 and clicks > 0
      and day >= ($4 at time zone 'UTC')::date and day < (select (days_until at time zone 'UTC')::date from kept)
  )
  insert into link_readings (${owner}, link_id, at, clicks)
  select $1, $2, $3, link_id, $5::timestamptz, sum(clicked.clicks) + coalesce(case when (select is_late from kept) then (
      select sum(d.clicks) from link_days d
      where d.link_id = clicked.link_id and d.day < (select (days_until at time zone 'UTC')::date from kept))
    else (
      select r.clicks from link_readings r where r.link_id = clicked.link_id and r.at <= $4 order by r.at desc limit 1)
    end, 0)
  from clicked group by link_id
  on conflict (link_id, at) do nothing`;

export async function takeLinkReadings(db: Queryable, meter: Meter, before: Date, at: Date): Promise<void> {
  await db.query({
    name: 'take_link_readings',
    text: takeLinksText,
    values: [meter.merchant_id, meter.merchant_account_id, meter.creator_id, before.toISOString(), at.toISOString()],
  });
}
