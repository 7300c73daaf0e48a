import type { OrderBody } from '@vitrine/contract/orders.ts';
import { isKnownCurrency, largestAmount } from '@vitrine/contract/values/amounts.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import type { CustomerHashes } from './orders.customer.ts';

export type NewLine = {
  lineId: string;
  sku: string;
  title: string;
  quantity: number;
  unitPrice: bigint;
  discount: bigint;
};

/** An order as it is understood, whoever sent it. `body` is what was sent, without the shopper. */
export type NewOrder = {
  orderId: string;
  source: 'api' | 'shopify';
  currency: string;
  placedAt: Date;
  clickId: string | null;
  discountCodes: readonly string[];
  customer: CustomerHashes;
  /** ISO 3166 country of the billing address; '' where the shop names none. */
  country: string;
  lines: readonly NewLine[];
  body: unknown;
};

type Errors = Record<string, string[]>;

const dayMs = 86_400_000;
const tooLarge = `must not be above ${largestAmount}`;

export function netOf(line: NewLine): bigint {
  return line.unitPrice * BigInt(line.quantity) - line.discount;
}

/**
 * What of an order its hash covers, by version. A stored order is compared in the version it was stored with, so add a
 * field by adding a version, and never change one: redeliveries of stored orders would become conflicts.
 */
const meanings: Record<number, (order: NewOrder) => unknown> = {
  1: (order) => [
    order.orderId,
    order.currency,
    order.placedAt.toISOString(),
    order.clickId,
    order.discountCodes,
    order.customer.exact?.toString('hex') ?? null,
    order.lines.map((line) => [
      line.lineId,
      line.sku,
      line.title,
      line.quantity,
      line.unitPrice.toString(),
      line.discount.toString(),
    ]),
  ],
};
export const hashVersion = 1;

/**
 * Equal for two deliveries that mean the same: fields by name, times as instants, and a field that was left out as what
 * it stands for. SHA-256. Throws for a version that only a newer release knows.
 */
export function meaningHash(order: NewOrder, version = hashVersion): Buffer {
  const meaning = meanings[version];
  if (!meaning)
    throw new Error(`order ${order.orderId} was stored with hash version ${version}, which is not known here`);
  return sha256(JSON.stringify(meaning(order)));
}

function checkLine(line: NewLine, field: string, seen: Set<string>, errors: Errors): void {
  if (seen.has(line.lineId)) errors[`${field}.line_id`] = ['must not be used by another line'];
  seen.add(line.lineId);
  const gross = line.unitPrice * BigInt(line.quantity);
  if (gross > largestAmount) errors[`${field}.unit_price.amount`] = [`times quantity ${tooLarge}`];
  else if (line.discount > gross) errors[`${field}.discount.amount`] = ['must not be above unit_price × quantity'];
}

/** What a schema cannot see. Throws one refusal that names every field that is not right. */
export function checkOrder(order: NewOrder, now: Date, errors: Errors = {}): void {
  if (!isKnownCurrency(order.currency)) errors['currency'] = ['must be an ISO 4217 currency code, like USD'];
  const seen = new Set<string>();
  for (const [index, line] of order.lines.entries()) checkLine(line, `lines.${index}`, seen, errors);
  const total = order.lines.reduce((sum, line) => sum + netOf(line), 0n);
  if (Object.keys(errors).length === 0 && total > largestAmount) errors['lines'] = [`together ${tooLarge}`];
  if (order.placedAt.getTime() > now.getTime() + dayMs)
    errors['placed_at'] = ['must not be more than a day in the future'];
  const named = Object.entries(errors);
  if (named.length > 0)
    throw new Refusal('validation_failed', {
      errors,
      message: named
        .map(([field, reasons]) => `${field} ${reasons[0]}`)
        .join('; ')
        .slice(0, 500),
    });
}

function checkCurrencies(body: OrderBody): Errors {
  const errors: Errors = {};
  const reason = [`must be ${body.currency}, the order’s currency`];
  for (const [index, line] of body.lines.entries()) {
    if (line.unit_price.currency !== body.currency) errors[`lines.${index}.unit_price.currency`] = reason;
    if (line.discount && line.discount.currency !== body.currency) errors[`lines.${index}.discount.currency`] = reason;
  }
  return errors;
}

/** The order in a body of the API, checked. `sent` is the body as it came. */
export function parseOrder(
  body: OrderBody,
  sent: Record<string, unknown>,
  customer: CustomerHashes,
  now: Date,
): NewOrder {
  const { customer: _shopper, ...kept } = sent;
  const order: NewOrder = {
    orderId: body.order_id,
    source: 'api',
    currency: body.currency,
    placedAt: new Date(body.placed_at),
    clickId: body.click_id ?? null,
    discountCodes: body.discount_codes ?? [],
    customer,
    country: '',
    lines: body.lines.map((line) => ({
      lineId: line.line_id,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      unitPrice: BigInt(line.unit_price.amount),
      discount: BigInt(line.discount?.amount ?? '0'),
    })),
    body: kept,
  };
  checkOrder(order, now, checkCurrencies(body));
  return order;
}
