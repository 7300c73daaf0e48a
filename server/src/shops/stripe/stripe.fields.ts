import * as z from 'zod/mini';
import { currencyDecimals, largestSale } from '@vitrine/contract/values/amounts.ts';
import type { NewLine } from '../../orders/orders.meaning.ts';
import { spreadRefund } from '../../orders/orders.refund-parts.ts';
import { Unreadable } from '../shop.ts';

export const stripeId = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));
/** An id, or the thing itself where the event has it expanded. */
const reference = z.union([stripeId, z.object({ id: stripeId })]);
export const maybeReference = z.optional(z.nullable(reference));
export const maybeAmount = z.optional(z.nullable(z.int()));
export const seconds = z.int().check(z.minimum(0), z.maximum(253_402_300_799));
export const stripeCurrency = z.string().check(z.regex(/^[A-Za-z]{3}$/));

export function idOf(given: z.output<typeof maybeReference>): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null);
}

/** An event with this object, and what was extracted from its removed fields. */
export function eventWith<S extends z.ZodMiniType>(object: S) {
  return z.object({
    data: z.object({ object }),
    vitrine: z.object({
      click_id: z.nullable(z.string()),
      discount_codes: z.array(z.string()),
      // Events stored by an older version don't have it.
      reference: z.optional(z.nullable(z.string())),
      title: z.nullable(z.string()),
      sku: z.nullable(z.string()),
      customer_hash: z.nullable(z.string()),
      customer_canonical: z.nullable(z.string()),
      country: z.string(),
    }),
  });
}
export type Extracted = z.output<ReturnType<typeof eventWith<z.ZodMiniUnknown>>>['vitrine'];

export function readEvent<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw new Unreadable(result.error.issues[0]?.path.join('.') || 'body');
  return result.data;
}

/** Stripe sends these with two decimals that are always 00, although the currency has none. */
const writtenWithHundredths = new Set(['ISK', 'UGX']);
/** Stripe sends this without decimals, although the currency has two. */
const writtenWhole = new Set(['MGA']);

/** Source: Stripe's documentation of currencies. Amounts with three decimals end in 0. */
export function minorUnits(value: number, currency: string, field: string): bigint {
  const sent = BigInt(value);
  const step = writtenWithHundredths.has(currency) ? 100n : currencyDecimals(currency) === 3 ? 10n : 1n;
  if (sent % step !== 0n || sent > largestSale || sent < -largestSale) throw new Unreadable(field);
  if (writtenWithHundredths.has(currency)) return sent / 100n;
  return writtenWhole.has(currency) ? sent * 100n : sent;
}

/** Something that was bought. `net`: what it costs after its discounts and without tax, as far as Stripe says it. */
export type StripeItem = { lineId: string; sku: string; title: string; quantity: number; gross: bigint; net: bigint };

/**
 * The lines of a sale whose items cost `target` together. Items with a negative amount, like the unused time of an
 * earlier plan, lower the others in proportion, and so do discounts and credits of the whole sale.
 */
export function linesOfItems(items: readonly StripeItem[], target: bigint): NewLine[] {
  const costing = items.filter(({ net }) => net > 0n);
  const weights = costing.map(({ net }) => net);
  const sum = weights.reduce((total, net) => total + net, 0n);
  // In another currency, the amounts say only the proportion.
  const factor = target > sum ? target : 1n;
  const nets = spreadRefund(
    target,
    weights.map((net) => net * factor),
  );
  const shown = costing.length > 0 ? costing : items.slice(0, 1);
  return shown.map((item, index) => {
    const net = nets[index] ?? 0n;
    const quantity = BigInt(item.quantity);
    const gross = factor === 1n && item.gross > net ? item.gross : net;
    const unitPrice = (gross + quantity - 1n) / quantity;
    const { lineId, sku, title } = item;
    return { lineId, sku, title, quantity: item.quantity, unitPrice, discount: unitPrice * quantity - net };
  });
}

export function stripeTitle(text: string | null | undefined, fallback: string): string {
  return (text ?? '').trim().slice(0, 300).toWellFormed() || fallback;
}

export function hashIn(hex: string | null): Buffer | null {
  return hex === null ? null : Buffer.from(hex, 'hex');
}
