import pg from 'pg';
import type { Queryable } from '../platform/database/queryable.ts';
import { dayOfAt, dimensionsOfHit, quarterOfAt } from './rollups.sql.ts';

// Recounts every roll-up from the hits. Of months that are no longer kept there are only whole days, and nothing to
// compare those with but the totals.

export type ClicksVerdict =
  | { agrees: true; hits: number; clicks: number; links: number }
  | { agrees: false; about: string; found: string };

const counts = 'count(*)::bigint as hits, count(*) filter (where counted)::bigint as clicks';

type Check = { about: string; text: string };

/** Rows that differ between the two sides; `key` identifies the row. */
function difference(key: string, stored: string, recounted: string): string {
  return `
    select concat_ws(' ', ${key}) as key, stored.hits as "storedHits", recounted.hits as "recountedHits",
      stored.clicks as "storedClicks", recounted.clicks as "recountedClicks"
    from (${stored}) stored full join (${recounted}) recounted using (${key})
    where coalesce(stored.hits, 0) <> coalesce(recounted.hits, 0)
      or coalesce(stored.clicks, 0) <> coalesce(recounted.clicks, 0)
    order by 1 limit 1`;
}

/** A UTC midnight. While a month is being dropped, some of its hits can still be there; they are left out. */
const keptAt = '(select kept_from from hits_kept)';
const kept = `(select (kept_from at time zone 'UTC')::date from hits_kept)`;
const keptHits = `(select * from hits where id >= (select first_hit_id(kept_from) from hits_kept))`;

const lastReading = `(
  select distinct on (merchant_account_id) * from account_readings order by merchant_account_id, at desc) r`;

/** Readings at the last midnights of their creators; the readings of links are taken then. */
const lastMidnightReadings = `(
  select distinct on (r.merchant_account_id) r.* from account_readings r join users u on u.id = r.creator_id
  where r.at = date_trunc('day', r.at at time zone u.time_zone) at time zone u.time_zone
  order by r.merchant_account_id, r.at desc) r`;

const checks: readonly Check[] = [
  {
    about: 'a hit is counted but is not a click, or the other way around',
    text: `
      select id::text as key, 1::bigint as "storedHits", 1::bigint as "recountedHits",
        counted::int::bigint as "storedClicks", (class = 'human')::int::bigint as "recountedClicks"
      from hits where counted <> (class = 'human') limit 1`,
  },
  {
    about: 'total of a link',
    text: difference(
      'link_id',
      'select link_id, hits, clicks from link_totals',
      'select link_id, sum(hits)::bigint as hits, sum(clicks)::bigint as clicks from link_days group by link_id',
    ),
  },
  {
    about: 'day of a link',
    text: difference(
      'link_id, day',
      `select link_id, day, hits, clicks from link_days where day >= ${kept}`,
      `select link_id, ${dayOfAt} as day, ${counts} from ${keptHits} h group by link_id, ${dayOfAt}`,
    ),
  },
  {
    about: 'quarter-hour of an account',
    text: difference(
      'merchant_account_id, quarter',
      `select merchant_account_id, quarter, hits, clicks from account_quarters where quarter >= ${keptAt}`,
      `select merchant_account_id, ${quarterOfAt} as quarter, ${counts} from ${keptHits} h group by merchant_account_id, ${quarterOfAt}`,
    ),
  },
  {
    about: 'day of an account by dimension',
    text: difference(
      'merchant_account_id, day, dimension, value',
      `select merchant_account_id, day, dimension, value, hits, clicks from account_dimensions where day >= ${kept}`,
      `select merchant_account_id, ${dayOfAt} as day, dimension, value, ${counts} from ${keptHits} h cross join ${dimensionsOfHit}
       where value <> '' group by merchant_account_id, ${dayOfAt}, dimension, value`,
    ),
  },
  {
    about: 'closed month of an account by dimension',
    text: difference(
      'merchant_account_id, month, dimension, value',
      `select merchant_account_id, month, dimension, value, hits, clicks
       from account_dimension_months join settled_months using (merchant_account_id, month)`,
      `select d.merchant_account_id, s.month, d.dimension, d.value, sum(d.hits)::bigint as hits, sum(d.clicks)::bigint as clicks
       from settled_months s join account_dimensions d on d.merchant_account_id = s.merchant_account_id
         and d.day >= s.month and d.day < s.month + interval '1 month' group by 1, 2, 3, 4`,
    ),
  },
  {
    about: 'closed month of a link',
    text: difference(
      'link_id, month',
      `select link_id, month, 0 as hits, clicks from link_months join settled_months using (merchant_account_id, month)`,
      `select d.link_id, s.month, 0 as hits, sum(d.clicks)::bigint as clicks
       from settled_months s join link_days d on d.merchant_account_id = s.merchant_account_id
         and d.day >= s.month and d.day < s.month + interval '1 month' group by 1, 2 having sum(d.clicks) > 0`,
    ),
  },
  {
    about: 'reading of an account',
    text: difference(
      'merchant_account_id, at',
      'select merchant_account_id, at, views as hits, clicks from account_readings',
      `select merchant_account_id, at, hits, clicks from (
         select merchant_account_id, at, of_quarter, (sum(views) over passing)::bigint as hits, (sum(clicks) over passing)::bigint as clicks
         from (
           select merchant_account_id, at, 0 as of_quarter, 0 as views, 0 as clicks from account_readings
           union all select merchant_account_id, quarter, 1, 0, clicks from account_quarters
           union all select merchant_account_id, quarter, 1, views, 0 from storefront_view_quarters
         ) passed window passing as (partition by merchant_account_id order by at, of_quarter)
       ) counted where of_quarter = 0`,
    ),
  },
  {
    about: 'reading of an account by dimension',
    text: difference(
      'merchant_account_id, dimension, value',
      `select merchant_account_id, dimension, value, 0 as hits, n as clicks from ${lastReading}
       cross join lateral unnest(dimensions, names, counts) as part (dimension, value, n) where r.at >= ${keptAt}`,
      `select merchant_account_id, dimension, value, 0 as hits, sum(clicks)::bigint as clicks from (
         select r.merchant_account_id, dimension, value, 1 as clicks from ${lastReading}
         join ${keptHits} h on h.merchant_account_id = r.merchant_account_id and h.at < r.at and h.counted
         cross join lateral (values ('country', h.country), ('device', h.device), ('referrer', h.referrer_host)) as part (dimension, value)
         where value <> ''
         union all
         select r.merchant_account_id, dimension, value, d.clicks from ${lastReading}
         join account_dimensions d on d.merchant_account_id = r.merchant_account_id and d.day < ${kept} and r.at >= ${keptAt}
           and d.clicks > 0 and d.dimension in ('country', 'device', 'referrer')
       ) part group by 1, 2, 3`,
    ),
  },
  {
    about: 'reading of a link',
    text: difference(
      'link_id, at',
      `select link_id, at, 0 as hits, clicks from link_readings where at >= ${keptAt}`,
      `select link_id, at, 0 as hits, clicks from (
         select link_id, at, is_click, sum(passed) over (partition by link_id order by at, is_click)::bigint as clicks
         from (
           select link_id, at, false as is_click, 0 as passed from link_readings where at >= ${keptAt}
           union all select link_id, at, true, 1 from ${keptHits} h where counted
           union all select link_id, ${keptAt} - interval '1 day', true, sum(clicks) from link_days where day < ${kept} group by link_id
         ) passed
       ) counted where not is_click`,
    ),
  },
  {
    about: 'sum of the link readings of an account',
    text: difference(
      'merchant_account_id, at',
      `select r.merchant_account_id, r.at, 0 as hits, (
         select coalesce(sum(last.clicks), 0)::bigint from (
           select distinct on (link_id) clicks from link_readings l
           where l.merchant_account_id = r.merchant_account_id and l.at <= r.at order by link_id, l.at desc) last) as clicks
       from ${lastMidnightReadings} where r.at >= ${keptAt}`,
      `select r.merchant_account_id, r.at, 0 as hits, r.clicks from ${lastMidnightReadings} where r.at >= ${keptAt}`,
    ),
  },
];

type Difference = {
  key: string;
  storedHits: bigint | null;
  recountedHits: bigint | null;
  storedClicks: bigint | null;
  recountedClicks: bigint | null;
};

/** The first difference between roll-ups and hits, or how many rows agree. `db` is one connection, not a pool. */
export async function verifyClicks(db: Queryable): Promise<ClicksVerdict> {
  await db.query({ text: 'begin isolation level repeatable read read only; set local role vitrine_redirect' });
  try {
    for (const { about, text } of checks) {
      const { rows } = await db.query<Difference>({ text });
      const [first] = rows;
      if (first !== undefined) return { agrees: false, about, found: sentenceOf(first) };
    }
    const { rows } = await db.query<{ hits: number; clicks: number; links: number }>({
      text: `select count(*)::int as hits, count(*) filter (where counted)::int as clicks,
               count(distinct link_id)::int as links from ${keptHits} h`,
    });
    return { agrees: true, ...(rows[0] ?? { hits: 0, clicks: 0, links: 0 }) };
  } finally {
    await db.query({ text: 'rollback' });
  }
}

function sentenceOf({ key, storedHits, recountedHits, storedClicks, recountedClicks }: Difference): string {
  return (
    `${key}: stored ${storedHits ?? 0} hits and ${storedClicks ?? 0} clicks, ` +
    `recounted ${recountedHits ?? 0} hits and ${recountedClicks ?? 0} clicks`
  );
}

/** The same on a connection of its own, as the owner of the database. */
export async function verifyClicksAt(url: string): Promise<ClicksVerdict> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await verifyClicks(client);
  } finally {
    await client.end();
  }
}
