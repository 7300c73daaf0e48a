import { sql } from 'kysely';
import { sideBySide, type Tx } from '../platform/database/database.ts';

/** What storefronts were clicked before something, each in the UTC days that end with `lastDay`, like 2026-05-31. */
export type ClicksAsked = { account: string; lastDay: string; days: number };
export type ClicksFound = { clicks: number; lastAt: Date | null };

/** The last click of a storefront on a UTC day. The day is a value, so that only the hits of its month are read. */
async function lastOn(tx: Tx, account: string, day: string): Promise<Date | null> {
  const [from, to] = [new Date(`${day}T00:00:00Z`), new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000)];
  const { rows } = await sql<{ at: Date }>`
    select at from hits where merchant_account_id = ${account} and counted and at >= ${from}::timestamptz and at < ${to}::timestamptz
      and id >= first_hit_id(${from}::timestamptz) and id < first_hit_id(${to}::timestamptz)
    order by at desc limit 1`.execute(tx);
  return rows[0]?.at ?? null;
}

/** In the order of what is asked. Single hits are only read for the last click. */
export async function clicksBefore(tx: Tx, asked: readonly ClicksAsked[]): Promise<ClicksFound[]> {
  const { rows } = await sql<{ clicks: number; day: string | null }>`
    select k.clicks, k.day from unnest(${asked.map(({ account }) => account)}::uuid[], ${asked.map(({ lastDay }) => lastDay)}::date[],
      ${asked.map(({ days }) => days)}::integer[]) with ordinality as asked (account, last_day, days, place)
    cross join lateral (
      select coalesce(sum(d.clicks), 0)::integer as clicks, max(d.day) filter (where d.clicks > 0) as day
      from account_days d where d.merchant_account_id = asked.account and d.day > asked.last_day - asked.days and d.day <= asked.last_day
    ) k order by asked.place`.execute(tx);
  const beside = sideBySide(tx);
  return Promise.all(
    asked.map(async ({ account }, place) => {
      const { clicks = 0, day = null } = rows[place] ?? {};
      return { clicks, lastAt: day === null ? null : await lastOn(beside, account, day) };
    }),
  );
}
