// The amounts of orders, the same for a brand's list and for an order's details.
import type { EarnedMoney } from '@vitrine/contract/commissions.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { sql } from 'kysely';
import { type CommissionOfOrder, commissionsByOrder, isHeld, moneyOf } from '../commissions/commissions.money.ts';
import type { Tx } from '../platform/database/database.ts';

export type OrderMoney = {
  total: Money;
  refunded: Money;
  net: Money;
  commission: EarnedMoney | null;
  is_held: boolean;
};
export type ReadMoney = { money: OrderMoney; commissions: CommissionOfOrder[] };

type Order = { order_id: string; currency: string };
type Sums = { order_id: string; total: bigint; refunded: bigint; net: bigint };

async function sumsOf(tx: Tx, merchantId: string, orderIds: readonly string[]): Promise<Map<string, Sums>> {
  const { rows } = await sql<Sums>`
    select asked.order_id,
      (select coalesce(sum(net), 0)::bigint from order_lines where merchant_id = ${merchantId} and order_id = asked.order_id) as total,
      (select coalesce(sum(amount), 0)::bigint from refund_lines where merchant_id = ${merchantId} and order_id = asked.order_id) as refunded,
      (select coalesce(sum(greatest(l.net - coalesce((select sum(r.amount) from refund_lines r
          where r.merchant_id = l.merchant_id and r.order_id = l.order_id and r.line_id = l.line_id), 0), 0)), 0)::bigint
        from order_lines l where l.merchant_id = ${merchantId} and l.order_id = asked.order_id) as net
    from unnest(${orderIds}::text[]) as asked (order_id)`.execute(tx);
  return new Map(rows.map((row) => [row.order_id, row]));
}

export async function moneyOfOrders(
  tx: Tx,
  merchantId: string,
  orders: readonly Order[],
): Promise<(order: Order) => ReadMoney> {
  const ids = orders.map((order) => order.order_id);
  const sums = await sumsOf(tx, merchantId, ids);
  const earned = await commissionsByOrder(tx, merchantId, ids);
  return ({ order_id: orderId, currency }) => {
    const commissions = earned.get(orderId) ?? [];
    const current = commissions.filter((commission) => commission.replaced_at === null);
    return {
      money: {
        total: toMoney(sums.get(orderId)?.total ?? 0n, currency),
        refunded: toMoney(sums.get(orderId)?.refunded ?? 0n, currency),
        net: toMoney(sums.get(orderId)?.net ?? 0n, currency),
        commission: current.length > 0 ? moneyOf(current, currency) : null,
        is_held: isHeld(commissions),
      },
      commissions,
    };
  };
}
