import { type Statement, type StatementMonth, statementEntry } from '@vitrine/contract/payouts.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type Month, monthOf, nextMonth, startOf } from './months.ts';

/** The hash chain of the available balance of one creator at one merchant in one currency. */
export type Chain = { merchantId: string; merchantAccountId: string; currency: string };
/** One month of a chain: the entries after `fromSeq` up to and including `toSeq`. */
export type StatementSpan = {
  month: Month;
  closed: boolean;
  fromSeq: bigint;
  toSeq: bigint;
  opening: bigint;
  closing: bigint;
  headHash: Buffer;
};

type Closed = { month: string; opening: bigint; closing: bigint; last_seq: bigint; head_hash: Buffer };
type Head = { balance: bigint; last_seq: bigint; last_hash: Buffer; first_at: Date | null };

async function headOf(tx: Tx, of: Chain): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select a.balance, a.last_seq, a.last_hash, (
      select t.occurred_at from ledger_entries e join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
      where e.account_id = a.id and e.account_seq = 1
    ) as first_at
    from ledger_accounts a where a.merchant_id = ${of.merchantId} and a.merchant_account_id = ${of.merchantAccountId}
      and a.currency = ${of.currency} and a.kind = 'current'`.execute(tx);
  return rows[0];
}

/** The months of a chain, oldest first: the closed ones, then the open one with all later entries. */
export async function spansOf(tx: Tx, of: Chain): Promise<StatementSpan[]> {
  const { rows } = await sql<Closed>`
    select to_char(month, 'YYYY-MM') as month, opening, closing, last_seq, head_hash from statements
    where merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId} and currency = ${of.currency}
    order by statements.month`.execute(tx);
  const head = await headOf(tx, of);
  const closed = rows.map((row, index) => ({
    month: row.month,
    closed: true,
    fromSeq: rows[index - 1]?.last_seq ?? 0n,
    toSeq: row.last_seq,
    opening: row.opening,
    closing: row.closing,
    headHash: row.head_hash,
  }));
  const last = closed.at(-1);
  if (!head?.first_at) return closed;
  const open = {
    month: last ? nextMonth(last.month) : monthOf(head.first_at),
    closed: false,
    fromSeq: last?.toSeq ?? 0n,
    toSeq: head.last_seq,
    opening: last?.closing ?? 0n,
    closing: head.balance,
    headHash: head.last_hash,
  };
  return [...closed, open];
}

export function presentMonth(span: StatementSpan, currency: string): StatementMonth {
  return {
    month: span.month,
    currency,
    opening: toMoney(span.opening, currency),
    closing: toMoney(span.closing, currency),
    entries: Number(span.toSeq - span.fromSeq),
    closed: span.closed,
  };
}

type EntryRow = {
  seq: bigint;
  occurred_at: Date;
  kind: string;
  reference: string;
  amount: bigint;
  hash: Buffer;
  line: string;
  order_id: string | null;
  order_reference: string | null;
  title: string | null;
};

async function entriesOf(tx: Tx, of: Chain, span: StatementSpan): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.account_seq as seq, t.occurred_at, t.kind, t.reference, e.amount, e.hash,
      ledger_line(e.account_seq, t.id, t.kind, t.key, t.reference, t.occurred_at, t.recorded_at, e.amount, e.currency) as line,
      c.order_id, order_reference(c.merchant_id, c.order_id) as order_reference, l.title
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.account_seq > ${span.fromSeq} and e.account_seq <= ${span.toSeq}
    join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    left join commissions c on c.merchant_id = t.merchant_id
      and c.id = case when t.kind in ('commission', 'maturity', 'reversal') or (t.kind = 'adjustment' and t.key like 'hold:%') then t.reference::uuid end
    left join order_lines l on l.merchant_id = c.merchant_id and l.order_id = c.order_id and l.line_id = c.line_id
    where a.merchant_id = ${of.merchantId} and a.merchant_account_id = ${of.merchantAccountId}
      and a.currency = ${of.currency} and a.kind = 'current'
    order by e.account_seq`.execute(tx);
  return rows;
}

async function hashBefore(tx: Tx, of: Chain, span: StatementSpan): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    select coalesce(e.hash, ledger_genesis(a.merchant_account_id, a.currency, a.kind)) as hash
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id and e.account_seq = ${span.fromSeq}
    where a.merchant_id = ${of.merchantId} and a.merchant_account_id = ${of.merchantAccountId}
      and a.currency = ${of.currency} and a.kind = 'current'`.execute(tx);
  return rows[0]?.hash ?? Buffer.alloc(0);
}

async function otherBalancesOf(tx: Tx, of: Chain, span: StatementSpan): Promise<Statement['beside']> {
  const until = span.closed ? startOf(nextMonth(span.month)) : null;
  const { rows } = await sql<{ kind: string; held: bigint }>`
    select a.kind, coalesce(sum(e.amount), 0)::bigint as held
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    where a.merchant_id = ${of.merchantId} and a.merchant_account_id = ${of.merchantAccountId} and a.currency = ${of.currency}
      and a.kind in ('pending', 'processing', 'paid') and (${until}::timestamptz is null or t.occurred_at < ${until}::timestamptz)
    group by a.kind`.execute(tx);
  const held = (kind: string) => toMoney(rows.find((row) => row.kind === kind)?.held ?? 0n, of.currency);
  return { pending: held('pending'), processing: held('processing'), paid: held('paid') };
}

/** A month's statement without the names of creator and brand. */
export async function statementOf(tx: Tx, of: Chain, span: StatementSpan) {
  const money = (amount: bigint) => toMoney(amount, of.currency);
  const rows = await entriesOf(tx, of, span);
  let balance = span.opening;
  const entries = rows.map((row) => {
    balance += row.amount;
    return {
      seq: Number(row.seq),
      at: row.occurred_at.toISOString(),
      kind: statementEntry.shape.kind.parse(row.kind),
      order_id: row.order_id,
      order_reference: row.order_reference,
      title: row.title,
      payout_id: row.kind.startsWith('payout') ? row.reference : null,
      amount: money(row.amount),
      balance: money(balance),
      line: row.line,
      hash: row.hash.toString('hex'),
    };
  });
  return {
    merchant_account_id: of.merchantAccountId,
    month: span.month,
    currency: of.currency,
    closed: span.closed,
    opening: money(span.opening),
    closing: money(span.closing),
    opening_hash: (await hashBefore(tx, of, span)).toString('hex'),
    head_hash: span.headHash.toString('hex'),
    entries,
    beside: await otherBalancesOf(tx, of, span),
  };
}
