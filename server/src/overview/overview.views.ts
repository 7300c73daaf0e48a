import { sql } from 'kysely';
import { listWithProducts, type PresentedCommission } from '../commissions/commissions.presenter.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Period } from '../platform/days.ts';

// Every statement here starts from an index on the creator or on their accounts; with the row policies alone it would
// read all rows.

/** One creator, at all their storefronts or at one. */
export type OverviewSubject = { creatorId: string; accountId: string | null };

export type SubjectAccount = {
  id: string;
  slug: string;
  merchant_display_name: string;
  ended: boolean;
  shows_something: boolean;
  says_something: boolean;
  held: number;
  unread: number;
  /** Is there anything that can be cashed out, or will be? */
  has_money: boolean;
};

export type Subject = {
  time_zone: string;
  /** Does the creator have a payout method? */
  is_payable: boolean;
  accounts: SubjectAccount[];
};

/** The creator's time zone and storefronts. */
export async function subjectOf(tx: Tx, creatorId: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select u.time_zone, exists (select from payout_methods p where p.creator_id = u.id and p.replaced_at is null) as is_payable, coalesce((
      select json_agg(json_build_object('id', a.id, 'slug', m.slug, 'merchant_display_name', m.display_name, 'ended', a.status = 'ended',
          'shows_something', exists (select from placements p where p.merchant_account_id = a.id and p.removed_at is null and p.hidden_at is null),
          'says_something', exists (select from storefronts s where s.merchant_id = a.merchant_id and s.merchant_account_id = a.id and s.title <> ''),
          'held', (select count(*) from commissions c where c.merchant_account_id = a.id and c.held_reason is not null and c.state = 'pending'),
          'unread', (select count(*) from threads t join messages g on g.merchant_id = t.merchant_id and g.thread_id = t.id and g.side = 'brand' and g.seq > t.creator_read_seq
            where t.merchant_id = a.merchant_id and t.id = a.id),
          'has_money', exists (select from ledger_accounts l where l.merchant_account_id = a.id and l.kind in ('current', 'pending') and l.balance > 0)
        ) order by a.joined_at)
      from merchant_accounts a join merchants m on m.id = a.merchant_id where a.creator_id = u.id
    ), '[]') as accounts
    from users u where u.id = ${creatorId}`.execute(tx);
  return rows[0];
}

/**
 * Filters by the requested storefront. For all of them there is no condition, which plans better than one that is
 * always true.
 */
function atAccount(column: string, subject: OverviewSubject) {
  return subject.accountId === null ? sql`` : sql`and ${sql.ref(column)} = ${subject.accountId}`;
}

/** `day` 0 is the time before the period, n is its n-th day; one row for each storefront and currency with earnings. */
export type EarnedOnDay = {
  day: number;
  currency: string;
  earned: bigint;
  reversed: bigint;
  sales: bigint;
  orders: bigint;
  approved: bigint;
  approved_count: bigint;
  waiting: bigint;
  waiting_count: bigint;
  declined_count: bigint;
};

/** Each day of each storefront is an index range, summed without sorting; ids are compared byte by byte. */
export async function earnedByDay(
  tx: Tx,
  subject: OverviewSubject,
  { before, midnights }: Period,
): Promise<EarnedOnDay[]> {
  const bounds = [before, ...midnights].map((midnight) => midnight.toISOString());
  const { rows } = await sql<EarnedOnDay>`
    select (day.place - 1)::integer as day, account.currency, sums.*
    from ledger_accounts account
    cross join unnest(${bounds.slice(0, -1)}::timestamptz[], ${bounds.slice(1)}::timestamptz[]) with ordinality as day (since, until, place)
    cross join lateral (
      select sum(amount - reversed)::numeric as earned, sum(reversed)::numeric as reversed, sum(sales)::numeric as sales, count(distinct order_id collate "C") as orders,
        coalesce(sum(amount - reversed) filter (where state in ('available', 'processing', 'paid')), 0)::numeric as approved,
        count(*) filter (where state in ('available', 'processing', 'paid')) as approved_count,
        coalesce(sum(amount - reversed) filter (where state = 'pending'), 0)::numeric as waiting,
        count(*) filter (where state = 'pending') as waiting_count, count(*) filter (where reversed > 0) as declined_count
      from commissions
      where merchant_account_id = account.merchant_account_id and earned_at >= day.since and earned_at < day.until and currency = account.currency and replaced_at is null
    ) sums
    where account.creator_id = ${subject.creatorId} and account.kind = 'pending' ${atAccount('account.merchant_account_id', subject)} and sums.orders > 0`.execute(
    tx,
  );
  return rows;
}

export type TopPlacement = {
  link_id: string;
  title: string;
  image: string | null;
  merchant_account_id: string;
  code: string;
  taken_down: boolean;
  clicks: bigint;
};

/**
 * The placements with the most clicks of all time, without removed ones. The inner limit is a sub-select so that the
 * planner uses the ranking's index; with row policies it would expect few rows and sort them all.
 */
export async function topPlacements(tx: Tx, subject: OverviewSubject, limit: number): Promise<TopPlacement[]> {
  const { rows } = await sql<TopPlacement>`
    select top.link_id, coalesce(nullif(top.title, ''), r.title) as title, r.image, top.merchant_account_id, l.code,
      l.taken_down is not null as taken_down, top.clicks
    from (
      select t.* from merchant_accounts a cross join lateral (
        select t.link_id, t.merchant_id, t.merchant_account_id, t.clicks, p.title, p.product_id
        from link_totals t join placements p on p.link_id = t.link_id and p.removed_at is null
        where t.merchant_account_id = a.id and t.clicks > 0
        order by t.clicks desc limit (select ${limit}::bigint)
      ) t
      where a.creator_id = ${subject.creatorId} ${atAccount('a.id', subject)}
      order by t.clicks desc, t.link_id limit ${limit}
    ) top
    join links l on l.id = top.link_id
    join products r on r.merchant_id = top.merchant_id and r.id = top.product_id
    order by top.clicks desc, top.link_id`.execute(tx);
  return rows;
}

export function recentCommissions(tx: Tx, subject: OverviewSubject, limit: number): Promise<PresentedCommission[]> {
  const ofCreator = tx.selectFrom('commissions').selectAll().where('creator_id', '=', subject.creatorId);
  const ofAccount =
    subject.accountId === null ? ofCreator : ofCreator.where('merchant_account_id', '=', subject.accountId);
  // The limit is a sub-select for the planner's sake, as in `topPlacements`.
  const latest = ofAccount
    .orderBy('earned_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql<bigint>`(select ${limit}::bigint)`);
  return listWithProducts(tx, latest);
}
