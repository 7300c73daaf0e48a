import { isFirstOfItsKind } from './hits.queries.ts';
import { rulesVersion } from './classify.ts';
import type { Queryable } from './link.queries.ts';
import { dailyRollUpsOf } from './rollups.sql.ts';

// The id of a hit begins with its time, so the primary key finds the hits of a time; `at` alone has no index.

/** The lowest id that a hit of this millisecond can have. */
export function firstIdOf(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export type StoredHit = {
  id: string;
  at: number;
  linkId: string;
  windowMs: number;
  class: string;
  reason: string;
  rulesVersion: number;
  method: string;
  purpose: string;
  userAgent: string;
  referrer: string;
  visitor: string;
  browser: string;
  browserMark: string;
  device: string;
  browserName: string;
  system: string;
  app: string;
};

export type Reclassed = Pick<StoredHit, 'id' | 'class' | 'reason' | 'device' | 'browserName' | 'system' | 'app'> & {
  counted: boolean;
};

const pageText = `
  select h.id, (extract(epoch from h.at) * 1000)::float8 as at, h.link_id as "linkId",
    m.duplicate_minutes * 60000 as "windowMs", h.class, h.reason, h.rules_version as "rulesVersion", h.method,
    h.purpose, h.user_agent as "userAgent", h.referrer, encode(h.visitor, 'hex') as visitor,
    coalesce(encode(h.browser, 'hex'), '') as browser,
    coalesce(h.browser_mark, '') as "browserMark", h.device, h.browser_name as "browserName", h.system, h.app
  from hits h join merchants m on m.id = h.merchant_id
  where h.id > $1 and h.id < $2 order by h.id limit $3`;

/** A page of the hits of a time range after one of its ids, in the order of time. */
export async function readStoredHits(
  db: Queryable,
  after: string,
  before: string,
  limit: number,
): Promise<StoredHit[]> {
  const values = [after, before, limit];
  const { rows } = await db.query<StoredHit>({ name: 'stored_hits', text: pageText, values });
  return rows;
}

const longestWindowMs = 86_400_000;

/** Clicks before a moment that later ones can still repeat. */
export async function readCountedBefore(
  db: Queryable,
  before: Date,
): Promise<{ linkId: string; at: number; visitor: string; browser: string }[]> {
  const { rows } = await db.query<{ linkId: string; at: number; visitor: string; browser: string }>({
    text: `
      select h.link_id as "linkId", (extract(epoch from h.at) * 1000)::float8 as at,
        encode(h.visitor, 'hex') as visitor, coalesce(encode(h.browser, 'hex'), '') as browser
      from hits h join merchants m on m.id = h.merchant_id
      where h.${isFirstOfItsKind} and h.id >= $2 and h.id < $3 and h.at >= $1::timestamptz - m.duplicate_minutes * interval '1 minute'
      order by h.id`,
    values: [before, firstIdOf(before.getTime() - longestWindowMs), firstIdOf(before.getTime())],
  });
  return rows;
}

export async function writeVerdicts(db: Queryable, hits: readonly Reclassed[]): Promise<void> {
  if (hits.length === 0) return;
  await db.query({
    name: 'write_verdicts',
    text: `
      update hits set rules_version = $1, class = v.class, reason = v.reason, counted = v.counted, device = v.device,
        browser_name = v.browser_name, system = v.system, app = v.app
      from unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[])
        as v (id, class, reason, counted, device, browser_name, system, app)
      where hits.id = v.id`,
    values: [
      rulesVersion,
      hits.map(({ id }) => id),
      hits.map((hit) => hit.class),
      hits.map(({ reason }) => reason),
      hits.map(({ counted }) => counted),
      hits.map(({ device }) => device),
      hits.map(({ browserName }) => browserName),
      hits.map(({ system }) => system),
      hits.map(({ app }) => app),
    ],
  });
}

/** Makes a day's roll-ups anew from its hits, and the totals of the links that were hit on it. */
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
      (select max(h.at) from hits h where h.link_id = d.link_id and h.counted) as last_click_at
    from link_days d where link_id in (select link_id from touched)
    group by merchant_id, merchant_account_id, creator_id, link_id
  )
  insert into link_totals as known (merchant_id, merchant_account_id, creator_id, link_id, hits, clicks, last_click_at)
  select * from summed
  on conflict (link_id) do update
    set hits = excluded.hits, clicks = excluded.clicks, last_click_at = excluded.last_click_at`;
