import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text, whole } from './values/fields.ts';
import { money, sentAmount } from './values/money.ts';
import { outcome } from './decisions.ts';

// Orders that a creator misses. The answer comes at once, and only from what concerns the creator.

/**
 * `yours`: it earned them a commission. `on_hold`, `declined`, `reversed`: what became of that. `credited_elsewhere`: it
 * had their click or code, and another one counted. `outside_window`, `not_credited`: it had theirs and earned nothing.
 * `not_decided`: not yet. `not_found`: no order of that name came through their links or codes; whether one exists is
 * not said.
 */
export const claimAnswer = z.enum([
  'yours',
  'on_hold',
  'declined',
  'reversed',
  'credited_elsewhere',
  'outside_window',
  'not_decided',
  'not_credited',
  'not_found',
]);
export type ClaimAnswer = z.output<typeof claimAnswer>;

/** `answered`: at once. `open`: the brand was asked. */
export const claimState = z.enum(['answered', 'open', 'credited', 'rejected']);
export type ClaimState = z.output<typeof claimState>;

const day = z.iso.date({ error: 'must be a day, like 2026-11-20' });

export const claim = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  order_name: z.nullable(z.string()),
  placed_on: z.nullable(z.string()),
  total: z.nullable(money),
  /** The brand's. */
  currency: z.string(),
  answer: claimAnswer,
  /** The order, if it had their click or code. */
  order_id: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  placed_at: z.nullable(instant),
  /** Their click or code in it. */
  touched_at: z.nullable(instant),
  created_at: instant,
  state: claimState,
  /** Whether the brand can be asked. */
  may_send: z.boolean(),
  note: z.nullable(z.string()),
  sent_at: z.nullable(instant),
  reply: z.nullable(z.string()),
  replied_at: z.nullable(instant),
  /** What the brand gave for it. */
  credited: z.nullable(money),
});
export type OrderClaim = z.output<typeof claim>;

const accountParams = z.strictObject({ merchant_account_id: id });

export const makeClaim = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/claims',
  summary:
    'Ask about an order that was not credited, by its number, or by its day and total; answered at once, 10 a day at most',
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: accountParams,
  body: z
    .strictObject({
      order: z.optional(text({ min: 1, max: 200 })),
      placed_on: z.optional(day),
      /** What the shopper paid, in minor units of the brand's currency. */
      total: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'must be a whole number of minor units'))),
    })
    .check(
      z.refine(
        ({ order, placed_on, total }) =>
          order === undefined
            ? placed_on !== undefined && total !== undefined
            : placed_on === undefined && total === undefined,
        'must have either order, or placed_on and total',
      ),
    )
    .register(z.globalRegistry, { examples: [{ order: '#1001' }] }),
  reply: claim,
  refusals: ['not_found', 'idempotency_conflict'],
  perMinute: 60,
  allowedWhileSuspended: true,
});

export const listClaims = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/claims',
  summary: "A creator's claims at a storefront, newest first",
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountParams,
  query: z.strictObject({ ...cursorQuery }),
  reply: z.array(claim),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const sendClaim = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/claims/{claim_id}/send',
  summary: 'Ask the brand about a claim whose answer was not enough; once',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id, claim_id: id }),
  body: z.strictObject({ note: text({ min: 10, max: 1000 }) }),
  reply: claim,
  refusals: ['not_found', 'conflict'],
  allowedWhileSuspended: true,
});

/** An order that the claim may mean, as the brand has it. */
export const claimedOrder = z.strictObject({
  order_id: z.string(),
  reference: z.nullable(z.string()),
  placed_at: instant,
  total: money,
  outcome: z.nullable(outcome),
  credited_to: z.nullable(z.string()),
});

/** A claim as the brand sees it, with what there is about it. */
export const brandClaim = z.extend(claim, {
  creator: z.string(),
  creator_display_name: z.string(),
  /** Orders with the number, or with the day and total. */
  orders: z.array(claimedOrder),
  /** Clicks on the creator's links in the 30 UTC days that end with the day of the order, or of the claim without one. */
  clicks: whole,
  last_click_at: z.nullable(instant),
});
export type BrandClaim = z.output<typeof brandClaim>;

export const listBrandClaims = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/claims',
  summary:
    "What a brand's creators ask about orders that were not credited, newest first, with what there is about each",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: z.strictObject({ merchant: id }),
  query: z.strictObject({ state: z.optional(z.enum(['open', 'credited', 'rejected'])), ...cursorQuery }),
  reply: z.array(brandClaim),
  meta: cursorMeta,
  refusals: ['not_found'],
});

const claimParams = z.strictObject({ merchant: id, claim_id: id });

export const creditClaim = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/claims/{claim_id}/credit',
  summary: 'Credit a claim with a bonus of this amount',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: claimParams,
  body: z.strictObject({
    /** In minor units of the brand's currency. */
    amount: sentAmount.check(z.regex(/^[^-]/, 'must be above 0')),
    reply: text({ min: 10, max: 500 }),
  }),
  proof: 'factors',
  reply: brandClaim,
  refusals: ['not_found', 'conflict'],
});

export const rejectClaim = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/claims/{claim_id}/reject',
  summary: 'Reject a claim, with a reason for the creator',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: claimParams,
  body: z.strictObject({ reply: text({ min: 10, max: 1000 }) }),
  reply: brandClaim,
  refusals: ['not_found', 'conflict'],
});
