import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type AccountKind = 'merchant' | 'pending' | 'current' | 'processing' | 'paid';
export type TransactionKind =
  | 'commission'
  | 'reversal'
  | 'maturity'
  | 'payout_request'
  | 'payout_cancel'
  | 'payout_paid'
  | 'adjustment'
  | 'bonus'
  | 'correction';

/** One balanced movement between the accounts of one creator at one merchant, in one currency. */
export type Posting = {
  merchantId: string;
  merchantAccountId: string;
  /** Unique per merchant, forever: posting the same key again changes nothing. */
  key: string;
  kind: TransactionKind;
  /** The id of the commission, payout, bonus or correction that it belongs to. */
  reference: string;
  currency: string;
  occurredAt: Date;
  entries: readonly { account: AccountKind; amount: bigint }[];
};

/** A posting in the form the database reads. Amounts are text, because JSON numbers are too small. */
function rowOf(posting: Posting, id: string) {
  return {
    merchant: posting.merchantId,
    account: posting.merchantAccountId,
    id,
    key: posting.key,
    kind: posting.kind,
    reference: posting.reference,
    currency: posting.currency,
    occurred_at: posting.occurredAt.toISOString(),
    entries: posting.entries.map((entry) => ({ account: entry.account, amount: entry.amount.toString() })),
  };
}

type IdentifiedPosting = { posting: Posting; id: string };

/** Posts all in one statement. Its rows are the transaction id of each key, whether it was posted now or before. */
export function postingStatement(postings: readonly IdentifiedPosting[]): RawBuilder<{ id: string }> {
  const sent = JSON.stringify(postings.map(({ posting, id }) => rowOf(posting, id)));
  return sql<{ id: string }>`
    select post_transaction(p.merchant, p.account, p.id, p.key, p.kind, p.reference, p.currency, p.occurred_at, p.entries) as id
    from rows from (jsonb_to_recordset(${sent}::jsonb) as (merchant uuid, account uuid, id uuid, key text, kind text,
      reference text, currency text, occurred_at timestamptz, entries jsonb)) with ordinality
      as p (merchant, account, id, key, kind, reference, currency, occurred_at, entries, place)
    order by p.place`;
}

export async function postTransactions(tx: Tx, postings: readonly IdentifiedPosting[]): Promise<string[]> {
  if (postings.length === 0) return [];
  const { rows } = await postingStatement(postings).execute(tx);
  return rows.map((row) => row.id);
}
