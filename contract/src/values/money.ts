import * as z from 'zod/mini';
import { largestAmount, largestSale } from './amounts.ts';

export const currencyCode = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'must be a currency code with three capital letters, like USD'));

const amountText = 'must be a whole number of minor units as text, like "1250" for 12.50';

const isAmount = z.regex(/^(0|[1-9][0-9]*)$/, { error: amountText, abort: true });

function isAtMost(largest: bigint) {
  return (text: string) => text.length <= largest.toString().length && BigInt(text) <= largest;
}

/**
 * `{ "amount": "1250", "currency": "USD" }`: whole minor units as text, zero or more. In answers; a sum can be larger than
 * what a request may have.
 */
export const money = z.strictObject({ amount: z.string().check(isAmount), currency: currencyCode });

function moneyUpTo(largest: bigint) {
  const amount = z
    .string()
    .check(
      z.maxLength(40, { error: amountText, abort: true }),
      isAmount,
      z.refine(isAtMost(largest), `must not be above ${largest}`),
    );
  return z.strictObject({ amount, currency: currencyCode });
}

/** Money in a request: what is sold, refunded or paid, at most `largestSale`. */
export const sentMoney = moneyUpTo(largestSale);

/** Money in a request that only limits something: caps, thresholds, amounts at most a line's price. */
export const limitMoney = moneyUpTo(largestAmount);

/** A bonus or correction in a request, in minor units of a currency that is known. Not zero. */
export const sentAmount = z.string().check(
  z.regex(/^-?[1-9][0-9]{0,12}$/, { error: 'must be a whole number of minor units, not 0', abort: true }),
  z.refine((text: string) => isAtMost(largestSale)(text.replace('-', '')), `must not be above ${largestSale}`),
);
export type Money = z.output<typeof money>;

/** Money that may be below zero: balances after a refund, differences. */
export const signedMoney = z.strictObject({
  amount: z.string().check(z.regex(/^(0|-?[1-9][0-9]*)$/, amountText)),
  currency: currencyCode,
});
export type SignedMoney = z.output<typeof signedMoney>;
