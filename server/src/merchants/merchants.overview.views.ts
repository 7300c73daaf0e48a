import type { BrandOverview } from '@vitrine/contract/merchants.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { type BrandRole, mayInBrand } from '@vitrine/contract/values/brand-roles.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { clicksOfBrand } from '../figures/brand.counts.ts';
import { clicksByAccount } from '../figures/counts.ts';
import { periodOf, type Span } from '../platform/days.ts';
import { publicAddress } from '../platform/public.address.ts';

// Days are in the brand's time zone. Only money in the brand's own currency is counted, which is almost all of it.

const dayMs = 86_400_000;
const days = 30;
const soonMs = 3 * dayMs;
const creatorsShown = 5;

/** `role`: of the reader, who gets nothing of what it may not read. */
export type BrandOverviewSubject = { merchantId: string; currency: string; timeZone: string; role: BrandRole };
type Day = { day: string; sales: bigint; commission: bigint; orders: bigint };

async function waitingIn(tx: Tx, { merchantId, currency }: BrandOverviewSubject, now: Date) {
  const { rows } = await sql<{
    held_count: number;
    held: bigint;
    requested_count: number;
    requested: bigint;
    problems: number;
    messages: number;
    threads: number;
    objections: number;
    objections_due_at: Date | null;
    claims: number;
    applications: number;
    foreign_orders: number;
    creators: number;
    products: number;
    has_terms: boolean;
    has_shop: boolean;
    has_orders: boolean;
  }>`
    select held.count as held_count, held.amount as held, requested.count as requested_count, requested.amount as requested, unread.messages, unread.threads,
      objected.count as objections, objected.due_at as objections_due_at,
      (select count(*)::integer from claims where merchant_id = ${merchantId} and sent_at is not null and state = 'open') as claims,
      (select count(*)::integer from applications where merchant_id = ${merchantId} and state = 'waiting') as applications,
      (select count(*)::integer from orders o join merchants m on m.id = o.merchant_id
        where m.id = ${merchantId} and o.state <> 'decided' and o.currency <> m.currency and o.currency <> all(m.accepted_currencies)) as foreign_orders,
      (select count(*)::integer from merchant_accounts where merchant_id = ${merchantId} and status <> 'ended') as creators,
      (select count(*)::integer from products where merchant_id = ${merchantId} and archived_at is null) as products,
      exists (select from terms_versions where merchant_id = ${merchantId}) as has_terms,
      exists (select from shop_connections where merchant_id = ${merchantId} and disconnected_at is null)
        or exists (select from api_keys where merchant_id = ${merchantId} and last_used_at is not null) as has_shop,
      exists (select from orders where merchant_id = ${merchantId}) as has_orders,
      (select count(*)::integer from deliveries_to_review() where merchant_id = ${merchantId}) as problems
    from (
      select count(*)::integer as count, coalesce(sum(amount - reversed) filter (where currency = ${currency}), 0)::numeric as amount
      from commissions where merchant_id = ${merchantId} and state = 'pending' and held_reason is not null
    ) held, (
      select count(*)::integer as count, coalesce(sum(amount) filter (where currency = ${currency}), 0)::numeric as amount
      from payouts where merchant_id = ${merchantId} and state = 'requested'
    ) requested, (
      select count(*)::integer as messages, count(distinct t.id)::integer as threads
      from threads t join messages m on m.merchant_id = t.merchant_id and m.thread_id = t.id and m.seq > t.brand_read_seq and m.side = 'creator'
      where t.merchant_id = ${merchantId} and t.last_seq > t.brand_read_seq
    ) unread, (
      select count(*)::integer as count, min(due_at) as due_at
      from objections where merchant_id = ${merchantId} and state = 'open'
    ) objected`.execute(tx);
  const invitations = await sql<{ id: string; to: string; expires_at: Date }>`
    select i.id, coalesce(i.email, i.hint) as to, i.expires_at from invitations i
    where i.merchant_id = ${merchantId} and i.revoked_at is null and i.expires_at > ${now} and i.expires_at < ${new Date(now.getTime() + soonMs)}
      and not exists (select from invitation_acceptances a where a.merchant_id = i.merchant_id and a.invitation_id = i.id)
    order by i.expires_at limit 10`.execute(tx);
  return { counted: rows[0], invitations: invitations.rows };
}

async function moneyByDay(
  tx: Tx,
  { merchantId, currency, timeZone }: BrandOverviewSubject,
  since: Date,
): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(sales)::numeric as sales,
      sum(amount - reversed)::numeric as commission, count(distinct order_id) as orders
    from (
      select (earned_at at time zone ${timeZone})::date as day, sales, amount, reversed, order_id
      from commissions where merchant_id = ${merchantId} and currency = ${currency} and earned_at >= ${since} and replaced_at is null
    ) earned group by day`.execute(tx);
  return rows;
}

/**
 * The storefronts that can be among the first: those with the most sales. Only if fewer have sales than are shown, all
 * storefronts of the brand.
 */
async function candidates(tx: Tx, { merchantId, currency }: BrandOverviewSubject, since: Date): Promise<string[]> {
  const sellers = await sql<{ id: string }>`
    select a.id from (
      select merchant_account_id as id, sum(sales) as sales
      from commissions where merchant_id = ${merchantId} and currency = ${currency} and earned_at >= ${since} and replaced_at is null group by 1
    ) sold join merchant_accounts a using (id) where a.status <> 'ended' and sold.sales > 0
    order by sold.sales desc fetch first ${creatorsShown} rows with ties`.execute(tx);
  if (sellers.rows.length >= creatorsShown) return sellers.rows.map(({ id }) => id);
  const all = tx.selectFrom('merchant_accounts').select('id').where('merchant_id', '=', merchantId);
  return (await all.where('status', '<>', 'ended').execute()).map(({ id }) => id);
}

async function topCreators(
  ctx: Context,
  tx: Tx,
  subject: BrandOverviewSubject,
  span: Span,
): Promise<BrandOverview['top_creators']> {
  const { currency } = subject;
  const accounts = await candidates(tx, subject, span.from);
  const clicks = await clicksByAccount(tx, accounts, span);
  const { rows } = await sql<{
    handle: string | null;
    display_name: string;
    avatar: string | null;
    clicks: number;
    orders: number;
    sales: bigint;
    commission: bigint;
  }>`
    select u.user_handle as handle, u.display_name, u.avatar, coalesce(d.clicks, 0) as clicks,
      coalesce(c.orders, 0)::integer as orders, coalesce(c.sales, 0)::numeric as sales, coalesce(c.commission, 0)::numeric as commission
    from merchant_accounts a join users u on u.id = a.creator_id
    left join unnest(${[...clicks.keys()]}::uuid[], ${[...clicks.values()]}::integer[]) as d (account, clicks) on d.account = a.id
    left join lateral (
      select count(distinct order_id) as orders, sum(sales) as sales, sum(amount - reversed) as commission
      from commissions where merchant_account_id = a.id and currency = ${currency} and earned_at >= ${span.from} and replaced_at is null
    ) c on true
    where a.id = any(${accounts}::uuid[])
    order by sales desc, clicks desc, u.display_name limit ${creatorsShown}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    handle: row.handle ?? '',
    avatar: publicAddress(ctx.config.publicUrl, row.avatar),
    sales: toMoney(row.sales, currency),
    commission: toMoney(row.commission, currency),
  }));
}

export async function brandOverviewOf(ctx: Context, tx: Tx, subject: BrandOverviewSubject): Promise<BrandOverview> {
  const now = ctx.clock.now();
  const { days: byName, midnights, before, end } = periodOf(now, subject.timeZone, days);
  const since = midnights[0] ?? end;
  const { counted, invitations } = await waitingIn(tx, subject, now);
  if (!counted) throw new Error('a count returns one row');
  const byDay = await moneyByDay(tx, subject, before);
  const shown = new Set(byName);
  const within = byDay.filter(({ day }) => shown.has(day));
  const earlier = byDay.filter(({ day }) => day < (byName[0] ?? ''));
  const span = { from: since, to: end };
  const [clicks = 0, clicksBefore = 0] = await clicksOfBrand(tx, subject.merchantId, [
    span,
    { from: before, to: since },
  ]);
  const money = (amount: bigint) => toMoney(amount, subject.currency);
  const readsMessages = mayInBrand(subject.role, 'messages');
  const readsPayouts = mayInBrand(subject.role, 'payouts_view');
  const sum = (rows: Day[], of: 'sales' | 'commission' | 'orders') => rows.reduce((all, row) => all + row[of], 0n);
  return {
    as_of: now.toISOString(),
    days,
    time_zone: subject.timeZone,
    held: { count: counted.held_count, amount: money(counted.held) },
    cash_outs: readsPayouts
      ? { count: counted.requested_count, amount: money(counted.requested) }
      : { count: 0, amount: money(0n) },
    delivery_problems: counted.problems,
    unread: readsMessages ? { messages: counted.messages, threads: counted.threads } : { messages: 0, threads: 0 },
    open_objections: { count: counted.objections, due_at: counted.objections_due_at?.toISOString() ?? null },
    open_claims: counted.claims,
    waiting_applications: counted.applications,
    foreign_currency_orders: counted.foreign_orders,
    expiring_invitations: invitations.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() })),
    clicks: { now: clicks, before: clicksBefore },
    orders: { now: Number(sum(within, 'orders')), before: Number(sum(earlier, 'orders')) },
    sales: { now: money(sum(within, 'sales')), before: money(sum(earlier, 'sales')) },
    commissions: { now: money(sum(within, 'commission')), before: money(sum(earlier, 'commission')) },
    sales_by_day: byName.map((day) => ({ day, amount: money(within.find((row) => row.day === day)?.sales ?? 0n) })),
    creators: counted.creators,
    products: counted.products,
    has_terms: counted.has_terms,
    has_shop: counted.has_shop,
    has_orders: counted.has_orders,
    top_creators: await topCreators(ctx, tx, subject, span),
  };
}
