import { sql } from 'kysely';
import { sideBySide, type Tx } from '../platform/database/database.ts';
import { midnightOf, type Span } from '../platform/days.ts';

// From what a range of a brand is read: months and days that are added up, and the hits of days that are not. Ranges are
// days in the brand's time zone, so there are no hours at their ends.

export type LocalDays = { first: string; last: string; timeZone: string };

export type BrandPlan = {
  months: string[];
  days: string[];
  /** The days that the months are the sums of. */
  daysOfMonths: string[];
  /** Days that are not added up, without gaps as one span. */
  open: Span[];
  openDays: number;
};

type Added = { unit: 'day' | 'month'; first: string; isUsable: boolean };

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The UTC days that a day of a zone touches. */
function touchedBy({ from, to }: Span): string[] {
  return [...new Set([utcDay(from.getTime()), utcDay(to.getTime() - 1)])];
}

function spanOfDay(day: string, timeZone: string): Span {
  const date = Temporal.PlainDate.from(day);
  return { from: midnightOf(date, timeZone), to: midnightOf(date.add({ days: 1 }), timeZone) };
}

const shifted = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

async function openUtcDays(tx: Tx, merchantId: string, { first, last }: LocalDays): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select day::text from brand_days
    where merchant_id = ${merchantId} and is_open and day >= ${first}::date - 1 and day <= ${last}::date + 1`.execute(
    tx,
  );
  return new Set(rows.map(({ day }) => day));
}

async function addedUp(
  tx: Tx,
  merchantId: string,
  { first, last, timeZone }: LocalDays,
  hasCreators: boolean,
): Promise<Added[]> {
  const { rows } = await sql<Added>`
    select unit, first::text, not is_open and time_zone = ${timeZone} ${hasCreators ? sql`and creator_clicks is not null` : sql``} as "isUsable" from brand_counts
    where merchant_id = ${merchantId} and unit in ('day', 'month') and first >= ${first}::date and first <= ${last}::date
    order by first`.execute(tx);
  return rows;
}

/** Days that hits may have been added to since they were added up, or that were never. */
function openDaysOf({ first, last, timeZone }: LocalDays, utc: ReadonlySet<string>, added: readonly Added[]): string[] {
  const open = new Set(added.filter(({ unit, isUsable }) => unit === 'day' && !isUsable).map((each) => each.first));
  for (const day of utc)
    for (const near of [shifted(day, -1), day, shifted(day, 1)])
      if (near >= first && near <= last && touchedBy(spanOfDay(near, timeZone)).includes(day)) open.add(near);
  return [...open].toSorted();
}

function spansOf(days: readonly string[], timeZone: string): Span[] {
  const spans: Span[] = [];
  for (const day of days) {
    const span = spanOfDay(day, timeZone);
    const before = spans.at(-1);
    if (before?.to.getTime() === span.from.getTime()) before.to = span.to;
    else spans.push(span);
  }
  return spans;
}

/** The months that lie in the range as a whole and have no open day. */
function wholeMonths({ last }: LocalDays, added: readonly Added[], open: readonly string[]): string[] {
  const openMonths = new Set(open.map((day) => day.slice(0, 7)));
  return added
    .filter(({ unit, first, isUsable }) => {
      const end = Temporal.PlainDate.from(first).add({ months: 1 }).subtract({ days: 1 }).toString();
      return unit === 'month' && isUsable && end <= last && !openMonths.has(first.slice(0, 7));
    })
    .map(({ first }) => first);
}

/** `hasCreators`: only of what is added up by creator, too. */
export async function planOf(
  tx: Tx,
  merchantId: string,
  days: LocalDays,
  { hasCreators = false } = {},
): Promise<BrandPlan> {
  const beside = sideBySide(tx);
  const [utc, added] = await Promise.all([
    openUtcDays(beside, merchantId, days),
    addedUp(beside, merchantId, days, hasCreators),
  ]);
  const open = openDaysOf(days, utc, added);
  const months = wholeMonths(days, added, open);
  const inMonths = new Set(months.map((month) => month.slice(0, 7)));
  const closed = added
    .filter(({ unit, first, isUsable }) => unit === 'day' && isUsable && !open.includes(first))
    .map(({ first }) => first);
  return {
    months,
    days: closed.filter((day) => !inMonths.has(day.slice(0, 7))),
    daysOfMonths: closed.filter((day) => inMonths.has(day.slice(0, 7))),
    open: spansOf(open, days.timeZone),
    openDays: open.length,
  };
}

/** The same with days instead of months, where each day is shown by itself. */
export function planByDay(plan: BrandPlan): BrandPlan {
  return { ...plan, months: [], days: [...plan.days, ...plan.daysOfMonths], daysOfMonths: [] };
}

/** All clicks of a brand, of some creators or of some links, in any range. */
export async function clicksEver(
  tx: Tx,
  of: { merchantId: string } | { accounts: readonly string[] } | { links: readonly string[] },
): Promise<number> {
  const which =
    'links' in of
      ? sql`link_id = any(${[...of.links]}::uuid[])`
      : 'accounts' in of
        ? sql`merchant_account_id = any(${[...of.accounts]}::uuid[])`
        : sql`merchant_account_id = any((select array_agg(id) from merchant_accounts where merchant_id = ${of.merchantId})::uuid[])`;
  const { rows } = await sql<{ clicks: bigint }>`
    select coalesce(sum(clicks), 0)::bigint as clicks from link_totals where ${which}`.execute(tx);
  return Number(rows[0]?.clicks ?? 0n);
}
