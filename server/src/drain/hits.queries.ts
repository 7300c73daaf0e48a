import { arrayOf, type CopyColumn, plainColumn, put, textColumn } from './column.ts';
import { isCounted, classRulesVersion } from '../hits/classify.ts';
import type { OrphanVisit, PreparedHit } from './hit.prepare.ts';
import { ownOf } from './profiles.ts';
import { firstIdOf } from '../hits/click-id.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { figuresOfHits } from '../figures/figures.sql.ts';

type Source = {
  name: string;
  type: string;
  column(): CopyColumn;
  /** `own` has the texts that are not in its profile. */
  read(hit: PreparedHit, own: Pick<PreparedHit, 'userAgent' | 'language' | 'referrer'>, profile: number): string;
};

/** The columns of `hits`, in the order in which they are sent. */
const hitColumns: readonly Source[] = [
  { name: 'id', type: 'uuid', column: plainColumn, read: (hit) => hit.id },
  { name: 'at', type: 'timestamptz', column: textColumn, read: (hit) => instantOf(hit.at) },
  { name: 'merchant_id', type: 'uuid', column: plainColumn, read: (hit) => hit.merchantId },
  { name: 'merchant_account_id', type: 'uuid', column: plainColumn, read: (hit) => hit.merchantAccountId },
  { name: 'creator_id', type: 'uuid', column: plainColumn, read: (hit) => hit.creatorId },
  { name: 'link_id', type: 'uuid', column: plainColumn, read: (hit) => hit.linkId },
  { name: 'class', type: 'text', column: plainColumn, read: (hit) => hit.verdict.class },
  { name: 'reason', type: 'text', column: plainColumn, read: (hit) => hit.verdict.reason },
  { name: 'counted', type: 'boolean', column: plainColumn, read: (hit) => (isCounted(hit.verdict) ? 't' : 'f') },
  { name: 'method', type: 'text', column: plainColumn, read: (hit) => hit.method },
  { name: 'purpose', type: 'text', column: textColumn, read: (hit) => hit.purpose },
  { name: 'profile', type: 'integer', column: plainColumn, read: (_hit, _own, profile) => String(profile) },
  { name: 'own_user_agent', type: 'text', column: textColumn, read: (_hit, own) => own.userAgent },
  { name: 'own_language', type: 'text', column: textColumn, read: (_hit, own) => own.language },
  { name: 'own_referrer', type: 'text', column: textColumn, read: (_hit, own) => own.referrer },
  { name: 'referrer_host', type: 'text', column: textColumn, read: (hit) => hit.referrerHost },
  { name: 'utm', type: 'jsonb', column: textColumn, read: (hit) => hit.utm },
  { name: 'address_prefix', type: 'text', column: textColumn, read: (hit) => hit.network },
  { name: 'address', type: 'bytea', column: plainColumn, read: (hit) => bytes(hit.address) },
  { name: 'browser_mark', type: 'text', column: plainColumn, read: (hit) => hit.browserMark || 'null' },
  { name: 'visitor', type: 'bytea', column: plainColumn, read: (hit) => bytes(hit.visitor) },
  { name: 'browser', type: 'bytea', column: plainColumn, read: (hit) => bytes(hit.browser) },
  { name: 'country', type: 'text', column: textColumn, read: (hit) => hit.country },
  { name: 'device', type: 'text', column: textColumn, read: (hit) => hit.device },
  { name: 'browser_name', type: 'text', column: textColumn, read: (hit) => hit.browserName },
  { name: 'system', type: 'text', column: textColumn, read: (hit) => hit.system },
  { name: 'app', type: 'text', column: textColumn, read: (hit) => hit.app },
];

let lastAt = Number.NaN;
let lastInstant = '';

/** Cached, because under load many hits have the same millisecond. */
function instantOf(at: number): string {
  if (at !== lastAt) {
    lastAt = at;
    lastInstant = new Date(at).toISOString();
  }
  return lastInstant;
}

const names = hitColumns.map(({ name }) => name).join(', ');
const arrays = hitColumns.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ');

/**
 * A flood hit is not counted, but a repeat of it is a duplicate: whether a hit is a duplicate must not depend on
 * floods.
 */
export const isFirstOfItsKind = "class in ('human', 'flood')";

// Figures take their rows from what the insert returns, so a hit that is already stored adds nothing.
const storeHitsText = `
with new_hits as (
  insert into hits (rules_version, node, ${names})
  select $2, arriving.* from unnest($1::text[], ${arrays}) as arriving (node, ${names})
  on conflict (id) do nothing
  returning merchant_id, merchant_account_id, creator_id, link_id, at, class, counted,
    country, device, browser_name, system, app, referrer_host, utm, browser, visitor, 1 as weight
),
${figuresOfHits('new_hits')},
marks as (
  insert into counted_marks as known (link_id, mark, counted_at)
  select link_id, visitor, max(at) from new_hits where ${isFirstOfItsKind} group by link_id, visitor
  on conflict (link_id, mark) do update set counted_at = greatest(known.counted_at, excluded.counted_at)
)
select distinct merchant_account_id as account from new_hits`;

/** Hits encoded for one statement. */
export type HitLoad = { node: string; nodes: CopyColumn; columns: CopyColumn[]; count: number };

export function startLoad(node: string): HitLoad {
  return { node, nodes: plainColumn(), columns: hitColumns.map(({ column }) => column()), count: 0 };
}

/** `node` is where the hit was recorded. Without a profile, the hit gets its texts itself. */
export function addToLoad(load: HitLoad, hit: PreparedHit, node = load.node, profile = 0): void {
  const own = ownOf(hit, profile);
  load.count += 1;
  put(load.nodes, node);
  hitColumns.forEach(({ read }, index) => {
    const column = load.columns[index];
    if (column) put(column, read(hit, own, profile));
  });
}

/** Stores the hits that are not stored yet and adds them to the figures. Returns the accounts that gained any. */
export async function storeHits(db: Queryable, load: HitLoad): Promise<string[]> {
  const values = [arrayOf(load.nodes), classRulesVersion, ...load.columns.map(arrayOf)];
  const { rows } = await db.query<{ account: string }>({ name: 'store_hits', text: storeHitsText, values });
  return rows.map(({ account }) => account);
}

const storeOrphansText = `
insert into orphan_visits (node, id, at, code, reason, user_agent, referrer_host, address_prefix, country)
select $1, arriving.* from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) as arriving
on conflict (id) do nothing`;

export async function storeOrphans(db: Queryable, node: string, visits: readonly OrphanVisit[]): Promise<void> {
  if (visits.length === 0) return;
  const columnOf = (read: (visit: OrphanVisit) => string): string[] => visits.map(read);
  const values = [
    node,
    columnOf(({ id }) => id),
    columnOf(({ at }) => new Date(at).toISOString()),
    columnOf(({ code }) => code),
    columnOf(({ reason }) => reason),
    columnOf(({ userAgent }) => userAgent),
    columnOf(({ referrerHost }) => referrerHost),
    columnOf(({ network }) => network),
    columnOf(({ country }) => country),
  ];
  await db.query({ name: 'store_orphans', text: storeOrphansText, values });
}

function bytes(hex: string): string {
  return hex === '' ? 'null' : `"\\\\x${hex}"`;
}

// Link ids are returned without hyphens, as in the link table.

/** The time of the last counted click of each of these visitors and links, in milliseconds. */
export async function readVisitorMarks(
  db: Queryable,
  links: readonly string[],
  visitors: readonly string[],
): Promise<{ link: string; mark: string; at: number }[]> {
  const text = `
    select replace(known.link_id::text, '-', '') as link, encode(known.mark, 'hex') as mark,
      (extract(epoch from known.counted_at) * 1000)::float8 as at
    from unnest($1::uuid[], $2::bytea[]) as asked (link_id, mark)
    join counted_marks known using (link_id, mark)`;
  const values = [`{${links.join(',')}}`, `{${visitors.map(bytes).join(',')}}`];
  const { rows } = await db.query<{ link: string; mark: string; at: number }>({ name: 'visitor_marks', text, values });
  return rows;
}

/** The time of the last counted click of each of these browsers and links, in milliseconds. */
export async function readBrowserMarks(
  db: Queryable,
  hits: readonly PreparedHit[],
): Promise<{ link: string; mark: string; at: number }[]> {
  const text = `
    select replace(asked.link_id::text, '-', '') as link, encode(asked.browser, 'hex') as mark,
      (extract(epoch from max(known.at)) * 1000)::float8 as at
    from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::timestamptz[], $5::uuid[]) as asked (merchant_id, link_id, browser, since, first)
    join hits known on known.browser = asked.browser and known.merchant_id = asked.merchant_id
      and known.link_id = asked.link_id and known.${isFirstOfItsKind} and known.at > asked.since
      and known.id >= asked.first
    group by asked.link_id, asked.browser`;
  const values = [
    hits.map(({ merchantId }) => merchantId),
    hits.map(({ linkId }) => linkId),
    `{${hits.map(({ sentBrowser }) => bytes(sentBrowser)).join(',')}}`,
    hits.map(({ at, windowMs }) => new Date(at - windowMs).toISOString()),
    hits.map(({ at, windowMs }) => firstIdOf(at - windowMs)),
  ];
  const { rows } = await db.query<{ link: string; mark: string; at: number }>({ name: 'browser_marks', text, values });
  return rows;
}

/** Which of these browsers a creator has logged in with. */
export async function readOwnBrowsers(
  db: Queryable,
  browsers: readonly string[],
): Promise<{ creator: string; browser: string }[]> {
  const text = `select user_id as creator, encode(browser, 'hex') as browser from creator_browsers where browser = any($1::bytea[])`;
  const values = [`{${browsers.map(bytes).join(',')}}`];
  const { rows } = await db.query<{ creator: string; browser: string }>({ name: 'own_browsers', text, values });
  return rows;
}

const noticeAccounts = 200;

/** One notice for everything that changed. A payload must be shorter than 8,000 bytes. */
export async function noticeFigures(db: Queryable, accounts: readonly string[]): Promise<void> {
  const payloads: string[] = [];
  for (let from = 0; from < accounts.length; from += noticeAccounts) {
    payloads.push(accounts.slice(from, from + noticeAccounts).join(','));
  }
  if (payloads.length === 0) return;
  const text = `select notice('figures', payload) from unnest($1::text[]) payload`;
  await db.query({ name: 'notice_figures', text, values: [payloads] });
}

/** Whether an order is waiting for its click. */
export async function doOrdersWait(db: Queryable): Promise<boolean> {
  const text = 'select orders_wait_for_clicks() as waits';
  const { rows } = await db.query<{ waits: boolean }>({ name: 'orders_wait', text, values: [] });
  return rows[0]?.waits ?? false;
}

/** The day's salt, created by the first process that needs it. */
export async function readSalt(db: Queryable, day: string, fresh: Buffer): Promise<string> {
  await db.query({
    text: 'insert into visitor_salts (day, salt) values ($1, $2) on conflict (day) do nothing',
    values: [day, fresh],
  });
  const { rows } = await db.query<{ salt: string }>({
    text: `select encode(salt, 'hex') as salt from visitor_salts where day = $1`,
    values: [day],
  });
  return rows[0]?.salt ?? '';
}

/** Deletes salts older than two days, and marks that no duplicate window reaches back to. */
export async function forgetVisitors(db: Queryable, now: Date): Promise<void> {
  await db.query({
    text: `delete from visitor_salts where day < ($1::timestamptz at time zone 'UTC')::date - 2`,
    values: [now],
  });
  await db.query({
    text: `delete from counted_marks where counted_at < $1::timestamptz - interval '25 hours'`,
    values: [now],
  });
}
