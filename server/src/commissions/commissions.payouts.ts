// The commissions of a payout. Only whole commissions are paid, oldest first. What else is in the available balance is
// always part of the next payout (carried): bonuses, corrections, and debt from refunds after an earlier payout. Locks: commissions by id, then ledger accounts.
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type PayoutAccount = { merchantId: string; merchantAccountId: string; currency: string };
/** The rest of a balance, and the bonuses and corrections in it. */
export type Carried = { carried: bigint; adjustments: string[] };
export type Collected = Carried & { ids: string[]; amount: bigint };

/** The available balance minus the available commissions: negative after a refund of a paid commission. */
export async function carriedOf(tx: Tx, of: PayoutAccount): Promise<Carried> {
  // One statement has one snapshot, so what matures or is given meanwhile is in all sums or in none.
  const { rows } = await sql<Carried>`
    select (coalesce((select balance from ledger_accounts where merchant_id = ${of.merchantId}
        and merchant_account_id = ${of.merchantAccountId} and currency = ${of.currency} and kind = 'current'), 0)
      - coalesce((select sum(amount - reversed) from commissions where merchant_id = ${of.merchantId}
        and merchant_account_id = ${of.merchantAccountId} and currency = ${of.currency} and state = 'available'), 0))::bigint as carried,
      array(select id::text from adjustments where merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId}
        and currency = ${of.currency} and payout_id is null) as adjustments`.execute(tx);
  return rows[0] ?? { carried: 0n, adjustments: [] };
}

/** Locks the available commissions and takes the oldest ones that fit within `atMost`, or all of them. */
export async function collectForPayout(tx: Tx, of: PayoutAccount, atMost: bigint | undefined): Promise<Collected> {
  const locked = await tx
    .selectFrom('commissions')
    .select(['id', 'amount', 'reversed', 'available_at'])
    .where('merchant_id', '=', of.merchantId)
    .where('merchant_account_id', '=', of.merchantAccountId)
    .where('currency', '=', of.currency)
    .where('state', '=', 'available')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { carried, adjustments } = await carriedOf(tx, of);
  const oldestFirst = locked.toSorted(
    (a, b) => (a.available_at?.getTime() ?? 0) - (b.available_at?.getTime() ?? 0) || (a.id < b.id ? -1 : 1),
  );
  let amount = carried;
  const ids: string[] = [];
  for (const commission of oldestFirst) {
    const next = amount + commission.amount - commission.reversed;
    if (atMost !== undefined && next > atMost) break;
    amount = next;
    ids.push(commission.id);
  }
  return { ids, amount, carried, adjustments };
}

export async function moveToPayout(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  payoutId: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('commissions')
    .set({ state: 'processing', payout_id: payoutId })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
}

/** The commissions of a payout, locked in id order. */
export async function lockCommissionsOfPayout(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  await tx
    .selectFrom('commissions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function payCommissions(tx: Tx, merchantId: string, payoutId: string, at: Date): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ state: 'paid', paid_at: at })
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .execute();
}

/** After a failed payout: its commissions become available again, except those reversed meanwhile. */
export async function returnFromPayout(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  await sql`update commissions set state = case when reversed = amount then 'reversed' else 'available' end, payout_id = null, paid_at = null
    where merchant_id = ${merchantId} and payout_id = ${payoutId}`.execute(tx);
}
