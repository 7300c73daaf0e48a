import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';

export type AccountFacts = { timeZone: string; since: Date };

/** The creator's time zone, and when the storefront was created. */
export async function factsOf(
  tx: Tx,
  account: { creatorId: string; merchantAccountId: string },
): Promise<AccountFacts> {
  const { rows } = await sql<AccountFacts>`
    select u.time_zone as "timeZone", a.joined_at as since from users u join merchant_accounts a on a.creator_id = u.id
    where u.id = ${account.creatorId} and a.id = ${account.merchantAccountId}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('the storefront that was obtained is gone');
  return found;
}

export type OrderSums = { place: number; currency: string; orders: bigint; sales: bigint; commission: bigint };

/**
 * Orders placed in each of several adjacent spans and their commissions. All lines of an order get the order's time, so
 * they are adjacent in the index, and the first one stands for the order.
 */
export async function earnedIn(tx: Tx, account: string, spans: readonly Span[]): Promise<OrderSums[]> {
  const bounds = [...spans.map(({ from }) => from), ...spans.slice(-1).map(({ to }) => to)].map((at) =>
    at.toISOString(),
  );
  const { rows } = await sql<OrderSums>`
    select place, currency, count(*) filter (where is_first) as orders, sum(sales)::numeric as sales, sum(net)::numeric as commission from (
      select width_bucket(earned_at, ${bounds}::timestamptz[]) - 1 as place, currency, sales, amount - reversed as net,
        order_id is distinct from lag(order_id) over (order by earned_at, order_id) as is_first
      from commissions
      where merchant_account_id = ${account} and earned_at >= ${bounds[0]}::timestamptz and earned_at < ${bounds.at(-1)}::timestamptz and replaced_at is null
    ) line group by place, currency`.execute(tx);
  return rows;
}
