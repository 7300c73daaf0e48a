import { isOnlySite } from '../hits/referrer.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { arrayOf, plainColumn, put, textColumn } from './column.ts';
import type { PreparedHit } from './hit.prepare.ts';

// What many hits of a month have in common is stored once, and each hit has its number. Invariant: the transaction that
// stores hits found their profiles itself. A profile that stops being current is deleted only after every transaction
// that may have found it has ended (retention/retention.profiles.ts).

type Texts = { userAgent: string; language: string; referrer: string };
type Asked = Texts & { month: string };

/** The texts of a hit that it shares with others. A referrer with more than a site is seldom the same. */
function sharedOf({ userAgent, language, referrer }: Texts): Texts {
  return { userAgent, language, referrer: isOnlySite(referrer) ? referrer : '' };
}

/** The texts that a hit has itself, given its profile; 0 is none. */
export function ownOf(hit: Texts, profile: number): Texts {
  if (profile === 0) return hit;
  return { userAgent: '', language: '', referrer: isOnlySite(hit.referrer) ? '' : hit.referrer };
}

/** The texts of the hit `h` in SQL, wherever they are. They need `joinProfiles`. */
export const textsOfHit = {
  userAgent: "(h.own_user_agent || coalesce(shared.user_agent, ''))",
  language: "(h.own_language || coalesce(shared.language, ''))",
  referrer: "(h.own_referrer || coalesce(shared.referrer, ''))",
};
export const joinProfiles = 'left join hit_profiles shared on shared.id = h.profile';

const askedTable = `unnest($1::date[], $2::text[], $3::text[], $4::text[]) with ordinality as asked (month, user_agent, language, referrer, place)`;
const keyOf = (row: string) => `profile_key(${row}.user_agent, ${row}.language, ${row}.referrer)`;

// Each is looked up by itself: a plan that reads the whole table could be kept until there are many.
const findText = `
  select asked.place::integer - 1 as place, found.id from ${askedTable}
  cross join lateral (
    select known.id from hit_profiles known
    where known.month = asked.month and ${keyOf('known')} = ${keyOf('asked')} and known.is_current
      and known.user_agent = asked.user_agent and known.language = asked.language and known.referrer = asked.referrer
    limit 1
  ) found`;

// In one order, so that no two transactions that add the same ones wait for each other.
const addText = `
  insert into hit_profiles (month, user_agent, language, referrer)
  select month, user_agent, language, referrer from ${askedTable} order by month, ${keyOf('asked')}
  on conflict do nothing`;

function valuesOf(asked: readonly Asked[]): string[] {
  const columns = { month: plainColumn(), userAgent: textColumn(), language: textColumn(), referrer: textColumn() };
  for (const { month, userAgent, language, referrer } of asked) {
    put(columns.month, month);
    put(columns.userAgent, userAgent);
    put(columns.language, language);
    put(columns.referrer, referrer);
  }
  return [columns.month, columns.userAgent, columns.language, columns.referrer].map(arrayOf);
}

async function find(db: Queryable, asked: readonly Asked[]): Promise<Map<Asked, number>> {
  const found = new Map<Asked, number>();
  if (asked.length === 0) return found;
  const query = { name: 'find_profiles', text: findText, values: valuesOf(asked) };
  for (const { place, id } of (await db.query<{ place: number; id: number }>(query)).rows) {
    const each = asked[place];
    if (each) found.set(each, id);
  }
  return found;
}

/**
 * The profiles of hits, added if they are new. A hit without one keeps its texts: one without any, and the rare one whose
 * key another profile has.
 */
export async function findProfiles(
  db: Queryable,
  hits: readonly PreparedHit[],
): Promise<ReadonlyMap<PreparedHit, number>> {
  const users = new Map<string, { asked: Asked; hits: PreparedHit[] }>();
  for (const hit of hits) {
    const { userAgent, language, referrer } = sharedOf(hit);
    if (userAgent === '' && language === '' && referrer === '') continue;
    const month = monthOf(hit.at);
    const key = `${month}\n${userAgent}\n${language}\n${referrer}`;
    const same = users.get(key);
    if (same) same.hits.push(hit);
    else users.set(key, { asked: { month, userAgent, language, referrer }, hits: [hit] });
  }
  const asked = Array.from(users.values(), (each) => each.asked);
  const found = await find(db, asked);
  const missing = asked.filter((each) => !found.has(each));
  if (missing.length > 0) {
    await db.query({ name: 'add_profiles', text: addText, values: valuesOf(missing) });
    for (const [each, id] of await find(db, missing)) found.set(each, id);
  }
  const profiles = new Map<PreparedHit, number>();
  for (const each of users.values()) {
    const id = found.get(each.asked);
    if (id !== undefined) for (const hit of each.hits) profiles.set(hit, id);
  }
  return profiles;
}

let lastMonth = { from: 0, before: 0, date: '' };

/** Cached, because hits of a batch are mostly of one month. */
function monthOf(at: number): string {
  if (at < lastMonth.from || at >= lastMonth.before) {
    const [year, month] = [new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()];
    const from = Date.UTC(year, month);
    lastMonth = { from, before: Date.UTC(year, month + 1), date: new Date(from).toISOString().slice(0, 10) };
  }
  return lastMonth.date;
}
