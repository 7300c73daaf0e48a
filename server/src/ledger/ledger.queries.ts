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
