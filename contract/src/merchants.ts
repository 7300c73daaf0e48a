import * as z from 'zod/mini';
import { specialLineKind } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, name, optionalCursorQuery, text, whole } from './values/fields.ts';
import { distinctList } from './values/list.ts';
import { currencyCode, money } from './values/money.ts';

const merchantParams = z.strictObject({ merchant: id });

/** What a key may do. */
export const apiKeyScope = z.enum([
  'orders:write',
  'orders:read',
  'products:write',
  'products:read',
  'codes:write',
  'codes:read',
  'creators:read',
  'links:read',
  'commissions:read',
  'payouts:read',
]);
export type ApiKeyScope = z.output<typeof apiKeyScope>;

/** The key itself is returned only once, when it is created; after that only its hint. */
export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(apiKeyScope),
  /** Orders of a test key are decided and explained, and earn nothing. */
  is_test: z.boolean(),
  created_at: instant,
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/api-keys',
  summary: "A brand's API keys",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: merchantParams,
  reply: z.array(apiKey),
  refusals: ['not_found'],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/api-keys',
  summary: 'Create an API key for the shop; it is returned only once',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    name: name({ max: 60 }),
    scopes: distinctList(apiKeyScope, { min: 1, max: apiKeyScope.options.length, noun: 'scopes' }),
    is_test: z.optional(z.boolean()),
  }),
  proof: 'factors',
  // Orders of a test key earn nobody anything.
  proofWhen: (body: { is_test?: boolean }) => !body.is_test,
  reply: z.strictObject({ key: z.string(), api_key: apiKey }),
  refusals: ['not_found', 'brand_closed'],
  answers: 'secret',
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/api-keys/{api_key_id}',
  summary: 'Revoke an API key; it stops working right away',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ merchant: id, api_key_id: id }),
  proof: 'password',
  reply: apiKey,
  refusals: ['not_found'],
});

export const discountCode = z.strictObject({
  code: z.string(),
  creator: z.string(),
  created_at: instant,
  ended_at: z.nullable(instant),
});

export const listDiscountCodes = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/discount-codes',
  summary: 'Discount codes and their creators, by code',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  query: z.strictObject(cursorQuery),
  reply: z.array(discountCode),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const createDiscountCode = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/discount-codes',
  summary: 'Assign a discount code to a creator',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    code: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{2,40}$/, 'must have 2 to 40 letters, numbers, hyphens or underscores')),
    creator: text({ min: 1, max: 60 }),
  }),
  reply: discountCode,
  refusals: ['not_found', 'conflict', 'brand_paused', 'brand_closed'],
  answers: 'public_code',
});

export const listShopCodes = endpoint({
  method: 'GET',
  path: '/codes',
  summary:
    'Discount codes and their creators, by code, for a shop with the permission codes:read; by page with `limit`, all at once without',
  access: ['shop'],
  scope: 'own_merchant',
  query: z.strictObject(optionalCursorQuery),
  reply: z.array(discountCode),
  meta: cursorMeta,
});

export const createShopCode = endpoint({
  method: 'POST',
  path: '/codes',
  summary: 'Assign a discount code to a creator, by a shop with the permission codes:write',
  access: ['shop'],
  scope: 'own_merchant',
  status: 201,
  body: createDiscountCode.body,
  reply: discountCode,
  refusals: ['conflict', 'brand_paused', 'brand_closed'],
  answers: 'public_code',
});

export const endShopCode = endpoint({
  method: 'DELETE',
  path: '/codes/{code}',
  summary: 'End a discount code, by a shop with the permission codes:write: later orders with it earn nothing',
  access: ['shop'],
  scope: 'own_merchant',
  params: z.strictObject({ code: id }),
  reply: discountCode,
  refusals: ['not_found'],
  answers: 'public_code',
});

/** Which orders and lines may earn commission at all, whatever the rates are. */
export const orderRules = z.strictObject({
  /** The brand's own, which it always uses. */
  currency: z.string(),
  /** Orders in any other currency wait until it is added here. */
  accepted_currencies: z.array(z.string()),
  /** What earns besides products. */
  earning_line_kinds: z.array(specialLineKind),
});
export type OrderRules = z.output<typeof orderRules>;

export const readOrderRules = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/order-rules',
  summary: 'Which currencies a brand accepts, and what earns commission besides products',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: orderRules,
  refusals: ['not_found'],
});

export const changeOrderRules = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/order-rules',
  summary:
    'Accept more or fewer currencies, or let gift cards, tips and donations earn. Orders that wait for a currency are then decided; decided orders stay',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'settings',
  params: merchantParams,
  body: z.strictObject({
    accepted_currencies: z.optional(
      distinctList(currencyCode, { max: 50, noun: 'currencies' }).register(z.globalRegistry, {
        examples: [['EUR', 'GBP']],
      }),
    ),
    earning_line_kinds: z.optional(
      distinctList(specialLineKind, { max: specialLineKind.options.length, noun: 'kinds' }),
    ),
  }),
  reply: orderRules,
  refusals: ['not_found', 'brand_closed'],
});

const nowAndBefore = (value: typeof whole) => z.strictObject({ now: value, before: value });
const sum = z.strictObject({ count: whole, amount: money });

/**
 * The brand's tasks, and the results of its creators in the last 30 days compared with the 30 days before. Days are in
 * the viewer's time zone and include today; sales are after refunds.
 */
export const brandOverview = z.strictObject({
  as_of: instant,
  days: whole,
  time_zone: z.string(),
  held: sum,
  /** None for staff who can't see payouts. */
  cash_outs: sum,
  /** Deliveries of its shop that need a look. */
  delivery_problems: whole,
  /** None for staff who can't read messages. */
  unread: z.strictObject({ messages: whole, threads: whole }),
  /** What creators object to and nobody answered; `due_at`: when the first of them is decided without an answer. */
  open_objections: z.strictObject({ count: whole, due_at: z.nullable(instant) }),
  /** Orders that creators miss and sent to the brand. */
  open_claims: whole,
  waiting_applications: whole,
  /** Orders in a currency that the brand has not accepted. */
  foreign_currency_orders: whole,
  expiring_invitations: z.array(z.strictObject({ id: z.string(), to: z.string(), expires_at: instant })),
  clicks: nowAndBefore(whole),
  orders: nowAndBefore(whole),
  sales: z.strictObject({ now: money, before: money }),
  commissions: z.strictObject({ now: money, before: money }),
  sales_by_day: z.array(z.strictObject({ day: z.string(), amount: money })),
  creators: whole,
  products: whole,
  /** Terms were published. */
  has_terms: z.boolean(),
  /** A shop is connected, or a program has used one of the brand's keys. */
  has_shop: z.boolean(),
  has_orders: z.boolean(),
  top_creators: z.array(
    z.strictObject({
      handle: z.string(),
      display_name: z.string(),
      avatar: z.nullable(z.string()),
      clicks: whole,
      orders: whole,
      sales: money,
      commission: money,
    }),
  ),
});
export type BrandOverview = z.output<typeof brandOverview>;

export const readBrandOverview = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/overview',
  summary: 'A brand’s tasks, and the results of its creators in the last 30 days',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  readsReplica: true,
  params: merchantParams,
  reply: brandOverview,
  refusals: ['not_found'],
});
