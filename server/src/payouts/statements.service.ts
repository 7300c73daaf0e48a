// A statement is one month of the available balance: the opening balance, each entry with its reason, the closing balance
// and the closing hash, with which anyone can verify the file. A closed month never changes, and the next one starts with
// its closing balance.
import type { Statement, StatementMonth } from '@vitrine/contract/payouts.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { SentFile } from '../platform/http/serve.ts';
import { Refusal } from '../platform/refusal.ts';
import { spreadsheetOf } from '../platform/csv.ts';
import { decimalText } from '../platform/money.text.ts';
import { statementPdf } from './statements.pdf.ts';
import { presentMonth, spansOf, statementOf } from './statements.views.ts';
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

/** A statement and the language of its creator, for the files. */
async function statementFor(
  ctx: Context,
  actor: Actor,
  query: StatementQuery,
): Promise<{ statement: Statement; locale: string }> {
  const of = await accessMerchantAccount(ctx, actor, query.merchant_account_id);
  const chain = { ...of, currency: query.currency ?? of.currency };
  const creator = await mailboxOf(ctx, of.creatorId);
  return ctx.database.as(scopeOf(of), async (tx) => {
    const span = (await spansOf(tx, chain)).find(({ month }) => month === query.month);
    if (!span) throw new Refusal('not_found');
    const statement = {
      ...(await statementOf(tx, chain, span)),
      merchant_display_name: of.merchantDisplayName,
      creator_display_name: creator?.displayName ?? '',
    };
    return { statement, locale: creator?.locale ?? 'en' };
  });
}

export async function readStatementOf(ctx: Context, actor: Actor, query: StatementQuery): Promise<Statement> {
  return (await statementFor(ctx, actor, query)).statement;
}

function nameOf(statement: Statement, ending: string): string {
  const brand = statement.merchant_display_name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `statement-${brand}-${statement.month}-${statement.currency}.${ending}`;
}

export async function statementCsvOf(ctx: Context, actor: Actor, query: StatementQuery): Promise<SentFile> {
  const { statement, locale } = await statementFor(ctx, actor, query);
  const texts = statementTexts(locale);
  const { currency, month } = statement;
  const number = (money: { amount: string }) => ({ decimal: decimalText(BigInt(money.amount), currency) });
  const rows = [
    [
      '',
      month,
      'opening',
      texts.csv.opening,
      '',
      '',
      number(statement.opening),
      currency,
      '',
      statement.opening_hash,
      '',
    ],
    ...statement.entries.map((entry) => [
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
    ]),
    ['', month, 'closing', texts.csv.closing, '', '', number(statement.closing), currency, '', statement.head_hash, ''],
  ];
  const { entry, at, kind, reason, order, amount, balance, currency: unit, line, hash, reference } = texts.csv;
  const head = [entry, at, kind, reason, order, amount, balance, unit, line, hash, reference];
  return { name: nameOf(statement, 'csv'), bytes: spreadsheetOf(head, rows) };
}

export async function statementPdfOf(ctx: Context, actor: Actor, query: StatementQuery): Promise<SentFile> {
  const { statement, locale } = await statementFor(ctx, actor, query);
  return { name: nameOf(statement, 'pdf'), bytes: await statementPdf(statement, locale, ctx.clock.now()) };
}
