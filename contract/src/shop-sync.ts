import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, plainText, whole } from './values/fields.ts';

/** What a complete pass did. `reasons`: the first of the products that were skipped. */
export const syncResult = z.strictObject({
  finished_at: instant,
  added: whole,
  changed: whole,
  unchanged: whole,
  archived: whole,
  skipped: whole,
  reasons: z.array(z.strictObject({ sku: z.string(), reason: z.string() })),
  /** Discount codes of the shop, and how many codes of creators ended with it. */
  codes: whole,
  codes_ended: whole,
});

/** Why a sync can’t go on. What the owner has to mend is tried again every few hours, anything else soon. */
export const syncFault = z.enum([
  'domain_wrong',
  'token_refused',
  'not_installed',
  'scope_missing',
  'currency_differs',
  'shop_closed',
  'brand_closed',
  'nothing_listed',
  'unreachable',
  'unexpected',
]);
export type SyncFault = z.output<typeof syncFault>;

/**
 * What became of one webhook of the brand’s app. `refused`: the reason says whether a permission is missing (`detail` is its
 * name), Shopify doesn’t allow the app to get customers’ data, or something else (`detail` is what Shopify said).
 */
const subscription = z.strictObject({
  topic: z.string(),
  state: z.enum(['created', 'existing', 'refused']),
  reason: z.nullable(z.enum(['scope_missing', 'customer_data', 'other'])),
  detail: z.string(),
});

export const shopSync = z.strictObject({
  /** How the shop is read; null if no access was entered. The secret is never shown again, only its last characters. */
  access: z.nullable(
    z.strictObject({
      domain: z.string(),
      way: z.enum(['token', 'client']),
      client_id: z.nullable(z.string()),
      hint: z.string(),
      connected_at: instant,
    }),
  ),
  /**
   * The webhooks that Vitrine creates for the brand’s app; null before the first sync. `obstacle`: why none was created:
   * this Vitrine has no https address, or the secret with which the app signs hasn’t been entered.
   */
  webhooks: z.nullable(
    z.strictObject({
      obstacle: z.nullable(z.enum(['not_https', 'secret_missing'])),
      topics: z.array(subscription),
    }),
  ),
  /** The pass that is under way; `seen`: the products so far. */
  running: z.nullable(
    z.strictObject({ since: instant, reads: z.enum(['webhooks', 'products', 'codes']), seen: whole }),
  ),
  last: z.nullable(syncResult),
  failure: z.nullable(z.strictObject({ fault: syncFault, detail: z.string(), at: instant, next_attempt_at: instant })),
});
export type ShopSync = z.output<typeof shopSync>;

const params = z.strictObject({ merchant: id });
const path = '/brand/{merchant}/connections/shopify/sync';
const credential = (example: string) =>
  z
    .string()
    .check(
      z.regex(
        /^[\x21-\x7e]{8,200}$/,
        'must have 8 to 200 letters, numbers or signs without spaces, as Shopify shows it',
      ),
    )
    .register(z.globalRegistry, { examples: [example] });

export const readShopSync = endpoint({
  method: 'GET',
  path,
  summary: 'The access to a brand’s Shopify, its webhooks, and what the last sync of products and discount codes did',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params,
  reply: shopSync,
  refusals: ['not_found'],
  // The page asks every few seconds while a sync runs.
  perMinute: 600,
});

export const connectShopSync = endpoint({
  method: 'PUT',
  path,
  summary:
    'Give access to a brand’s Shopify: the client of an app, or the access token of an older one. It is tried out first. Then a sync creates the app’s webhooks and reads products and codes',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params,
  body: z.strictObject({
    /** The shop’s own address, like glow-lab.myshopify.com. */
    domain: plainText({ max: 200 }).register(z.globalRegistry, { examples: ['glow-lab.myshopify.com'] }),
    /** Of an app that was made in the shop’s settings. */
    access_token: z.optional(credential('shpat_4f1c0b7e2d9a48d3b6e5')),
    /** The secret with which that app signs its webhooks. Without it, Vitrine creates none. */
    api_secret_key: z.optional(credential('shpss_4f1c0b7e2d9a48d3b6e5')),
    /** Of an app that was made in the Dev Dashboard. The secret signs its webhooks, too, so it is accepted for these. */
    client_id: z.optional(credential('8f1c0b7e2d9a48d3b6e54f1c0b7e2d9a')),
    client_secret: z.optional(credential('shpss_4f1c0b7e2d9a48d3b6e5')),
  }),
  proof: 'factors',
  reply: shopSync,
  refusals: ['not_found', 'brand_closed'],
  perMinute: 20,
});

export const startShopSync = endpoint({
  method: 'POST',
  path: `${path}/run`,
  summary: 'Sync webhooks, products and discount codes now',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params,
  reply: shopSync,
  refusals: ['not_found', 'brand_closed'],
  perMinute: 20,
});

export const disconnectShopSync = endpoint({
  method: 'DELETE',
  path,
  summary: 'Delete the access to a brand’s Shopify; webhooks, products and codes stay as they are',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params,
  proof: 'password',
  reply: shopSync,
  refusals: ['not_found'],
});

/** A discount code of the shop that no creator has yet. */
export const assignableCode = z.strictObject({
  code: z.string(),
  title: z.string(),
  status: z.enum(['active', 'scheduled']),
  ends_at: z.nullable(instant),
});

export const listAssignableCodes = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/discount-codes/assignable',
  summary: 'Discount codes of the shop that can be assigned to a creator, at most 500',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params,
  reply: z.array(assignableCode),
  refusals: ['not_found'],
});
