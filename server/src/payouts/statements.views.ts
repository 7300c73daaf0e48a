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
  /** The other balances, if they were kept when the month was closed. */
  beside?: Beside | undefined;
};

type Beside = { pending: bigint; processing: bigint; paid: bigint };
type Closed = { month: string; opening: bigint; closing: bigint; last_seq: bigint; head_hash: Buffer } & {
  [Kind in keyof Beside]: bigint | null;
};
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

function keptBeside({ pending, processing, paid }: Closed): Beside | undefined {
  return pending === null || processing === null || paid === null ? undefined : { pending, processing, paid };
}

/** The months of a chain, oldest first: the closed ones, then the open one with all later entries. */
export async function spansOf(tx: Tx, of: Chain): Promise<StatementSpan[]> {
  const { rows } = await sql<Closed>`
    select to_char(month, 'YYYY-MM') as month, opening, closing, last_seq, head_hash, pending, processing, paid from statements
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
    beside: keptBeside(row),
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
  commission: string | null;
  amount: bigint;
  hash: Buffer;
  line: string;
};

type Sold = { id: string; order_id: string; order_reference: string | null; title: string | null };

/** What the entries are about. Row policies allow no index for an id that is cast from text, so these are read by id. */
async function soldOf(tx: Tx, merchantId: string, commissionIds: readonly string[]): Promise<Map<string, Sold>> {
  if (commissionIds.length === 0) return new Map();
  const { rows } = await sql<Sold>`
    select c.id, c.order_id, order_reference(c.merchant_id, c.order_id) as order_reference, l.title
    from commissions c
    left join order_lines l on l.merchant_id = c.merchant_id and l.order_id = c.order_id and l.line_id = c.line_id
    where c.merchant_id = ${merchantId} and c.id = any(${commissionIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

function isAdjusted(kind: string): boolean {
  return kind === 'bonus' || kind === 'correction';
}

/** The reasons of bonuses and corrections. */
async function reasonsOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('adjustments')
    .select(['id', 'reason'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.reason]));
}

/** The position after an entry of a statement, with the balance there. */
type Place = { seq: bigint; balance: bigint };
export type StatementPiece = { entries: Statement['entries']; end: Place; isLast: boolean };

async function entryRows(tx: Tx, of: Chain, span: StatementSpan, after: bigint, most: number | null) {
  const { rows } = await sql<EntryRow>`
    select e.account_seq as seq, t.occurred_at, t.kind, t.reference, e.amount, e.hash,
      ledger_line(e.account_seq, t.id, t.kind, t.key, t.reference, t.occurred_at, t.recorded_at, e.amount, e.currency) as line,
      case when t.kind in ('commission', 'maturity', 'reversal') or (t.kind = 'adjustment' and t.key like 'hold:%') then t.reference end as commission
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.account_seq > ${after} and e.account_seq <= ${span.toSeq}
    join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    where a.merchant_id = ${of.merchantId} and a.merchant_account_id = ${of.merchantAccountId}
      and a.currency = ${of.currency} and a.kind = 'current'
    order by e.account_seq limit ${most}`.execute(tx);
  return rows;
}

export function beginningOf(span: StatementSpan): Place {
  return { seq: span.fromSeq, balance: span.opening };
}

/** The entries of a statement from a position on, at most `most` or all. */
export async function pieceOf(
  tx: Tx,
  of: Chain,
  span: StatementSpan,
  from: Place,
  most: number | null,
): Promise<StatementPiece> {
  const rows = await entryRows(tx, of, span, from.seq, most);
  const sold = await soldOf(
    tx,
    of.merchantId,
    rows.flatMap(({ commission }) => commission ?? []),
  );
  const reasonOf = await reasonsOf(
    tx,
    of.merchantId,
    rows.flatMap(({ kind, reference }) => (isAdjusted(kind) ? [reference] : [])),
  );
  const end = { ...from };
  const entries = rows.map((row) => {
    end.seq = row.seq;
    end.balance += row.amount;
    const about = row.commission === null ? undefined : sold.get(row.commission);
    return {
      seq: Number(row.seq),
      at: row.occurred_at.toISOString(),
      kind: statementEntry.shape.kind.parse(row.kind),
      order_id: about?.order_id ?? null,
      order_reference: about?.order_reference ?? null,
      title: about?.title ?? (isAdjusted(row.kind) ? (reasonOf.get(row.reference) ?? null) : null),
      payout_id: row.kind.startsWith('payout') ? row.reference : null,
      amount: toMoney(row.amount, of.currency),
      balance: toMoney(end.balance, of.currency),
      line: row.line,
      hash: row.hash.toString('hex'),
    };
  });
  return { entries, end, isLast: end.seq >= span.toSeq };
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
  const { pending, processing, paid } = span.beside ?? (await besideOf(tx, of, span.closed ? span.month : undefined));
  return {
    pending: toMoney(pending, of.currency),
    processing: toMoney(processing, of.currency),
    paid: toMoney(paid, of.currency),
  };
}

/** The other balances now, or at the end of a month: what they are now without the entries since then. */
export async function besideOf(tx: Tx, of: Chain, month?: Month): Promise<Beside> {
  const until = month === undefined ? null : startOf(nextMonth(month));
  const since = until
    ? sql`coalesce((select sum(e.amount) from ledger_entries e
        join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
        where e.account_id = a.id and t.occurred_at >= ${until}), 0)`
    : sql`0`;
  const { rows } = await sql<{ kind: string; held: bigint }>`
    select a.kind, (a.balance - ${since})::bigint as held from ledger_accounts a
    where a.merchant_id = ${of.merchantId} and a.merchant_account_id = ${of.merchantAccountId} and a.currency = ${of.currency}
      and a.kind in ('pending', 'processing', 'paid')`.execute(tx);
  const held = (kind: string) => rows.find((row) => row.kind === kind)?.held ?? 0n;
  return { pending: held('pending'), processing: held('processing'), paid: held('paid') };
}

/** A month's statement without its entries and the names of creator and brand. */
export async function statementOf(tx: Tx, of: Chain, span: StatementSpan) {
  return {
    merchant_account_id: of.merchantAccountId,
    month: span.month,
    currency: of.currency,
    closed: span.closed,
    opening: toMoney(span.opening, of.currency),
    closing: toMoney(span.closing, of.currency),
    opening_hash: (await hashBefore(tx, of, span)).toString('hex'),
    head_hash: span.headHash.toString('hex'),
    beside: await otherBalancesOf(tx, of, span),
  };
}
