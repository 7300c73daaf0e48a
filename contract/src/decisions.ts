import * as z from 'zod/mini';
import { reversalState } from './commissions.ts';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, plainText, whole } from './values/fields.ts';
import { money } from './values/money.ts';
import { monthReached } from './terms.ts';
import { withRate } from './values/rates.ts';

/**
 * The outcome of an order. `waiting_for_click`: its click has not reached the database yet; the order is decided when it
 * does. `unknown_click`: the click has not arrived within ten minutes; if it still does, the order is decided again.
 */
export const outcome = z.enum([
  'credited',
  'held_self_purchase',
  'held_for_review',
  'waiting_for_click',
  'no_touch',
  'unknown_click',
  'unknown_code',
  'outside_window',
  'brand_paused',
  'brand_closed',
  'account_not_active',
  'no_terms',
  'nothing_to_earn',
]);
export type Outcome = z.output<typeof outcome>;

/**
 * An outcome, or what became of the order later. `held`: a commission is on hold. `not_credited`: decided, and nobody
 * earns from it. `declined`: the brand declined a commission. `partly_refunded`, `refunded`: a part or all of it.
 * `waiting_for_currency`: the brand has not accepted its currency. `disputed`: a payment is disputed, or the dispute was
 * lost. `flagged`: a fraud rule found it after the commission was already in a payout. `test`: the orders of test keys,
 * which are in no other list.
 */
export const orderFilter = z.union([
  outcome,
  z.enum([
    'held',
    'not_credited',
    'declined',
    'partly_refunded',
    'refunded',
    'cancelled',
    'disputed',
    'waiting_for_payment',
    'waiting_for_currency',
    'flagged',
    'test',
  ]),
]);

/** One rule that was applied, with its input and result. Screens translate `rule` and `verdict` and fill in `facts`. */
export const ruleStep = z.strictObject({
  rule: z.string(),
  verdict: z.enum(['passed', 'failed', 'chosen', 'not_chosen', 'noted']),
  facts: z.record(z.string(), z.string()),
});

/** Someone who could have earned. To a creator, others appear without a name (`who` = `another_creator`). */
export const candidate = z.strictObject({
  via: z.enum(['click', 'code']),
  who: z.string(),
  mine: z.boolean(),
  reference: z.nullable(z.string()),
  touched_at: z.nullable(instant),
  verdict: z.string(),
});

/**
 * The state of a hold on a commission: waiting for the brand until `expires_at`, decided by the brand, or expired. `at`
 * and `reason` are null for old decisions that didn't store them.
 */
export const hold = z.strictObject({
  state: z.enum(['waiting', 'released', 'declined', 'expired']),
  at: z.nullable(instant),
  /** The brand's reason for declining it. */
  reason: z.nullable(z.string()),
  /** When it ends on its own; null once it has ended. */
  expires_at: z.nullable(instant),
});
export type Hold = z.output<typeof hold>;

/** What a line of an order is. Only products earn commission, unless the brand says otherwise. */
export const lineKind = z.enum(['product', 'gift_card', 'tip', 'donation']);
export type LineKind = z.output<typeof lineKind>;
/** The kinds that a brand can let earn commission too. */
export const specialLineKind = z.enum(['gift_card', 'tip', 'donation']);
/** Why a line earns nothing, whatever the rates are. `free`: nothing was paid for it. */
export const exclusion = z.enum([...specialLineKind.options, 'free']);
export type Exclusion = z.output<typeof exclusion>;

/** The terms rule that applied to a line. `applies_to` says how specific it is, like `creator_product` or `default`. */
export const appliedRule = withRate({ applies_to: z.string() });

/** What a cap of the rule took from the commission on a line. */
export const capCut = z.strictObject({ by: z.enum(['order', 'month']), amount: money });

/**
 * The calculation for one order line: base = unit_price × quantity − discount. Its rule says what it earns; of a
 * percentage, commission = base × rate / 10,000, half up. Of a rule with tiers, the rate is `tier_rate`. `capped` is what
 * the rule's caps took from that; it is left out if they took nothing.
 */
export const lineArithmetic = z.strictObject({
  line_id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: whole,
  unit_price: money,
  discount: money,
  base: money,
  terms_version: z.nullable(whole),
  rule: z.nullable(appliedRule),
  excluded: z.nullable(exclusion),
  tier_rate: z.optional(whole),
  capped: z.optional(z.array(capCut)),
  commission: z.nullable(money),
  hold: z.nullable(hold),
  reversed: z.nullable(money),
  net: z.nullable(money),
  reversals: z.array(
    z.strictObject({
      refund_id: z.string(),
      reason: z.string(),
      amount: money,
      at: instant,
      refunded: money,
      refunded_before: money,
    }),
  ),
});

/** Why an order did or did not earn a commission. Never reveals who the shopper is. */
export const explanation = z.strictObject({
  order_id: z.string(),
  /** How the shop names the order to people; null if it didn't say. */
  reference: z.nullable(z.string()),
  merchant: z.string(),
  placed_at: instant,
  received_at: instant,
  decided_at: z.nullable(instant),
  /** When the decision last changed because a click arrived late or was reclassified, or the shop changed the order. */
  revision: z.nullable(z.strictObject({ at: instant, reason: z.enum(['late_click', 'click_class', 'edit']) })),
  outcome,
  rules_version: whole,
  terms_version: z.nullable(whole),
  credited_to: z.nullable(z.strictObject({ who: z.string(), mine: z.boolean() })),
  candidates: z.array(candidate),
  steps: z.array(ruleStep),
  /** What the creator had reached before this order; only if a rule depends on it. It stays as it was measured then. */
  reached: z.optional(monthReached),
  lines: z.array(lineArithmetic),
  /** Gross; `net` = commission − reversed. */
  commission: z.nullable(money),
  reversed: z.nullable(money),
  net: z.nullable(money),
  reversal: reversalState,
  matures_at: z.nullable(instant),
});
export type Explanation = z.output<typeof explanation>;

export const explainOrder = endpoint({
  method: 'GET',
  path: '/orders/{order_id}/explain',
  summary: 'The decision on an order, as far as the creator or brand may see it',
  access: ['creator', 'brand', 'shop'],
  scope: 'order_candidate',
  right: 'view',
  params: z.strictObject({ order_id: id }),
  query: z.strictObject({ merchant: z.optional(plainText({ max: 200 })) }),
  reply: explanation,
  refusals: ['not_found'],
});

export const explainOrderOfBrand = endpoint({
  method: 'GET',
  path: '/operator/brands/{merchant_id}/orders/{order_id}/explain',
  summary: 'The decision on an order, as its brand sees it',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ merchant_id: id, order_id: id }),
  reply: explanation,
  refusals: ['not_found'],
});

/** An order that was not credited to a creator who was a candidate. `verdict` says why; `explainOrder` has all details. */
export const unearnedOrder = z.strictObject({
  order_id: z.string(),
  reference: z.nullable(z.string()),
  merchant: z.string(),
  placed_at: instant,
  via: z.enum(['click', 'code']),
  touched_at: z.nullable(instant),
  verdict: z.string(),
  outcome,
});
export type UnearnedOrder = z.output<typeof unearnedOrder>;

export const listUnearnedOrders = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/unearned-orders',
  summary: 'Orders that included a link or code of the creator but were not credited to them, newest first',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id }),
  query: z.strictObject({ ...cursorQuery }),
  reply: z.array(unearnedOrder),
  meta: cursorMeta,
  refusals: ['not_found'],
});
