import type { OrderSource } from '@vitrine/contract/connections.ts';
import type { LineKind } from '@vitrine/contract/decisions.ts';
import type { OrderBody } from '@vitrine/contract/orders.ts';
import { isKnownCurrency, largestSale } from '@vitrine/contract/values/amounts.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import type { CustomerHashes } from './orders.customer.ts';

export type NewLine = {
  lineId: string;
  /** Empty if the shop names no product. */
  sku: string;
  title: string;
  quantity: number;
  unitPrice: bigint;
  discount: bigint;
  /** A product if omitted. */
  kind?: LineKind | undefined;
};

export type Renewal = { since: Date; until: Date };

/** What an order contains, by itself or after a change. */
export type OrderGoods = {
  currency: string;
  lines: readonly NewLine[];
  /** What the lines cost with tax, if the shop reports refunds with tax. */
  gross?: bigint;
};

/** An order in our form, from any source. `body` is the original without the shopper's data. */
export type NewOrder = OrderGoods & {
  orderId: string;
  /** How the shop names it to people, in at most 100 letters. It is not part of what an order means. */
  reference?: string | null;
  source: OrderSource;
  placedAt: Date;
  clickId: string | null;
  discountCodes: readonly string[];
  customer: CustomerHashes;
  /** ISO 3166 country of the billing address; '' if the shop sends none. */
  country: string;
  /** A trial order: it is decided and explained, and earns nothing. */
  isTest?: boolean;
  /** Set if it renews a subscription: since when the subscription runs, and until when its renewals earn. */
  renewal?: Renewal;
  body: unknown;
};

type Errors = Record<string, string[]>;

const dayMs = 86_400_000;
const tooLate = 'must not be more than a day in the future';
const tooEarly = 'must not be before 1970';
const tooLarge = `must not be above ${largestSale}`;

export function netOf(line: NewLine): bigint {
  return line.unitPrice * BigInt(line.quantity) - line.discount;
}

/**
 * The fields of an order that its hash covers, by version. A stored order is compared in its own version. To cover
 * another field, add a version and never change one: redeliveries of stored orders would become conflicts.
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
 * Equal for two deliveries with the same content: fields by name, times as instants, and defaults for omitted fields.
 * SHA-256. Throws for a version of a newer release.
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
  if (gross > largestSale) errors[`${field}.unit_price.amount`] = [`times quantity ${tooLarge}`];
  else if (line.discount > gross) errors[`${field}.discount.amount`] = ['must not be above unit_price × quantity'];
}

function findLineErrors(lines: readonly NewLine[], errors: Errors): void {
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) checkLine(line, `lines.${index}`, seen, errors);
  const total = lines.reduce((sum, line) => sum + netOf(line), 0n);
  if (Object.keys(errors).length === 0 && total > largestSale) errors['lines'] = [`together ${tooLarge}`];
}

function refuseAll(errors: Errors): void {
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

/** Checks what a schema can't. Throws one refusal with every invalid field. */
export function checkOrder(order: NewOrder, now: Date, errors: Errors = {}): void {
  if (!isKnownCurrency(order.currency)) errors['currency'] = ['must be an ISO 4217 currency code, like USD'];
  findLineErrors(order.lines, errors);
  const fault = timeFault(order.placedAt, now);
  if (fault !== undefined) errors['placed_at'] = [fault];
  refuseAll(errors);
}

/** Shops' clocks may be ahead, but not by more than a day. */
function timeFault(at: Date, now: Date): string | undefined {
  if (at.getTime() > now.getTime() + dayMs) return tooLate;
  return at.getTime() < 0 ? tooEarly : undefined;
}

/** The time of a change. With one in the far future, every later change would count as older. */
export function checkTime(field: string, at: Date, now: Date): void {
  const fault = timeFault(at, now);
  if (fault !== undefined) refuseAll({ [field]: [fault] });
}

/**
 * The time of a shop's state, or now if a shop's clock can't have said it: with a time in the far future, no later state
 * would count.
 */
export function believedTime(at: Date, now: Date): Date {
  return at.getTime() > now.getTime() + dayMs ? now : at;
}

/** The same for the lines of an edit. */
export function checkLines(lines: readonly NewLine[], errors: Errors = {}): void {
  findLineErrors(lines, errors);
  refuseAll(errors);
}

function checkCurrencies(body: Pick<OrderBody, 'currency' | 'lines'>): Errors {
  const errors: Errors = {};
  const reason = [`must be ${body.currency}, the order’s currency`];
  for (const [index, line] of body.lines.entries()) {
    if (line.unit_price.currency !== body.currency) errors[`lines.${index}.unit_price.currency`] = reason;
    if (line.discount && line.discount.currency !== body.currency) errors[`lines.${index}.discount.currency`] = reason;
  }
  return errors;
}

function linesOf(body: Pick<OrderBody, 'lines'>): NewLine[] {
  return body.lines.map((line) => ({
    lineId: line.line_id,
    sku: line.sku ?? '',
    title: line.title,
    quantity: line.quantity,
    unitPrice: BigInt(line.unit_price.amount),
    discount: BigInt(line.discount?.amount ?? '0'),
    kind: line.kind,
  }));
}

/** The validated lines of an edit from the API. */
export function parseLines(body: Pick<OrderBody, 'currency' | 'lines'>): NewLine[] {
  const lines = linesOf(body);
  checkLines(lines, checkCurrencies(body));
  return lines;
}

/** The validated order of an API body. `sent` is the body as it came, without its unknown fields. */
export function parseOrder(
  body: OrderBody,
  sent: Record<string, unknown>,
  customer: CustomerHashes,
  now: Date,
): NewOrder {
  const { customer: _shopper, ...kept } = sent;
  const order: NewOrder = {
    orderId: body.order_id,
    reference: body.reference ?? null,
    source: 'api',
    currency: body.currency,
    placedAt: new Date(body.placed_at),
    clickId: body.click_id ?? null,
    discountCodes: body.discount_codes ?? [],
    customer,
    country: '',
    lines: linesOf(body),
    body: kept,
  };
  checkOrder(order, now, checkCurrencies(body));
  return order;
}
