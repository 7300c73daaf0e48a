import type * as z from 'zod/mini';
import { definitionOf } from './schema-definitions.ts';

// Fields that no call has, and that change what a call means wherever shops use them. A call of a shop ignores what it
// doesn't know, but never these: who sends `test: true` doesn't mean an order that earns. Each is refused by name with what
// would be right, unless its value says what is true anyway.

/** What a field with this value asks for, as the second half of a sentence that begins with the field's name. */
type Meaning = (value: unknown, about: About) => string | undefined;
/** `isTest`: the call was made with a test key. `beside`: the other fields of the same object. */
type About = { isTest: boolean; beside: Readonly<Record<string, unknown>> };

/** The same word in any spelling: `Click-ID`, `clickId` and `click_id`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object') return 'amount' in value ? isEmpty(value.amount) : Object.keys(value).length === 0;
  return /^(?:|0*(?:\.0*)?|false|no|none|null|off)$/i.test(String(value).trim());
}

const unless =
  (reason: string): Meaning =>
  (value) =>
    isEmpty(value) ? undefined : reason;
const testOrder: Meaning = (value, { isTest }) =>
  isTest || isEmpty(value) ? undefined : 'asks for a test; send it with a test key, which begins with vtk_test_';
const liveOrder: Meaning = (value, { isTest }) =>
  isTest || value === null || !isEmpty(value)
    ? undefined
    : 'asks for a test; send it with a test key, which begins with vtk_test_';
const cancelled = unless('is not part of this call; report a cancellation with POST /orders/{order_id}/cancel');
const refunded = unless('is not part of this call; report a refund with POST /orders/{order_id}/refunds');
const unfinished = unless('says that nothing was sold; send the order once the shopper has paid');
const taxIncluded = unless('is not known here; send unit_price and discount without tax');
const giftCard = unless('is not a known field; send kind: "gift_card" with the line');
const decidedHere = unless(
  'is not part of this call; who earns follows from click_id and discount_codes, and how much from the brand’s terms',
);

const notSold =
  /cancel|refund|void|fail|draft|pending|unpaid|declin|expire|trash|abandon|hold|test|fraud|charge_?back|disput|return|archiv|inactive|hidden|delet|authori[sz]ed/i;
const status: Meaning = (value) =>
  typeof value === 'string' && notSold.test(value)
    ? `is “${value.slice(0, 40)}”, which this call can’t say; send what is paid here, and report cancellations and refunds with calls of their own`
    : undefined;
const paid: Meaning = (value) => (value === false ? 'is false; send the order once the shopper has paid' : undefined);

/** Another name of a field that the object has. Beside that field it says nothing, except how many. */
const alias =
  (known: string): Meaning =>
  (value, { beside }) => {
    const own = beside[known];
    const isClear = isEmpty(value) || (known === 'quantity' ? String(own) === String(value) : !isEmpty(own));
    const isOther = known === 'kind' && !/gift|tip|donat|ship|fee|service|deposit|warranty/i.test(String(value));
    return isClear || isOther ? undefined : `is not a known field; use ${known}`;
  };

const all = (meaning: Meaning, names: string): [string, Meaning][] =>
  names.split(/\s+/).map((name) => [plainName(name), meaning]);

const everywhere = new Map<string, Meaning>([
  ...all(testOrder, 'test is_test test_mode test_order sandbox is_sandbox demo is_demo dry_run preview simulate'),
  ...all(liveOrder, 'livemode live live_mode is_live'),
  ...all(
    cancelled,
    'cancelled canceled is_cancelled is_canceled cancelled_at canceled_at cancellation cancel cancel_reason',
  ),
  ...all(
    refunded,
    'refunds refunded is_refunded refunded_at refund_amount amount_refunded refunded_amount total_refunded returns returned',
  ),
  ...all(refunded, 'returned_quantity refunded_quantity quantity_refunded quantity_returned'),
  ...all(
    unfinished,
    'void voided is_void voided_at draft is_draft deleted is_deleted deleted_at failed unpaid pending',
  ),
  ...all(
    status,
    'status state financial_status payment_status payment_state order_status order_state fulfillment_status refund_status',
  ),
  ...all(paid, 'paid is_paid'),
  ...all(
    taxIncluded,
    'tax_included taxes_included prices_include_tax price_includes_tax includes_tax tax_inclusive vat_included',
  ),
  ...all(giftCard, 'gift_card is_gift_card giftcard'),
  ...all(
    decidedHere,
    'creator creator_id affiliate affiliate_id influencer user_handle commission commission_rate commission_amount',
  ),
]);

/** By the field that the object has. */
const aliases: Readonly<Record<string, string>> = {
  order_id: 'order_number id_order',
  lines: 'line_items items products order_lines',
  placed_at: 'created_at ordered_at order_date date processed_at',
  click_id: 'click clicks click_ids vt_click clickref',
  discount_codes: 'coupon coupons coupon_code coupon_codes promo_code promo_codes voucher vouchers discount_code codes',
  currency: 'currency_code presentment_currency order_currency',
  quantity: 'qty count units amount_ordered ordered_quantity current_quantity',
  unit_price: 'price unit_amount unit_cost price_per_unit item_price amount',
  discount: 'discounts discount_amount total_discount discount_total line_discount rebate',
  refund_id: 'id_refund',
  kind: 'type line_type item_type product_type',
  price: 'unit_price sale_price amount',
  compare_at_price: 'list_price old_price regular_price',
  in_stock: 'available availability stock',
};

/** What only means something beside the fields of an order: its lines have the discount, and the shopper an address. */
const ofOrders = new Map<string, Meaning>([
  ...all(
    unless('is not part of an order; send it as the discount of a line'),
    'discount discounts total_discount total_discounts discount_amount discount_total',
  ),
  ...all(unless('is not part of an order; send customer: { "email": … }'), 'email customer_email contact_email'),
]);

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [at, letter] of Array.from(one).entries())
    row = row.reduce<number[]>(
      (next, above, place) => [
        ...next,
        place === 0
          ? at + 1
          : Math.min(
              above + 1,
              (next[place - 1] ?? 0) + 1,
              (row[place - 1] ?? 0) + Number(letter !== other[place - 1]),
            ),
      ],
      [],
    );
  return row.at(-1) ?? 0;
}

const shortestGuess = 5;
const longestGuess = 40;

/** The known field that a name was meant to be: another spelling, or one letter away. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const spelled = known.find((field) => plainName(field) === plain);
  if (spelled !== undefined || plain.length < shortestGuess || plain.length > longestGuess) return spelled;
  return known.find((field) => field.length >= shortestGuess && distance(plainName(field), plain) === 1);
}

/** Why a field that an object doesn't have can't be ignored; undefined if it can. `known`: the fields that it has. */
export function meaningOf(name: string, value: unknown, known: readonly string[], about: About): string | undefined {
  const plain = plainName(name);
  const meant = meantBy(name, known);
  if (meant !== undefined)
    return JSON.stringify(value) === JSON.stringify(about.beside[meant])
      ? undefined
      : `is not a known field; use ${meant}`;
  const found = everywhere.get(plain)?.(value, about);
  if (found !== undefined) return found;
  const field = known.find((each) => aliases[each]?.split(' ').some((other) => plainName(other) === plain));
  if (field !== undefined) return alias(field)(value, about);
  return known.includes('lines') ? ofOrders.get(plain)?.(value, about) : undefined;
}

/** The fields that objects at a place of a schema can have. */
export function fieldsAt(schema: z.ZodMiniType | undefined, [name, ...rest]: readonly PropertyKey[]): string[] {
  if (!schema) return [];
  const def = definitionOf(schema);
  const place = name === undefined ? [] : [name, ...rest];
  const inner = [def.innerType, def.in, def.out, ...(def.options ?? [])].flatMap((part) => fieldsAt(part, place));
  if (def.type === 'array') return name === undefined ? [] : fieldsAt(def.element, rest);
  if (def.type !== 'object') return [...new Set(inner)];
  return name === undefined ? Object.keys(def.shape ?? {}) : fieldsAt(def.shape?.[String(name)], rest);
}
