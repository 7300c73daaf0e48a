// Reads a pasted list or CSV of handles and amounts. Pure. What could mean two things is refused: 1,234 could be a
// thousand or a fraction.
import { type AdjustmentKind, type AdjustmentLine, mostAdjustments } from '@vitrine/contract/adjustments.ts';
import { currencyDecimals, parseDecimal, toMoney } from '@vitrine/contract/values/amounts.ts';
import Papa from 'papaparse';
import { invalid } from '../platform/refusal.ts';

/** The most that one creator can be given or lose at once, in minor units of any currency: 10,000.00 dollars. */
export const ceiling = 1_000_000n;

export type LineProblem = NonNullable<AdjustmentLine['problem']>;
export type ReadLine = { line: number; creator: string; amount: bigint | null };

export function handleIn(text: string): string {
  return text.trim().replace(/^@/, '').toLowerCase();
}

/** An amount like 25, 25.00 or 25,00: a comma or a point is followed by exactly the decimals of the currency. */
export function amountIn(text: string, currency: string): bigint | null {
  const decimals = currencyDecimals(currency);
  const found = /^\s*([+-]?)(\d{1,12})(?:[.,](\d+))?\s*$/.exec(text.replace('−', '-'));
  if (!found) return null;
  const [, sign, whole = '', fraction] = found;
  if (fraction !== undefined && fraction.length !== decimals) return null;
  const value = parseDecimal(fraction === undefined ? whole : `${whole}.${fraction}`, currency);
  if (value === undefined) return null;
  return sign === '-' ? -value : value;
}

/** The first line is a heading if its second column has no digit. */
function isHeading([, second = '']: readonly string[]): boolean {
  return !/\d/.test(second);
}

/**
 * The lines of a list, separated by a tab, semicolon, comma or spaces. A decimal comma needs one of the others, or quotes.
 */
export function readList(sent: string, currency: string): ReadLine[] {
  const delimiter = /\t/.test(sent) ? '\t' : /;/.test(sent) ? ';' : /,/.test(sent) ? ',' : ' ';
  const { data } = Papa.parse<string[]>(sent, { delimiter, skipEmptyLines: false });
  const lines = data
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()).filter((cell) => cell !== '') }))
    .filter(({ cells }) => cells.length > 0);
  const rows = lines[0] && lines[0].cells.length > 1 && isHeading(lines[0].cells) ? lines.slice(1) : lines;
  if (rows.length > mostAdjustments)
    throw invalid('list', `has ${rows.length} creators; at most ${mostAdjustments} can be given at once`);
  return rows.map(({ line, cells: [creator = '', amount = '', ...more] }) => ({
    line,
    creator: handleIn(creator),
    amount: more.length > 0 ? null : amountIn(amount, currency),
  }));
}

/** Why an amount can't be given. */
export function problemOfAmount(kind: AdjustmentKind, amount: bigint | null): LineProblem | null {
  if (amount === null) return 'bad_amount';
  if (amount === 0n) return 'zero';
  if (kind === 'bonus' && amount < 0n) return 'not_positive';
  return amount > ceiling || amount < -ceiling ? 'too_much' : null;
}

export function ceilingIn(currency: string) {
  return toMoney(ceiling, currency);
}
