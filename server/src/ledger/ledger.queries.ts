import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type AccountKind = 'merchant' | 'pending' | 'current' | 'processing' | 'paid';
export type TransactionKind =
  | 'commission'
  | 'reversal'
  | 'maturity'
  | 'payout_request'
  | 'payout_cancel'
  | 'payout_paid'
  | 'adjustment';

/** One balanced movement between the accounts of one creator at one merchant, in one currency. */
export type Posting = {
  merchantId: string;
  merchantAccountId: string;
  /** Posted once per merchant, for ever: the same key again changes nothing. */
  key: string;
  kind: TransactionKind;
  /** What it is about, in words of the domain: a commission's or payout's id. */
  reference: string;
  currency: string;
  occurredAt: Date;
  entries: readonly { account: AccountKind; amount: bigint }[];
};

/** Answers the id of the transaction that the key stands for, be it this one or the first. */
export async function postTransaction(tx: Tx, posting: Posting, id: string): Promise<string> {
  const entries = JSON.stringify(
    posting.entries.map((entry) => ({ account: entry.account, amount: entry.amount.toString() })),
  );
  const { rows } = await sql<{
    id: string;
  }>`select post_transaction(${posting.merchantId}, ${posting.merchantAccountId}, ${id}, ${posting.key},
    ${posting.kind}, ${posting.reference}, ${posting.currency}, ${posting.occurredAt}, ${entries}::jsonb) as id`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('post_transaction answered nothing');
  return row.id;
}

export type DueAccount = { merchant_id: string; merchant_account_id: string; creator_id: string };

/** The accounts with commissions to move on, those that wait longest first. */
export async function findDueAccounts(tx: Tx, now: Date): Promise<DueAccount[]> {
  return tx
    .selectFrom('commissions')
    .select(['merchant_id', 'merchant_account_id', 'creator_id'])
    .where('state', '=', 'pending')
    .where('held_reason', 'is', null)
    .where('matures_at', '<=', now)
    .groupBy(['merchant_id', 'merchant_account_id', 'creator_id'])
    .orderBy((of) => of.fn.min('matures_at'))
    .execute();
}

/** Locks what is due of one account. A row that a refund holds just now is left for the next run. */
export async function lockDueCommissions(tx: Tx, account: DueAccount, now: Date, limit: number) {
  return tx
    .selectFrom('commissions')
    .select(['id', 'order_id', 'amount', 'reversed', 'currency'])
    .where('merchant_id', '=', account.merchant_id)
    .where('merchant_account_id', '=', account.merchant_account_id)
    .where('state', '=', 'pending')
    .where('held_reason', 'is', null)
    .where('matures_at', '<=', now)
    .orderBy('matures_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markAvailable(tx: Tx, merchantId: string, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ state: 'available', available_at: now })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
}
