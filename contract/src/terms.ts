import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, externalId, id, instant, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';
import { money } from './values/money.ts';
import { commissionRate, withRate } from './values/rates.ts';

/** A day in the brand's time zone. */
const ruleDay = z.iso.date({ error: 'must be a date, like 2026-11-20' });

/** `group` is the id of a group of creators. A rule with dates applies to clicks on those days, both included. */
export const terms = z.strictObject({
  version: whole,
  note: z.string(),
  created_at: instant,
  effective_at: instant,
  rules: z.array(
    withRate({
      position: whole,
      creator: z.nullable(z.string()),
      group: z.nullable(z.string()),
      group_name: z.nullable(z.string()),
      sku: z.nullable(z.string()),
      /** The title of the product; null also if the catalog does not have it. */
      product: z.nullable(z.string()),
      category: z.nullable(z.string()),
      starts_on: z.nullable(z.string()),
      ends_on: z.nullable(z.string()),
    }),
  ),
});

const merchantParams = z.strictObject({ merchant: id });

export const listTerms = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/terms',
  summary: 'Every version of the commission terms, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: z.array(terms),
  refusals: ['not_found'],
});

const ruleBody = withRate({
  creator: z.optional(z.nullable(text({ max: 60 }))),
  group: z.optional(z.nullable(id)),
  sku: z.optional(z.nullable(externalId)),
  category: z.optional(z.nullable(text({ max: 200 }))),
  starts_on: z.optional(z.nullable(ruleDay)),
  ends_on: z.optional(z.nullable(ruleDay)),
}).register(z.globalRegistry, { examples: [{ sku: 'GL-101', kind: 'percentage', rate: 1500 }] });

const termsBody = z.strictObject({
  note: z.optional(text({ max: 500 })),
  rules: list(ruleBody, { min: 1, max: 500, noun: 'rules' }),
});

export const publishTerms = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/terms',
  summary: 'Publish a new version of the terms; a lower rate applies only to clicks after the notice period',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'terms',
  status: 201,
  params: merchantParams,
  body: termsBody,
  proof: 'password',
  reply: terms,
  refusals: ['not_found', 'brand_closed'],
});

const affected = z.strictObject({ lose: whole, gain: whole, unchanged: whole });

/** What a version would change for one creator and product, and from when on. Without product: for all others. */
const previewedChange = z.strictObject({
  product: z.nullable(z.string()),
  from: instant,
  before: z.nullable(commissionRate),
  after: z.nullable(commissionRate),
  is_cut: z.boolean(),
  /** True if it changes only for customers who are new to the brand. */
  new_customers: z.boolean(),
});

export const termsPreview = z.strictObject({
  effective_at: instant,
  /** A creator who earns less on any product loses. */
  creators: affected,
  products: affected,
  /** The creators for whom something changes, by handle. */
  changes: z.array(
    z.strictObject({
      creator: z.string(),
      display_name: z.string(),
      /** The first ten products, those with less first. */
      products: z.array(previewedChange),
      more: whole,
    }),
  ),
});
export type TermsPreview = z.output<typeof termsPreview>;

export const previewTerms = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/terms/preview',
  summary: 'What a new version of the terms would change, for each creator and product; publishes nothing',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'terms',
  params: merchantParams,
  query: z.strictObject(cursorQuery),
  body: termsBody,
  reply: termsPreview,
  meta: cursorMeta,
  refusals: ['not_found'],
});

const simulated = { orders: whole, was: money, would_be: money };

/** Last month's orders in the brand's currency, before refunds: what they earned, and what they would have earned. */
export const termsSimulation = z.strictObject({
  from: instant,
  to: instant,
  ...simulated,
  /** Orders in another currency, which are left out. */
  other_currencies: whole,
  /** Those with the largest difference first, at most 100. */
  creators: z.array(z.strictObject({ creator: z.string(), display_name: z.string(), ...simulated })),
  more: whole,
});
export type TermsSimulation = z.output<typeof termsSimulation>;

export const simulateTerms = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/terms/simulation',
  summary: 'What last month’s orders would have earned under these terms; publishes nothing',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'terms',
  params: merchantParams,
  body: termsBody,
  reply: termsSimulation,
  refusals: ['not_found'],
});

export const termsTargetKind = z.enum(['creator', 'group', 'category', 'product']);
export type TermsTargetKind = z.output<typeof termsTargetKind>;

/** What a rule can be for. `value` is what the rule has: a handle, the id of a group, a category, or an SKU. */
export const termsTarget = z.strictObject({ value: z.string(), name: z.string() });
export type TermsChoice = z.output<typeof termsTarget>;

export const searchTermsTargets = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/terms/targets',
  summary: 'Search creators, groups, categories or products for a rule; at most 20',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  query: z.strictObject({ kind: termsTargetKind, search: z.optional(text({ max: 100 })) }),
  reply: z.array(termsTarget),
  refusals: ['not_found'],
});

const accountParams = z.strictObject({ merchant_account_id: id });

/**
 * A version as it concerns one creator: its rules for everyone, for the creator, and for groups that the creator was in
 * meanwhile. `withdrawn`: a newer version took its place before it took effect.
 */
export const ownTerms = z.strictObject({
  version: whole,
  note: z.string(),
  created_at: instant,
  effective_at: instant,
  /** When a newer version took or takes its place. */
  ended_at: z.nullable(instant),
  state: z.enum(['announced', 'active', 'past', 'withdrawn']),
  rules: z.array(
    withRate({
      whose: z.enum(['creator', 'group', 'everyone']),
      sku: z.nullable(z.string()),
      /** The title of the product, or its SKU if the catalog does not have it. */
      product: z.nullable(z.string()),
      category: z.nullable(z.string()),
      starts_at: z.nullable(instant),
      ends_at: z.nullable(instant),
    }),
  ),
});
export type OwnTerms = z.output<typeof ownTerms>;

export const listOwnTerms = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/terms',
  summary: 'Every version of the terms as it concerns this creator, newest first',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountParams,
  reply: z.array(ownTerms),
  refusals: ['not_found'],
});

/** Of an order of a customer who is new to the brand; left out if it earns the same as any other. */
const commissionNew = z.optional(commissionRate);

/** The next rate of a product, and from when on it applies. */
export const nextRate = z.strictObject({
  from: instant,
  commission: z.nullable(commissionRate),
  commission_new: commissionNew,
});

/** What a creator has reached in a calendar month of the brand (`month` is like 2026-11). */
export const monthReached = z.strictObject({ month: z.string(), net_sales: money, orders: whole });
export type MonthReached = z.output<typeof monthReached>;

/** Products with the same rates. `titles` has the first ten; it is empty for products that are not in the catalog. */
export const ownRate = z.strictObject({
  titles: z.array(z.string()),
  count: whole,
  commission: z.nullable(commissionRate),
  commission_new: commissionNew,
  /** Only with a rate that depends on what was reached this month. */
  reached: z.optional(monthReached),
  commission_then: z.nullable(nextRate),
});
export type OwnRate = z.output<typeof ownRate>;

export const listOwnRates = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/rates',
  summary:
    'What this creator earns on the brand’s products now, and what comes next; products with the same rates are one entry',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountParams,
  reply: z.array(ownRate),
  refusals: ['not_found'],
});
