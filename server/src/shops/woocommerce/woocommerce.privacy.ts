// WooCommerce's orders contain names, addresses and whatever the shop's extensions add. Only the fields below are stored.
// What remains of the shopper are keyed hashes of the email address, the country of the billing address, and the click id.
import type { Context } from '../../context.ts';
import { hashCustomer } from '../../orders/orders.customer.ts';
import { readJson } from '../../platform/http/body.ts';
import type { WebhookBrand } from '../shop.ts';
import { clickText } from '../shop.clicks.ts';
import { storableText } from '../shop.texts.ts';

type Fields = Record<string, unknown>;
/** The fields that are stored; `true` for a value, or those of each entry of a list. */
type Kept = { [name: string]: true | Kept };

function values(...names: string[]): Kept {
  return Object.fromEntries(names.map((name) => [name, true]));
}

const priced = values('id', 'total', 'total_tax');
const stored: Kept = {
  ...values('id', 'parent_id', 'number', 'status', 'version', 'created_via', 'currency', 'prices_include_tax'),
  ...values('date_created', 'date_modified', 'date_completed', 'date_paid'),
  ...values('date_created_gmt', 'date_modified_gmt', 'date_completed_gmt', 'date_paid_gmt'),
  ...values('discount_total', 'discount_tax', 'shipping_total', 'shipping_tax', 'cart_tax', 'total', 'total_tax'),
  line_items: {
    ...priced,
    ...values(
      'name',
      'product_id',
      'variation_id',
      'quantity',
      'tax_class',
      'subtotal',
      'subtotal_tax',
      'sku',
      'price',
    ),
  },
  shipping_lines: { ...priced, ...values('method_id') },
  fee_lines: priced,
  coupon_lines: values('id', 'code', 'discount', 'discount_tax'),
  tax_lines: values('id', 'rate_id', 'rate_percent', 'compound', 'tax_total', 'shipping_tax_total'),
  refunds: values('id', 'total'),
  vitrine_refunds: { ...values('id', 'other'), lines: values('line_id', 'quantity', 'total', 'total_tax') },
  // Of a ping.
  webhook_id: true,
  ping: true,
};

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keep(value: unknown, kept: true | Kept): unknown {
  if (typeof value === 'string') return storableText(value);
  if (kept !== true && Array.isArray(value)) return value.map((entry: unknown) => keep(entry, kept));
  if (kept !== true && isFields(value))
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const of = Object.hasOwn(kept, name) ? kept[name] : undefined;
        return of === undefined ? [] : [[name, keep(inner, of)]];
      }),
    );
  return typeof value === 'object' ? null : value;
}

function metaOf(body: Fields): Map<string, string> {
  const entries: unknown[] = Array.isArray(body['meta_data']) ? body['meta_data'] : [];
  return new Map(
    entries.flatMap((entry) =>
      isFields(entry) && typeof entry['key'] === 'string' && typeof entry['value'] === 'string' && entry['value'] !== ''
        ? [[entry['key'], entry['value']]]
        : [],
    ),
  );
}

/** WooCommerce's own order attribution keeps the first address of the visit. */
const landingKey = '_wc_order_attribution_session_entry';

function clickInLanding(landing: string | undefined, parameters: readonly string[]): string | undefined {
  if (landing === undefined || !URL.canParse(landing, 'https://shop.invalid')) return undefined;
  const { searchParams } = new URL(landing, 'https://shop.invalid');
  return parameters.map((name) => searchParams.get(name)).find((value) => value !== null) ?? undefined;
}

function clickOf(body: Fields, parameters: readonly string[]): string | null {
  const meta = metaOf(body);
  const names = ['_vt_click', 'vt_click', ...parameters];
  return clickText([...names.map((name) => meta.get(name)), clickInLanding(meta.get(landingKey), parameters)]);
}

function emailOf({ billing }: Fields): string | undefined {
  const email = isFields(billing) ? billing['email'] : undefined;
  return typeof email === 'string' && email !== '' ? email : undefined;
}

/** The country of the billing address, or else of the shipping address. */
function countryOf(body: Fields): string {
  const codes = [body['billing'], body['shipping']].map((address) => (isFields(address) ? address['country'] : ''));
  return codes.find((code): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code)) ?? '';
}

/** The JSON of a delivery, or the form of a ping. */
export function parseWooCommerce(raw: Buffer): unknown {
  if (raw.length === 0) return null;
  const text = new TextDecoder().decode(raw);
  const ping = pingIn(text);
  return ping === undefined ? readJson(text) : { webhook_id: ping };
}

/** The id of the webhook that WooCommerce tries when it is saved. */
export function pingIn(text: string): string | undefined {
  return /^webhook_id=(\d{1,20})$/.exec(text.trim())?.[1];
}

/** The body as it is stored, with `vitrine` for what was extracted from the removed parts. */
export function storedOrder(ctx: Context, shop: WebhookBrand, body: unknown): unknown {
  if (!isFields(body)) return keep(body, stored);
  const kept = keep(body, stored);
  const customer = hashCustomer(ctx, shop.merchantId, emailOf(body));
  return {
    ...(isFields(kept) ? kept : {}),
    vitrine: {
      click_id: clickOf(body, shop.clickParameters),
      customer_hash: customer.exact?.toString('hex') ?? null,
      customer_canonical: customer.canonical?.toString('hex') ?? null,
      country: countryOf(body),
    },
  };
}
