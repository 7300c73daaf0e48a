import { sql } from 'kysely';
import type { Balance } from '@vitrine/contract/commissions.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Tx } from '../platform/database/database.ts';

type BalanceRow = {
  id: string;
  display_name: string;
  currency: string;
  merchant_currency: string;
  payout_minimum: bigint;
  current: bigint;
  pending: bigint;
  processing: bigint;
  paid: bigint;
  next_at: Date | null;
  next_amount: bigint | null;
};

function blockedBy(current: bigint, minimum: bigint): Balance['blocked_by'] {
  if (current < 0n) return 'negative_balance';
  if (current === 0n) return 'nothing_current';
  return current < minimum ? 'below_minimum' : null;
}

function presentBalance(row: BalanceRow): Balance {
  // The minimum is in the merchant's currency and doesn't apply to other ones.
  const minimum = row.currency === row.merchant_currency ? row.payout_minimum : 0n;
  return {
    merchant_account_id: row.id,
    merchant_display_name: row.display_name,
    currency: row.currency,
    current: toMoney(row.current, row.currency),
    pending: toMoney(row.pending, row.currency),
    processing: toMoney(row.processing, row.currency),
    paid: toMoney(row.paid, row.currency),
    payout_minimum: toMoney(minimum, row.currency),
    next_maturing:
      row.next_at && row.next_amount !== null
        ? { at: row.next_at.toISOString(), amount: toMoney(row.next_amount, row.currency) }
        : null,
    blocked_by: blockedBy(row.current, minimum),
  };
}

/** One balance for each storefront and currency. An account that never earned has zeroes in its merchant's currency. */
export async function balancesOf(tx: Tx, creatorId: string): Promise<Balance[]> {
  const { rows } = await sql<BalanceRow>`
    select a.id, m.display_name, coalesce(l.currency, m.currency) as currency, m.currency as merchant_currency,
      case when exists (select from closures c where c.user_id = a.creator_id) then 0 else m.payout_minimum end as payout_minimum,
      coalesce(l.current, 0) as current, coalesce(l.pending, 0) as pending, coalesce(l.processing, 0) as processing, coalesce(l.paid, 0) as paid,
      next.at as next_at, next.amount as next_amount
    from merchant_accounts a
    join merchants m on m.id = a.merchant_id
    left join lateral (
      select l.currency, max(l.balance) filter (where l.kind = 'current') as current, max(l.balance) filter (where l.kind = 'pending') as pending,
        max(l.balance) filter (where l.kind = 'processing') as processing, max(l.balance) filter (where l.kind = 'paid') as paid
      from ledger_accounts l where l.merchant_id = a.merchant_id and l.merchant_account_id = a.id group by l.currency
    ) l on true
    left join lateral (
      select c.matures_at as at, sum(c.amount - c.reversed)::numeric as amount
      from commissions c
      where c.merchant_account_id = a.id and c.currency = coalesce(l.currency, m.currency) and c.state = 'pending' and c.held_reason is null
      group by c.matures_at order by c.matures_at limit 1
    ) next on true
    where a.creator_id = ${creatorId} and (a.status <> 'ended' or l.currency is not null)
    order by a.joined_at, m.slug, coalesce(l.currency, m.currency)`.execute(tx);
  return rows.map(presentBalance);
}
