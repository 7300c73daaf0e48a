// Shopify's bodies contain much about the shopper: names, addresses, links to their order page. All of it is removed
// before anything is stored. What remains are keyed hashes of the email address, the country of the billing address,
// and the click id of the landing page.
import type { Context } from '../../context.ts';
import { readJson } from '../../platform/http/body.ts';
import { hashCustomer } from '../../orders/orders.customer.ts';
import { clickText } from '../shop.clicks.ts';
import { storableText } from '../shop.texts.ts';
import type { WebhookBrand } from '../shop.ts';

/** Fields at any depth that are, or may contain, personal data or a key to the order. */
const personal = new Set([
  'customer',
  'customer_locale',
  'buyer_accepts_marketing',
  'billing_address',
  'shipping_address',
  'address',
  'default_address',
  'addresses',
  'email',
  'contact_email',
  'phone',
  'first_name',
  'last_name',
  'company',
  'browser_ip',
  'client_details',
  'user_agent',
  'accept_language',
  'session_hash',
  'note',
  'staff_note',
  'note_attributes',
  'attributes',
  'properties',
  'landing_site',
  'landing_site_ref',
  'referring_site',
  'order_status_url',
  'checkout_id',
  'checkout_token',
  'cart_token',
  'token',
  'confirmation_number',
  'payment_details',
  'receipt',
  'transactions',
  'fulfillments',
  'destination',
  'origin_location',
  'latitude',
  'longitude',
  'user_id',
  'device_id',
  'source_url',
  'po_number',
  'payment_terms',
  'custom_attributes',
  'authorization',
  'message',
]);

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutPerson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(withoutPerson);
  if (!isFields(value)) return value;
  return {
    ...Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !personal.has(name))
        .map(([name, inner]) => [storableText(name), withoutPerson(inner)]),
    ),
    ...extracted(value),
  };
}

const kindProperty = '_vt_kind';

/** What is read from parts that are removed: the money of a refund's payments, and what a theme says a line is. */
function extracted({ transactions, properties }: Fields): Fields {
  const kind = Array.isArray(properties)
    ? properties.find((property: unknown) => isFields(property) && property['name'] === kindProperty)?.value
    : undefined;
  return {
    ...(Array.isArray(transactions) && { vitrine_payments: transactions.filter(isFields).map(paymentOf) }),
    ...(typeof kind === 'string' && /^[a-z_]{1,20}$/.test(kind) && { vitrine_kind: kind }),
  };
}

function paymentOf({ kind, status, amount, currency }: Fields): Fields {
  const textIn = (value: unknown) => (typeof value === 'string' && value.length <= 40 ? storableText(value) : null);
  return {
    kind: textIn(kind),
    status: textIn(status),
    amount: typeof amount === 'number' ? amount : textIn(amount),
    currency: textIn(currency),
  };
}

function fromLanding(landing: unknown, parameters: readonly string[]): string | undefined {
  if (typeof landing !== 'string' || !URL.canParse(landing, 'https://shop.invalid')) return undefined;
  const { searchParams } = new URL(landing, 'https://shop.invalid');
  return parameters.map((name) => searchParams.get(name)).find((value) => value !== null) ?? undefined;
}

/** The snippet writes `vt_click`, whatever the parameter of landing pages is. */
function fromNotes(notes: unknown, parameters: readonly string[]): string | undefined {
  if (!Array.isArray(notes)) return undefined;
  const valueOf = (name: string) => notes.find((note: unknown) => isFields(note) && note['name'] === name)?.value;
  const value: unknown = [...parameters, 'vt_click'].map(valueOf).find(Boolean);
  return typeof value === 'string' ? value : undefined;
}

function clickIdIn(body: Fields, parameters: readonly string[]): string | null {
  return clickText([fromNotes(body['note_attributes'], parameters), fromLanding(body['landing_site'], parameters)]);
}

function emailIn(body: Fields): string | undefined {
  const customer = isFields(body['customer']) ? body['customer'] : {};
  return [body['email'], body['contact_email'], customer['email']].find(
    (email): email is string => typeof email === 'string' && email !== '',
  );
}

/** The country of the billing address, or else of the shipping address. */
function countryIn(body: Fields): string {
  const codes = [body['billing_address'], body['shipping_address']].map((address) =>
    isFields(address) ? address['country_code'] : undefined,
  );
  return codes.find((code): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code)) ?? '';
}

/** Keeps the digits of integers beyond the range of a number: ids must not change. */
export function parseShopify(raw: Buffer): unknown {
  if (raw.length === 0) return null;
  return readJson(new TextDecoder().decode(raw), {
    revive: (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
        ? context?.source
        : value,
  });
}

/**
 * The body as it is stored: without the shopper's data, with `vitrine` for what was extracted from the removed parts.
 */
export function storedBody(ctx: Context, merchant: WebhookBrand, body: unknown): unknown {
  if (!isFields(body)) return withoutPerson(body);
  const kept = withoutPerson(body);
  const customer = hashCustomer(ctx, merchant.merchantId, emailIn(body));
  return {
    ...(isFields(kept) ? kept : {}),
    vitrine: {
      click_id: clickIdIn(body, merchant.clickParameters),
      customer_hash: customer.exact?.toString('hex') ?? null,
      customer_canonical: customer.canonical?.toString('hex') ?? null,
      country: countryIn(body),
    },
  };
}
