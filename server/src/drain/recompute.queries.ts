import { isFirstOfItsKind } from './hits.queries.ts';
import { classRulesVersion } from '../hits/classify.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { joinProfiles, textsOfHit } from './profiles.ts';
import { firstIdOf } from '../hits/click-id.ts';

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

/** The brand's duplicate window when a hit was made: what the first change after it found, or today's. */
const duplicateMinutes = `coalesce((select (c.before ->> 'duplicate_window_minutes')::integer from setting_changes c
    where c.merchant_id = m.id and c.changed_at > h.at and c.before ? 'duplicate_window_minutes'
    order by c.changed_at limit 1), m.duplicate_minutes)`;

const pageText = `
  select h.id, (extract(epoch from h.at) * 1000)::float8 as at, h.link_id as "linkId",
    ${duplicateMinutes} * 60000 as "windowMs", h.class, h.reason, h.rules_version as "rulesVersion", h.method,
    h.purpose, ${textsOfHit.userAgent} as "userAgent", ${textsOfHit.referrer} as referrer, encode(h.visitor, 'hex') as visitor,
    coalesce(encode(h.browser, 'hex'), '') as browser,
    coalesce(h.browser_mark, '') as "browserMark", h.device, h.browser_name as "browserName", h.system, h.app
  from hits h join merchants m on m.id = h.merchant_id ${joinProfiles}
  where h.id > $1 and h.id < $2 order by h.id limit $3`;

/** A page of the hits of a time range after a given id, in time order. */
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

/** Counted clicks before a moment that later ones can still be duplicates of. */
export async function readCountedBefore(
  db: Queryable,
  before: Date,
): Promise<{ linkId: string; at: number; visitor: string; browser: string }[]> {
  const { rows } = await db.query<{ linkId: string; at: number; visitor: string; browser: string }>({
    text: `
      select h.link_id as "linkId", (extract(epoch from h.at) * 1000)::float8 as at,
        encode(h.visitor, 'hex') as visitor, coalesce(encode(h.browser, 'hex'), '') as browser
      from hits h join merchants m on m.id = h.merchant_id
      where h.${isFirstOfItsKind} and h.id >= $2 and h.id < $3 and h.at >= $1::timestamptz - ${duplicateMinutes} * interval '1 minute'
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
      classRulesVersion,
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
