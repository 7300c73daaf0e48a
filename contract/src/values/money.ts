import * as z from 'zod/mini';
import { largestAmount } from './amounts.ts';

export const currencyCode = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'must be a currency code with three capital letters, like USD'));

const amountText = 'must be a whole number of minor units as text, like "1250" for 12.50';

function withinBounds(text: string): boolean {
  const digits = text.replace('-', '');
  return digits.length <= 16 && BigInt(digits) <= largestAmount;
}

/** `{ "amount": "1250", "currency": "USD" }`: whole minor units as text, zero or more. */
export const money = z.strictObject({
  amount: z
    .string()
    .check(
      z.regex(/^(0|[1-9][0-9]*)$/, { error: amountText, abort: true }),
      z.refine(withinBounds, 'must not be above 9007199254740991'),
    ),
  currency: currencyCode,
});
export type Money = z.output<typeof money>;

/** Money that may be below zero: balances after a refund, differences. */
export const signedMoney = z.strictObject({
  amount: z.string().check(z.regex(/^(0|-?[1-9][0-9]*)$/, amountText)),
  currency: currencyCode,
});
export type SignedMoney = z.output<typeof signedMoney>;
