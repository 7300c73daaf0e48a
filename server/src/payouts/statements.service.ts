// A statement is one month of the available balance: the opening balance, each entry with its reason, the closing balance
// and the closing hash, with which anyone can verify the file. A closed month never changes, and the next one starts with
// its closing balance.
import { Readable } from 'node:stream';
import type { ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { readStatement, Statement, StatementMonth } from '@vitrine/contract/payouts.ts';
import { withoutMarks } from '@vitrine/contract/values/slug.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { SentFile } from '../platform/http/serve.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { type Cell, spreadsheetPieces } from '../platform/csv.ts';
import { decimalText } from '../platform/money.text.ts';
import { statementPdf } from './statements.pdf.ts';
import {
  beginningOf,
  type Chain,
  pieceOf,
  presentMonth,
  spansOf,
  statementOf,
  type StatementSpan,
} from './statements.views.ts';
import { reasonText, statementTexts } from './statements.texts.ts';

function scopeOf(of: AccountAccess) {
  return { role: 'app', merchantId: of.merchantId, creatorId: of.creatorId } as const;
}

export async function listStatementsOf(ctx: Context, actor: Actor, account: string): Promise<StatementMonth[]> {
  const of = await accessMerchantAccount(ctx, actor, account);
  return ctx.database.as(scopeOf(of), async (tx) => {
    const currencies = await tx
      .selectFrom('ledger_accounts')
      .select('currency')
      .where('merchant_account_id', '=', of.merchantAccountId)
      .where('kind', '=', 'current')
      .orderBy('currency')
      .execute();
    const months: StatementMonth[] = [];
    for (const { currency } of currencies)
      months.push(...(await spansOf(tx, { ...of, currency })).map((span) => presentMonth(span, currency)));
    return months.toSorted((a, b) => b.month.localeCompare(a.month) || a.currency.localeCompare(b.currency));
  });
}

type StatementQuery = { merchant_account_id: string; month: string; currency?: string | undefined };

/** A statement without its entries, in the language of its creator. */
type StatementHead = Omit<Statement, 'entries'>;
type Found = { head: StatementHead; locale: string; of: AccountAccess; chain: Chain; span: StatementSpan };

async function findStatement(ctx: Context, actor: Actor, query: StatementQuery): Promise<Found> {
  const of = await accessMerchantAccount(ctx, actor, query.merchant_account_id);
  const chain = { ...of, currency: query.currency ?? of.currency };
  const creator = await mailboxOf(ctx, of.creatorId);
  return ctx.database.as(scopeOf(of), async (tx) => {
    const span = (await spansOf(tx, chain)).find(({ month }) => month === query.month);
    if (!span) throw new Refusal('not_found');
    const head = {
      ...(await statementOf(tx, chain, span)),
      merchant_display_name: of.merchantDisplayName,
      creator_display_name: creator?.displayName ?? '',
    };
    return { head, locale: creator?.locale ?? 'en', of, chain, span };
  });
}

const cursorOf = /^(?<seq>\d{1,18})\.(?<balance>-?\d{1,18})$/;

/** The cursor names the last entry and the balance there, so that no page adds up the ones before it. */
function placeAt(span: StatementSpan, cursor: string | undefined) {
  if (cursor === undefined) return beginningOf(span);
  const { seq, balance } = cursorOf.exec(cursor)?.groups ?? {};
  if (seq === undefined || balance === undefined || BigInt(seq) < span.fromSeq)
    throw invalid('cursor', 'must be the next_cursor of the previous page');
  return { seq: BigInt(seq), balance: BigInt(balance) };
}

/** A statement with all its entries or, with a limit, a page of them. */
export async function readStatementOf(
  ctx: Context,
  actor: Actor,
  query: StatementQuery & { cursor?: string | undefined; limit?: number | undefined },
): Promise<ReplyOf<typeof readStatement>> {
  const { head, of, chain, span } = await findStatement(ctx, actor, query);
  const { entries, end, isLast } = await ctx.database.as(scopeOf(of), (tx) =>
    pieceOf(tx, chain, span, placeAt(span, query.cursor), query.limit ?? null),
  );
  return { data: { ...head, entries }, meta: { next_cursor: isLast ? null : `${end.seq}.${end.balance}` } };
}

/** So many entries of a file are in memory at once. */
const entriesAtOnce = 250;

/** The entries in pieces. Entries never change, so each piece has a transaction of its own. */
async function* piecesOf(ctx: Context, { of, chain, span }: Found): AsyncGenerator<Statement['entries']> {
  let from = beginningOf(span);
  while (from.seq < span.toSeq) {
    const piece = await ctx.database.as(scopeOf(of), (tx) => pieceOf(tx, chain, span, from, entriesAtOnce));
    if (piece.entries.length === 0) return;
    yield piece.entries;
    from = piece.end;
  }
}

function nameOf(statement: StatementHead, ending: string): string {
  const brand = withoutMarks(statement.merchant_display_name).replaceAll(/[^a-z0-9]+/g, '-');
  return `statement-${brand}-${statement.month}-${statement.currency}.${ending}`;
}

async function* csvRowsOf(ctx: Context, found: Found): AsyncGenerator<Cell[][]> {
  const { head: statement, locale } = found;
  const texts = statementTexts(locale);
  const { currency, month, opening_hash: openingHash, head_hash: headHash } = statement;
  const number = (money: { amount: string }) => ({ decimal: decimalText(BigInt(money.amount), currency) });
  const edge = (kind: 'opening' | 'closing', hash: string) => [
    '',
    month,
    kind,
    texts.csv[kind],
    '',
    '',
    number(statement[kind]),
    currency,
    '',
    hash,
    '',
  ];
  yield [edge('opening', openingHash)];
  for await (const entries of piecesOf(ctx, found))
    yield entries.map((entry) => [
      { decimal: String(entry.seq) },
      entry.at,
      entry.kind,
      reasonText(texts, entry),
      entry.order_id ?? '',
      number(entry.amount),
      number(entry.balance),
      currency,
      entry.line,
      entry.hash,
      entry.order_reference ?? '',
    ]);
  yield [edge('closing', headHash)];
}

export async function statementCsvOf(ctx: Context, actor: Actor, query: StatementQuery): Promise<SentFile> {
  const found = await findStatement(ctx, actor, query);
  const { entry, at, kind, reason, order, amount, balance, currency, line, hash, reference } = statementTexts(
    found.locale,
  ).csv;
  const heading = [entry, at, kind, reason, order, amount, balance, currency, line, hash, reference];
  return {
    name: nameOf(found.head, 'csv'),
    bytes: Readable.from(spreadsheetPieces(heading, csvRowsOf(ctx, found))),
  };
}

export async function statementPdfOf(ctx: Context, actor: Actor, query: StatementQuery): Promise<SentFile> {
  const found = await findStatement(ctx, actor, query);
  const entries = { count: Number(found.span.toSeq - found.span.fromSeq), pieces: piecesOf(ctx, found) };
  const bytes = statementPdf(found.head, entries, found.locale, ctx.clock.now());
  return { name: nameOf(found.head, 'pdf'), bytes };
}
