import type { RosterColumn, RosterFilter } from '@vitrine/contract/roster.ts';
import { accountStatus } from '@vitrine/contract/values/account-status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { publicAddress } from '../platform/public.address.ts';

/** The group of an account `a` at a moment, and its name. */
const groupOf = (now: Date) => sql`lateral (
  select g.id, g.name from (
    select m.group_id from group_moves m where m.merchant_id = a.merchant_id and m.merchant_account_id = a.id and m.effective_at <= ${now}
    order by m.effective_at desc, m.id desc limit 1
  ) latest join creator_groups g on g.merchant_id = a.merchant_id and g.id = latest.group_id
) grouped on true`;

/** The last day on which something was counted for an account `a`. */
const lastDay = sql`lateral (
  select d.day from account_days d where d.merchant_account_id = a.id and (d.clicks > 0 or d.views > 0) order by d.day desc limit 1
) active on true`;

const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Columns that are no figures, as what they are sorted by. */
const sortKeys: Partial<Record<RosterColumn, RawBuilder<unknown>>> = {
  name: sql`lower(u.display_name)`,
  group: sql`lower(grouped.name)`,
  joined: sql`a.joined_at`,
  last_activity: sql`active.day`,
};

/** The ids of all creators that a filter finds, sorted unless the column is a figure. */
export async function foundAccounts(
  tx: Tx,
  merchantId: string,
  { search, status, group, tag, sort, order }: RosterFilter & { sort?: RosterColumn; order?: 'up' | 'down' },
  now: Date,
): Promise<string[]> {
  const named = search?.replace(/^@/, '');
  const conditions = [
    sql`a.merchant_id = ${merchantId}`,
    ...(named ? [sql`(u.display_name ilike ${pattern(named)} or u.user_handle ilike ${pattern(named)})`] : []),
    ...(status ? [sql`a.status = ${status}`] : []),
    ...(group === 'none' ? [sql`grouped.id is null`] : group ? [sql`grouped.id = ${group}::uuid`] : []),
    ...(tag ? [sql`exists (select from creator_tags t where t.merchant_account_id = a.id and t.tag = ${tag})`] : []),
  ];
  const direction = sql.raw(order === 'up' ? 'asc' : 'desc');
  const key = sort && sortKeys[sort];
  const joins = [
    ...(named || sort === 'name' ? [sql`join users u on u.id = a.creator_id`] : []),
    ...(group || sort === 'group' ? [sql`left join ${groupOf(now)}`] : []),
    ...(sort === 'last_activity' ? [sql`left join ${lastDay}`] : []),
  ];
  const { rows } = await sql<{ id: string }>`
    select a.id from merchant_accounts a ${sql.join(joins, sql` `)}
    where ${sql.join(conditions, sql` and `)}
    order by ${key ? sql`${key} ${direction} nulls last,` : sql``} a.joined_at desc, a.id desc`.execute(tx);
  return rows.map(({ id }) => id);
}

type HeadRow = {
  id: string;
  status: string;
  joined_at: Date;
  display_name: string;
  user_handle: string | null;
  avatar: string | null;
  group_id: string | null;
  group_name: string | null;
  tags: string[];
  ends_at: Date | null;
};

/** Who some creators are, by account. */
export async function headsOf(
  ctx: Context,
  tx: Tx,
  { merchantId, slug }: { merchantId: string; slug: string },
  accounts: readonly string[],
  now: Date,
) {
  const { rows } = await sql<HeadRow>`
    select a.id, a.status, a.joined_at, u.display_name, u.user_handle, u.avatar, grouped.id as group_id, grouped.name as group_name,
      array(select t.tag from creator_tags t where t.merchant_account_id = a.id order by t.tag) as tags,
      (select p.started_at from account_periods p where p.merchant_account_id = a.id and p.kind = 'ended' and p.ended_at is null) as ends_at
    from merchant_accounts a join users u on u.id = a.creator_id left join ${groupOf(now)}
    where a.merchant_id = ${merchantId} and a.id = any(${[...accounts]}::uuid[])`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        merchant_account_id: row.id,
        display_name: row.display_name,
        user_handle: row.user_handle,
        avatar: publicAddress(ctx.config.publicUrl, row.avatar),
        status: accountStatus.parse(row.status),
        ends_at: row.ends_at?.toISOString() ?? null,
        joined_at: row.joined_at.toISOString(),
        storefront_url: `${ctx.config.publicUrl}/@${row.user_handle ?? ''}/${slug}`,
        group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
        tags: row.tags,
      },
    ]),
  );
}

/** The last day with a click or view, by account. */
export async function lastActivityOf(tx: Tx, accounts: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select a.id, active.day from unnest(${[...accounts]}::uuid[]) a (id) join ${lastDay}`.execute(tx);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/**
 * Orders, sales and commission by account, of some creators or all: orders that were placed in the span, money in the
 * brand's currency. They add up to the brand's own figures.
 */
export async function soldByCreators(
  tx: Tx,
  { merchantId, currency }: { merchantId: string; currency: string },
  { from, to }: Span,
  accounts?: readonly string[],
): Promise<Map<string, { orders: bigint; sales: bigint; commission: bigint }>> {
  const only = accounts ? sql`and merchant_account_id = any(${[...accounts]}::uuid[])` : sql``;
  const { rows } = await sql<{ account: string; orders: bigint; sales: bigint; commission: bigint }>`
    select merchant_account_id as account, count(distinct order_id) as orders, sum(sales)::numeric as sales,
      sum(amount - reversed)::numeric as commission
    from commissions where merchant_id = ${merchantId} and currency = ${currency} and earned_at >= ${from} and earned_at < ${to}
      and replaced_at is null ${only}
    group by 1`.execute(tx);
  return new Map(rows.map(({ account, ...sums }) => [account, sums]));
}

export async function filtersOf(tx: Tx, merchantId: string) {
  const groups = await tx
    .selectFrom('creator_groups')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
  const tags = await tx
    .selectFrom('creator_tags')
    .select('tag')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .orderBy('tag')
    .execute();
  return { groups, tags: tags.map(({ tag }) => tag) };
}
