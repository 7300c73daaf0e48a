import type { Closure } from '@vitrine/contract/closures.ts';
import { sql } from 'kysely';
import { balancesIn } from '../ledger/ledger.service.ts';
import type { Tx } from '../platform/database/database.ts';

/** Money that brands still owe a creator, by brand and currency. */
export async function owedTo(tx: Tx, creatorId: string): Promise<Closure['owed']> {
  const owed: Closure['owed'] = [];
  for (const balance of await balancesIn(tx, creatorId)) {
    const { merchant_account_id, merchant_display_name: brand, current, pending, processing, currency } = balance;
    if (![current, pending, processing].some(({ amount }) => BigInt(amount) > 0n)) continue;
    const available = BigInt(current.amount) > 0n ? current.amount : '0';
    const settles_at = await settlesAt(tx, merchant_account_id, currency);
    owed.push({
      merchant_account_id,
      brand,
      available: { amount: available, currency },
      pending,
      processing,
      settles_at,
    });
  }
  return owed;
}

async function settlesAt(tx: Tx, accountId: string, currency: string): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null; held: boolean | null }>`
    select max(matures_at) as at, bool_or(held_reason is not null) as held from commissions
    where merchant_account_id = ${accountId}::uuid and currency = ${currency} and state = 'pending'`.execute(tx);
  const [found] = rows;
  return found?.at && !found.held ? found.at.toISOString() : null;
}

/** What only this user does in the installation: a brand without another owner, or the operator's work. */
export async function obstaclesOf(tx: Tx, userId: string): Promise<Closure['obstacles']> {
  const { rows } = await sql<{ brand: string | null }>`
    with remaining as (
      select id, role from users u where id <> ${userId}::uuid and user_status = 100
        and not exists (select from closures c where c.user_id = u.id)
    )
    select m.display_name as brand from merchant_staff s join merchants m on m.id = s.merchant_id
      where s.user_id = ${userId}::uuid and s.role = 'owner' and m.disabled_at is null
        and not exists (select from merchant_staff o join remaining on remaining.id = o.user_id
          where o.merchant_id = s.merchant_id and o.role = 'owner')
    union all
    select null from users u where u.id = ${userId}::uuid and u.role = 'operator'
      and not exists (select from remaining where role = 'operator')
    order by 1`.execute(tx);
  return rows.map(({ brand }) => (brand === null ? { kind: 'last_operator' } : { kind: 'last_owner', brand }));
}

/** Whether money prevents the erasure. Money in a payout always does: the brand may be sending it right now. */
export function isBlockedBy(owed: Closure['owed'], givesUpMoney: boolean): boolean {
  return owed.some(({ available, pending, processing }) => {
    const waits = givesUpMoney ? [processing] : [available, pending, processing];
    return waits.some(({ amount }) => BigInt(amount) > 0n);
  });
}
