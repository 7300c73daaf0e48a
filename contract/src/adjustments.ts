import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';
import { sentAmount, signedMoney } from './values/money.ts';

// Money that a brand adds to or takes from a creator's available balance, with a reason that the creator reads.

/** `bonus`: always more money. `correction`: more or less. */
export const adjustmentKind = z.enum(['bonus', 'correction']);
export type AdjustmentKind = z.output<typeof adjustmentKind>;

/** `available`: it is in the available balance. `processing`, `paid`: a payout has taken it. */
export const adjustmentState = z.enum(['available', 'processing', 'paid']);

export const adjustment = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  merchant_display_name: z.string(),
  kind: adjustmentKind,
  amount: signedMoney,
  reason: z.string(),
  state: adjustmentState,
  given_at: instant,
});
export type Adjustment = z.output<typeof adjustment>;

export const listAdjustments = endpoint({
  method: 'GET',
  path: '/adjustments',
  summary: "A creator's bonuses and corrections, newest first",
  access: ['creator'],
  scope: 'self',
  query: z.strictObject({ merchant_account_id: z.optional(id), ...cursorQuery }),
  reply: z.array(adjustment),
  meta: cursorMeta,
});

/** The same as the brand sees it: for whom, and who gave it. */
export const brandAdjustment = z.extend(adjustment, {
  creator: z.string(),
  creator_display_name: z.string(),
  given_by: z.nullable(z.string()),
});
export type BrandAdjustment = z.output<typeof brandAdjustment>;

const merchantParams = z.strictObject({ merchant: id });

export const listBrandAdjustments = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/adjustments',
  summary: "A brand's bonuses and corrections, newest first; `search` is a creator's handle or its start",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts_view',
  params: merchantParams,
  query: z.strictObject({
    kind: z.optional(adjustmentKind),
    search: z.optional(text({ max: 50 })),
    ...cursorQuery,
  }),
  reply: z.array(brandAdjustment),
  meta: cursorMeta,
  refusals: ['not_found'],
});

/** The most creators of one call. */
export const mostAdjustments = 500;

/** One line of a pasted list, as it was read. `problem` says why it can't be used. */
export const adjustmentLine = z.strictObject({
  line: whole,
  creator: z.string(),
  creator_display_name: z.nullable(z.string()),
  amount: z.nullable(signedMoney),
  problem: z.nullable(
    z.enum(['unknown_creator', 'ended_creator', 'repeated_creator', 'bad_amount', 'not_positive', 'zero', 'too_much']),
  ),
});
export type AdjustmentLine = z.output<typeof adjustmentLine>;

export const previewAdjustments = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/adjustments/preview',
  summary:
    'Read a list of creators and amounts, a handle and an amount like 25.00 on each line, and say of each line what it means or why it can’t be used. Changes nothing',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: merchantParams,
  body: z.strictObject({ kind: adjustmentKind, list: text({ min: 1, max: 60_000 }) }),
  reply: z.strictObject({
    lines: z.array(adjustmentLine),
    /** The sum of the lines without a problem. */
    total: signedMoney,
    /** The most that one creator can be given at once. */
    ceiling: signedMoney,
  }),
  refusals: ['not_found'],
});

export const giveAdjustments = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/adjustments',
  summary:
    'Give bonuses or make corrections, for one or many creators with the same reason; all or none. Each creator is told',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    kind: adjustmentKind,
    /** The creators read it. */
    reason: text({ min: 10, max: 500 }),
    rows: list(
      z.strictObject({
        /** The handle, with or without @. */
        creator: text({ min: 1, max: 50 }),
        /** In minor units of the brand's currency; below zero only for corrections. */
        amount: sentAmount,
      }),
      { min: 1, max: mostAdjustments, noun: 'creators' },
    ),
  }),
  proof: 'factors',
  reply: z.array(brandAdjustment),
  refusals: ['not_found', 'idempotency_conflict'],
  bodyLimit: 200_000,
  perMinute: 30,
});
