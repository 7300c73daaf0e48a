import { type CrowdHit, evidence, type FloodReason, windowMs } from './flood.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { firstIdOf } from '../hits/click-id.ts';
import { joinProfiles, textsOfHit } from './profiles.ts';
import { figuresOfHits, lastClickOf } from '../figures/figures.sql.ts';

// The stored side of floods: the hits of a window, and the correction of hits that were classified before the flood was
// recognizable.

/** One network on one storefront in ten minutes of the clock. */
export type FloodWindow = { accountId: string; network: string; from: number };

export function windowOf(accountId: string, network: string, at: number): FloodWindow {
  return { accountId, network, from: at - (at % windowMs) };
}

export type StoredCrowdHit = CrowdHit & { class: string; reason: string; app: string };

type Row = {
  place: string;
  id: string;
  at: number;
  address: string;
  browser: string;
  user_agent: string;
  language: string;
  device: string;
  class: string;
  reason: string;
  app: string;
};

const hitsText = (isRepeat: 0 | 1) => `
  select w.place, replace(h.id::text, '-', '') as id, (extract(epoch from h.at) * 1000)::float8 as at,
    encode(h.address, 'hex') as address,
    encode(case when h.browser_mark in ('signed', 'unsigned') then h.browser else h.visitor end, 'hex') as browser,
    ${textsOfHit.userAgent} as user_agent, ${textsOfHit.language} as language, h.device, h.class, h.reason, h.app
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) with ordinality as w (account, network, first, before, place)
  cross join lateral (
    select * from hits
    where merchant_account_id = w.account and address_prefix = w.network and id >= w.first and id < w.before
      and (case when class = 'duplicate' then 1 else 0 end) = ${isRepeat}
      and class in ('human', 'flood', 'duplicate') and address is not null
    order by id limit $5
  ) h ${joinProfiles}`;

/** The earliest candidates of each window, or its earliest repeats; at most `limit` per window. */
async function readHits(
  db: Queryable,
  windows: readonly FloodWindow[],
  isRepeat: boolean,
  limit: number,
): Promise<StoredCrowdHit[][]> {
  const found: StoredCrowdHit[][] = windows.map(() => []);
  if (windows.length === 0) return found;
  const { rows } = await db.query<Row>({
    name: isRepeat ? 'flood_repeats' : 'flood_candidates',
    text: hitsText(isRepeat ? 1 : 0),
    values: [
      windows.map(({ accountId }) => accountId),
      windows.map(({ network }) => network),
      windows.map(({ from }) => firstIdOf(from)),
      windows.map(({ from }) => firstIdOf(from + windowMs)),
      limit,
    ],
  });
  for (const { place, user_agent: agent, device, ...row } of rows)
    found[Number(place) - 1]?.push({ ...row, agent, isDesktop: isDesktop(device), isRepeat });
  return found;
}

export function isDesktop(device: string): boolean {
  return device === 'desktop';
}

export function readCandidates(
  db: Queryable,
  windows: readonly FloodWindow[],
  limit: number,
): Promise<StoredCrowdHit[][]> {
  return readHits(db, windows, false, limit);
}

export function readRepeats(db: Queryable, windows: readonly FloodWindow[]): Promise<StoredCrowdHit[][]> {
  return readHits(db, windows, true, evidence.repeats);
}

/** The new class of a stored candidate; undefined if it has that class already. */
export type Correction = { id: string; class: 'human' | 'flood'; reason: string };

export function correctionOf(hit: StoredCrowdHit, reason: FloodReason | undefined): Correction | undefined {
  const now =
    reason === undefined
      ? ({ class: 'human', reason: hit.app === '' ? 'browser' : 'in_app_browser' } as const)
      : ({ class: 'flood', reason } as const);
  return hit.class === now.class && hit.reason === now.reason ? undefined : { id: hit.id, ...now };
}

// Everything counted from a hit is subtracted with its old class and added with its new one.
const correctText = `
with asked as (select * from unnest($1::uuid[], $2::text[], $3::text[]) as asked (id, new_class, new_reason)),
before as materialized (
  select h.*, a.new_class from hits h join asked a using (id)
),
corrected as (
  update hits h set class = a.new_class, reason = a.new_reason, counted = a.new_class = 'human' from asked a where h.id = a.id
),
moved as materialized (
  select -1 as weight, merchant_id, merchant_account_id, creator_id, link_id, at, class, counted,
    country, device, browser_name, system, app, referrer_host, utm from before
  union all
  select 1, merchant_id, merchant_account_id, creator_id, link_id, at, new_class, new_class = 'human',
    country, device, browser_name, system, app, referrer_host, utm from before
),
${figuresOfHits('moved')}
select distinct link_id as link from before`;

/** Reclassifies stored hits and corrects everything counted from them. */
export async function correctHits(db: Queryable, corrections: readonly Correction[]): Promise<void> {
  if (corrections.length === 0) return;
  const { rows } = await db.query<{ link: string }>({
    name: 'correct_hits',
    text: correctText,
    values: columnsOf(corrections),
  });
  await db.query({
    name: 'correct_last_clicks',
    text: `
      update link_totals t set last_click_at = ${lastClickOf('t')}
      where t.link_id = any($1::uuid[])`,
    values: [rows.map(({ link }) => link)],
  });
}

/** Reclassifies stored hits; the caller rebuilds what is counted from them. */
export async function writeCorrections(db: Queryable, corrections: readonly Correction[]): Promise<void> {
  await db.query({
    name: 'write_corrections',
    text: `
      update hits h set class = a.new_class, reason = a.new_reason, counted = a.new_class = 'human'
      from unnest($1::uuid[], $2::text[], $3::text[]) as a (id, new_class, new_reason) where h.id = a.id`,
    values: columnsOf(corrections),
  });
}

function columnsOf(corrections: readonly Correction[]): string[][] {
  return [
    corrections.map(({ id }) => id),
    corrections.map((correction) => correction.class),
    corrections.map(({ reason }) => reason),
  ];
}

/** The windows of a time range that have enough candidates to be judged, or a hit with the class flood. */
export async function readWindows(db: Queryable, from: number, to: number, fewest: number): Promise<FloodWindow[]> {
  const { rows } = await db.query<{ account: string; network: string; from: number }>({
    text: `
      select merchant_account_id as account, address_prefix as network,
        floor(extract(epoch from at) * 1000 / $4)::float8 * $4 as from
      from hits where id >= $1 and id < $2 and class in ('human', 'flood') and address is not null
      group by 1, 2, 3 having count(*) >= $3 or bool_or(class = 'flood')`,
    values: [firstIdOf(from), firstIdOf(to), fewest, windowMs],
  });
  return rows.map((row) => ({ accountId: row.account, network: row.network, from: row.from }));
}
