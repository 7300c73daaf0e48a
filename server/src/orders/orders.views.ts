import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { outcome } from '@vitrine/contract/decisions.ts';
import type { listOrders, listShopOrders } from '@vitrine/contract/orders.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeIn } from '../platform/http/cursor.ts';
import { blockOf, isOrderNamedBy } from './orders.queries.ts';
import { moneyOfOrders, type OrderMoney } from './orders.money.ts';

type OrderQuery = QueryOf<typeof listOrders> & Pick<QueryOf<typeof listShopOrders>, 'since' | 'until'>;
type OrderRow = DataOf<typeof listOrders>[number];
type Row = {
  order_id: string;
  reference: string | null;
  source: string;
  currency: string;
  placed_at: Date;
  state: string;
  awaits_payment: boolean;
  is_currency_used: boolean;
  outcome: string | null;
  user_handle: string | null;
  merchant_account_id: string | null;
};

function present(row: Row, money: OrderMoney): OrderRow {
  const decided = outcome.safeParse(row.outcome);
  return {
    order_id: row.order_id,
    reference: row.reference,
    source: row.source,
    ...money,
    placed_at: row.placed_at.toISOString(),
    state: row.state === 'decided' || row.state === 'waiting' ? row.state : 'received',
    waits_for: blockOf(row),
    outcome: decided.success ? decided.data : null,
    credited_to: row.merchant_account_id === null ? null : (row.user_handle ?? 'former_creator'),
  };
}

function latestDecision(fields: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${fields} from decisions where merchant_id = o.merchant_id and order_id = o.order_id order by sequence desc limit 1`;
}

const credited = ['credited', 'held_self_purchase', 'held_for_review'];
const undecided = ['waiting_for_click'];

const refundedOf = sql`(select coalesce(sum(amount), 0) from refund_lines r where r.merchant_id = o.merchant_id and r.order_id = o.order_id)`;
const totalOf = sql`(select coalesce(sum(net), 0) from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.order_id)`;
const hasRefund = sql`exists (select from refund_lines r where r.merchant_id = o.merchant_id and r.order_id = o.order_id and r.amount > 0)`;

/** What became of an order, apart from the outcome of its decision. */
const becameOf: Record<string, RawBuilder<unknown>> = {
  held: sql`and exists (select from commissions c where c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.state = 'pending' and c.held_reason is not null)`,
  // Also one with a commission that was paid before the order was flagged.
  flagged: sql`and exists (select from commissions c where c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.state in ('processing', 'paid') and c.replaced_at is null)
      and exists (select from order_flags f where f.merchant_id = o.merchant_id and f.order_id = o.order_id and not f.held)`,
  not_credited: sql`and o.state = 'decided' and (${latestDecision(sql`outcome`)}) <> all (${[...credited, ...undecided]})`,
  declined: sql`and exists (select from commissions c where c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.declined_at is not null and c.replaced_at is null)`,
  partly_refunded: sql`and ${hasRefund} and ${refundedOf} < ${totalOf}`,
  refunded: sql`and ${hasRefund} and ${refundedOf} >= ${totalOf}`,
  cancelled: sql`and exists (select from refunds f where f.merchant_id = o.merchant_id and f.order_id = o.order_id and f.kind = 'cancellation')`,
  disputed: sql`and exists (select from disputes d where d.merchant_id = o.merchant_id and d.order_id = o.order_id and d.state <> 'won')`,
  waiting_for_payment: sql`and o.awaits_payment`,
  waiting_for_currency: sql`and o.state <> 'decided' and not exists (
      select from merchants m where m.id = o.merchant_id and (o.currency = m.currency or o.currency = any(m.accepted_currencies)))`,
};

function ofOutcome(wanted: string): RawBuilder<unknown> {
  return becameOf[wanted] ?? sql`and (${latestDecision(sql`outcome`)}) = ${wanted}`;
}

function conditionsOf({ search, since, until, outcome: wanted }: OrderQuery): RawBuilder<unknown> {
  const conditions = [
    search ? sql`and ${isOrderNamedBy(search, { orderId: sql`o.order_id`, reference: sql`o.reference` })}` : sql``,
    since === undefined ? sql`` : sql`and o.placed_at >= ${since}::timestamptz`,
    until === undefined ? sql`` : sql`and o.placed_at < ${until}::timestamptz`,
    wanted === undefined ? sql`` : ofOutcome(wanted),
  ];
  return sql.join(conditions, sql` `);
}

/** A brand's orders, newest first, with their outcomes. */
export async function pageOfOrders(
  tx: Tx,
  merchantId: string,
  query: OrderQuery,
): Promise<{ data: OrderRow[]; meta: MetaOf<typeof listOrders> }> {
  const after = placeIn(query.cursor);
  // The page is found before anything is joined to it. Conditions that the query doesn't have are left out, so that the
  // database plans for the others.
  const { rows } = await sql<Row>`
    with page as materialized (
      select o.merchant_id, o.order_id, o.reference, o.source, o.currency, o.placed_at, o.state, o.awaits_payment from orders o
      where o.merchant_id = ${merchantId} ${conditionsOf(query)}
        ${after ? sql`and (o.placed_at, o.order_id) < (${after.at}::timestamptz, ${after.id})` : sql``}
      order by o.placed_at desc, o.order_id desc
      limit ${query.limit + 1}
    )
    select o.order_id, o.reference, o.source, o.currency, o.placed_at, o.state, o.awaits_payment,
      (o.currency = m.currency or o.currency = any(m.accepted_currencies)) as is_currency_used, d.outcome, d.merchant_account_id, u.user_handle
    from page o
    join merchants m on m.id = o.merchant_id
    left join lateral (${latestDecision(sql`outcome, merchant_account_id`)}) d on true
    left join merchant_accounts a on a.merchant_id = o.merchant_id and a.id = d.merchant_account_id
    left join users u on u.id = a.creator_id
    order by o.placed_at desc, o.order_id desc`.execute(tx);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const moneyOf = await moneyOfOrders(tx, merchantId, page);
  return {
    data: page.map((row) => present(row, moneyOf(row).money)),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.placed_at, last.order_id) : null },
  };
}
