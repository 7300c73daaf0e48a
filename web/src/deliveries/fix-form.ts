import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { DeliveryDraft, fixDelivery } from '@vitrine/contract/repairs.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { parsePrice } from '@vitrine/contract/values/prices.ts';
import { meaningReason } from './meaning-reasons.ts';

// The form for what a delivery means: from what could be read of its body to the body of the call.

export type Meaning = BodyOf<typeof fixDelivery>['meaning'];
type MeaningKind = DeliveryDraft['kind'];

export type TypedLine = {
  key: string;
  lineId: string;
  sku: string;
  title: string;
  quantity: string;
  unitPrice: string;
  discount: string;
  amount: string;
};

export type Typed = {
  kind: MeaningKind;
  orderId: string;
  refundId: string;
  currency: string;
  /** As `datetime-local` has it, in the zone of the browser. */
  placedAt: string;
  clickId: string;
  codes: string;
  lines: readonly TypedLine[];
};

/** Errors by field, such as `lines.0.unit_price`; named as in the call. */
export type Faults = Record<string, string>;
export type FaultTexts = { amount: string; required: string; quantity: string; time: string };

let made = 0;
export function emptyLine(): TypedLine {
  made += 1;
  return {
    key: `line-${made}`,
    lineId: '',
    sku: '',
    title: '',
    quantity: '1',
    unitPrice: '',
    discount: '',
    amount: '',
  };
}

/** Minor units as people type them. */
function decimalOf(amount: string | null, currency: string | null): string {
  if (amount === null || currency === null) return '';
  const decimals = currencyDecimals(currency);
  const digits = amount.padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function localTime(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function typedFrom(draft: DeliveryDraft | undefined, orderId: string | null): Typed {
  const lines = draft?.lines.map((line) => ({
    ...emptyLine(),
    lineId: line.line_id ?? '',
    sku: line.sku ?? '',
    title: line.title ?? '',
    quantity: line.quantity === null ? '' : String(line.quantity),
    unitPrice: decimalOf(line.unit_price, draft.currency),
    discount: line.discount === '0' ? '' : decimalOf(line.discount, draft.currency),
  }));
  return {
    kind: draft?.kind ?? 'order',
    orderId: draft?.order_id ?? orderId ?? '',
    refundId: draft?.refund_id ?? '',
    currency: draft?.currency ?? '',
    placedAt: localTime(draft?.placed_at ?? null),
    clickId: draft?.click_id ?? '',
    codes: draft?.discount_codes.join(', ') ?? '',
    lines: lines && lines.length > 0 ? lines : [emptyLine()],
  };
}

/** What was typed as the meaning of a delivery, or what is wrong with it. */
export function readTyped(typed: Typed, texts: FaultTexts): { meaning: Meaning } | { faults: Faults } {
  const faults: Faults = {};
  const needed = (value: string, field: string): string => {
    if (value.trim() === '') faults[field] = texts.required;
    return value.trim();
  };
  const orderId = needed(typed.orderId, 'order_id');
  const meaning =
    typed.kind === 'cancellation'
      ? ({ kind: 'cancellation', order_id: orderId } as const)
      : typed.kind === 'refund'
        ? readRefund(typed, { orderId, faults, texts, needed })
        : readOrder(typed, { orderId, faults, texts, needed });
  return Object.keys(faults).length > 0 ? { faults } : { meaning };
}

type Reading = {
  orderId: string;
  faults: Faults;
  texts: FaultTexts;
  needed: (value: string, field: string) => string;
};

function amountIn(text: string, currency: string, field: string, { faults, texts }: Reading) {
  const amount = parsePrice(text, currency);
  if (amount === undefined || amount < 0n) faults[field] = texts.amount;
  return { amount: (amount ?? 0n).toString(), currency };
}

function quantityIn(text: string, field: string, { faults, texts }: Reading): number {
  const quantity = Number(text);
  if (!/^\d{1,7}$/.test(text.trim()) || quantity < 1) faults[field] = texts.quantity;
  return quantity;
}

function readOrder(typed: Typed, reading: Reading): Meaning {
  const { orderId, faults, texts, needed } = reading;
  const currency = needed(typed.currency, 'currency').toUpperCase();
  const placedAt = new Date(typed.placedAt);
  if (Number.isNaN(placedAt.getTime())) faults['placed_at'] = texts.time;
  const codes = typed.codes.split(',').flatMap((code) => code.trim() || []);
  return {
    kind: 'order',
    order: {
      order_id: orderId,
      currency,
      placed_at: Number.isNaN(placedAt.getTime()) ? '' : placedAt.toISOString(),
      ...(typed.clickId.trim() && { click_id: typed.clickId.trim() }),
      ...(codes.length > 0 && { discount_codes: codes }),
      lines: typed.lines.map((line, place) => ({
        line_id: line.lineId.trim() || String(place + 1),
        ...(line.sku.trim() && { sku: line.sku.trim() }),
        title: needed(line.title, `lines.${place}.title`),
        quantity: quantityIn(line.quantity, `lines.${place}.quantity`, reading),
        unit_price: amountIn(line.unitPrice, currency, `lines.${place}.unit_price`, reading),
        ...(line.discount.trim() && {
          discount: amountIn(line.discount, currency, `lines.${place}.discount`, reading),
        }),
      })),
    },
  };
}

function readRefund(typed: Typed, reading: Reading): Meaning {
  const { orderId, needed } = reading;
  const currency = typed.currency.trim().toUpperCase();
  return {
    kind: 'refund',
    order_id: orderId,
    refund: {
      refund_id: needed(typed.refundId, 'refund_id'),
      lines: typed.lines.map((line, place) => ({
        line_id: needed(line.lineId, `lines.${place}.line_id`),
        ...(line.amount.trim()
          ? { amount: amountIn(line.amount, needed(currency, 'currency'), `lines.${place}.amount`, reading) }
          : { quantity: quantityIn(line.quantity, `lines.${place}.quantity`, reading) }),
      })),
    },
  };
}

/** Errors of the server under the names of the form: `meaning.order.lines.0.unit_price.amount` → `lines.0.unit_price`. */
export function faultsOf(errors: Record<string, readonly string[]>, currency: string): Faults {
  return Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [
      field.replace(/^meaning\.(?:(?:order|refund)\.)?/, '').replace(/\.(?:amount|currency)$/, ''),
      reasons.map((reason) => meaningReason(reason, currency)).join('; '),
    ]),
  );
}
