// Stripe's events contain much about the shopper: name, addresses, card, links to their receipt. Only the fields listed
// here are stored. What is extracted from the others are keyed hashes of the email address, the country, and the click.
import type { Context } from '../../context.ts';
import { clickIdsIn } from '../../hits/click-id.ts';
import { hashCustomer } from '../../orders/orders.customer.ts';
import type { WebhookBrand } from '../shop.ts';
import { referenceIn, storableText } from '../shop.texts.ts';

/** Ids, kinds, amounts and states, at any depth. A list of what may stay also covers what Stripe adds in the future. */
const kept = new Set(
  `id object type created livemode api_version data has_more mode status reason currency amount quantity total
   subtotal tax total_excluding_tax starting_balance amount_total amount_subtotal amount_discount
   amount_shipping amount_tax amount_due amount_paid amount_refunded paid_out_of_band refunded inclusive
   tax_behavior proration total_details shipping_cost currency_conversion source_currency fx_rate
   discount_amounts pretax_credit_amounts taxes tax_amounts total_taxes total_tax_amounts billing_reason
   payment_status payment_intent charge invoice subscription payments payment refunds parent
   subscription_details subscription_item_details lines line_items price product pricing price_details`.split(/\s+/),
);
/** The lists whose entries may be named: what was bought, not who bought it. */
const itemLists = new Set(['lines', 'line_items']);

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function withoutPerson(value: unknown, isItem = false): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((entry) => withoutPerson(entry, isItem));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => kept.has(name) || (isItem && name === 'description' && typeof inner === 'string'))
      .map(([name, inner]) => [name, withoutPerson(inner, isItem || itemLists.has(name))]),
  );
}

/** What the shop wrote about the sale: with the checkout, with the subscription, or with its invoice. */
function metadataOf(object: Fields): Fields {
  const parent = fieldsOf(object['parent']);
  return {
    ...fieldsOf(fieldsOf(object['subscription_details'])['metadata']),
    ...fieldsOf(fieldsOf(parent['subscription_details'])['metadata']),
    ...fieldsOf(object['metadata']),
  };
}

function textIn(fields: Fields, name: string, most: number): string | null {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? storableText(value.trim(), most) : null;
}

/**
 * The click id of a sale. What the shop writes under the brand's click parameter is one, whatever it contains, so that a
 * wrong one is seen. `client_reference_id` may be the shop's own number, so there only the form of a click id counts.
 */
function clickIdIn(object: Fields, parameters: readonly string[]): string | null {
  const metadata = metadataOf(object);
  const named = parameters.map((name) => textIn(metadata, name, 500)).find((value) => value !== null);
  if (named !== undefined) return /^[A-Za-z0-9_-]{1,200}$/.test(named) ? named : 'unreadable';
  const reference = object['client_reference_id'];
  return typeof reference === 'string' && clickIdsIn(reference).length > 0 ? reference : null;
}

function emailIn(object: Fields): string | null {
  return textIn(fieldsOf(object['customer_details']), 'email', 500) ?? textIn(object, 'customer_email', 500);
}

function countryIn(object: Fields): string {
  const addresses = [fieldsOf(object['customer_details'])['address'], object['customer_address']];
  const codes = addresses.map((address) => fieldsOf(address)['country']);
  return codes.find((code): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code)) ?? '';
}

/** An event as it is stored, with `vitrine` for what was extracted from the removed fields. */
export function storedEvent(ctx: Context, { merchantId, clickParameters }: WebhookBrand, body: unknown): unknown {
  const object = fieldsOf(fieldsOf(fieldsOf(body)['data'])['object']);
  const metadata = metadataOf(object);
  const customer = hashCustomer(ctx, merchantId, emailIn(object));
  const code = textIn(metadata, 'discount_code', 100);
  return {
    ...fieldsOf(withoutPerson(body)),
    vitrine: {
      click_id: clickIdIn(object, clickParameters),
      discount_codes: code === null ? [] : [code],
      // Invoices have a number for people; other objects don't.
      reference: object['object'] === 'invoice' ? referenceIn(object['number']) : null,
      title: textIn(metadata, 'title', 300),
      sku: textIn(metadata, 'sku', 200),
      customer_hash: customer.exact?.toString('hex') ?? null,
      customer_canonical: customer.canonical?.toString('hex') ?? null,
      country: countryIn(object),
    },
  };
}
