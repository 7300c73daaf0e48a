import { sql } from 'kysely';
import type { Commission } from '@vitrine/contract/commissions.ts';
import { toMoney } from '@vitrine/contract/values/money.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Period } from './overview.days.ts';

// Every statement here is driven by an index on the creator or on their accounts: policies alone would read all rows.

export type Asked = { creatorId: string; accountIds: readonly string[] };

export type Subject = { time_zone: string; accounts: { id: string; slug: string; currency: string }[] };

/** Whose overview it is: their time zone and their storefronts. */
export async function subjectOf(tx: Tx, creatorId: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select u.time_zone, coalesce((
      select json_agg(json_build_object('id', a.id, 'slug', m.slug, 'currency', m.currency) order by a.joined_at, m.slug)
      from merchant_accounts a join merchants m on m.id = a.merchant_id where a.creator_id = u.id and a.status <> 'ended'
    ), '[]') as accounts
    from users u where u.id = ${creatorId}`.execute(tx);
  return rows[0];
}

/** 0 is the time before the period, n its n-th day. */
function dayIn(column: 'quarter' | 'earned_at', period: Period) {
  return sql`width_bucket(${sql.ref(column)}, ${period.midnights.map((midnight) => midnight.toISOString())}::timestamptz[])`;
}

export async function clicksByDay(tx: Tx, asked: Asked, period: Period): Promise<{ day: number; clicks: bigint }[]> {
  const { rows } = await sql<{ day: number; clicks: bigint }>`
    select ${dayIn('quarter', period)} as day, sum(clicks)::bigint as clicks
    from account_quarters
    where merchant_account_id = any(${asked.accountIds}::uuid[]) and quarter >= ${period.before} and quarter < ${period.end}
    group by 1`.execute(tx);
  return rows;
}

export type EarnedOnDay = { currency: string; day: number; earned: bigint; reversed: bigint; sales: bigint; orders: bigint };

export async function earnedByDay(tx: Tx, asked: Asked, period: Period): Promise<EarnedOnDay[]> {
  const { rows } = await sql<EarnedOnDay>`
    select currency, ${dayIn('earned_at', period)} as day, sum(amount)::bigint as earned, sum(reversed)::bigint as reversed,
      sum(base)::bigint as sales, count(distinct (merchant_id, order_id)) as orders
    from commissions
    where creator_id = ${asked.creatorId} and merchant_account_id = any(${asked.accountIds}::uuid[])
      and earned_at >= ${period.before} and earned_at < ${period.end}
    group by 1, 2`.execute(tx);
  return rows;
}

export type Placement = { link_id: string; title: string; image: string | null; merchant_account_id: string; merchant_display_name: string; code: string; clicks: bigint };

/** The placements with most clicks since they were made; those taken off the storefront are left out. */
export async function topPlacements(tx: Tx, asked: Asked, limit: number): Promise<Placement[]> {
  const { rows } = await sql<Placement>`
    select top.link_id, coalesce(nullif(top.title, ''), r.title) as title, r.image, top.merchant_account_id, m.display_name as merchant_display_name, l.code, top.clicks
    from (
      select t.* from unnest(${asked.accountIds}::uuid[]) as account (id) cross join lateral (
        select t.link_id, t.merchant_id, t.merchant_account_id, t.clicks, p.title, p.product_id
        from link_totals t join placements p on p.merchant_id = t.merchant_id and p.link_id = t.link_id and p.removed_at is null
        where t.merchant_account_id = account.id and t.clicks > 0
        order by t.clicks desc, t.link_id limit ${limit}
      ) t order by t.clicks desc, t.link_id limit ${limit}
    ) top
    join links l on l.id = top.link_id
    join products r on r.merchant_id = top.merchant_id and r.id = top.product_id
    join merchants m on m.id = top.merchant_id
    order by top.clicks desc, top.link_id`.execute(tx);
  return rows;
}

type CommissionRow = {
  id: string; merchant_account_id: string; merchant_display_name: string; order_id: string; line_id: string; product_title: string; product_image: string | null;
  quantity: number; discount_code: string | null; base: bigint; rate: number | null; amount: bigint; reversed: bigint; currency: string; state: Commission['state'];
  held_reason: string | null; earned_at: Date; matures_at: Date; available_at: Date | null; paid_at: Date | null;
};

export async function recentCommissions(tx: Tx, asked: Asked, limit: number): Promise<Commission[]> {
  const { rows } = await sql<CommissionRow>`
    select c.id, c.merchant_account_id, m.display_name as merchant_display_name, c.order_id, c.line_id, o.title as product_title, r.image as product_image,
      o.quantity, c.discount_code, c.base, c.rate, c.amount, c.reversed, c.currency, c.state, c.held_reason, c.earned_at, c.matures_at, c.available_at, c.paid_at
    from (
      select * from commissions where creator_id = ${asked.creatorId} and merchant_account_id = any(${asked.accountIds}::uuid[])
      order by earned_at desc, id desc limit ${limit}
    ) c
    join merchants m on m.id = c.merchant_id
    join order_lines o on o.merchant_id = c.merchant_id and o.order_id = c.order_id and o.line_id = c.line_id
    left join products r on r.merchant_id = c.merchant_id and r.sku = o.sku
    order by c.earned_at desc, c.id desc`.execute(tx);
  return rows.map(presentCommission);
}

function presentCommission({ discount_code, currency, ...row }: CommissionRow): Commission {
  return {
    ...row,
    via: discount_code === null ? 'click' : 'code',
    base: toMoney(row.base, currency),
    amount: toMoney(row.amount, currency),
    reversed: toMoney(row.reversed, currency),
    net: toMoney(row.amount - row.reversed, currency),
    earned_at: row.earned_at.toISOString(),
    matures_at: row.matures_at.toISOString(),
    available_at: row.available_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
