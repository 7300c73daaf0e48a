import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text, whole } from './values/fields.ts';
import { money, signedMoney } from './values/money.ts';

export const commissionState = z.enum(['pending', 'available', 'processing', 'paid', 'reversed']);

/** `none`: nothing was reversed. `declined`: the brand declined all of it; anything else was reversed by refunds. */
export const reversalState = z.enum(['none', 'partly_reversed', 'reversed', 'declined']);
export type ReversalState = z.output<typeof reversalState>;

/** `amount` is gross, before reversals. `net` = amount − reversed. */
const earned = { amount: money, reversed: money, net: money, reversal: reversalState };
export const earnedMoney = z.strictObject(earned);
export type EarnedMoney = z.output<typeof earnedMoney>;

/** What one order line earned a creator. */
export const commission = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  merchant_display_name: z.string(),
  order_id: z.string(),
  line_id: z.string(),
  product_title: z.string(),
  product_image: z.nullable(z.string()),
  quantity: whole,
  via: z.enum(['click', 'code']),
  base: money,
  rate: z.nullable(z.int()),
  ...earned,
  state: commissionState,
  held_reason: z.nullable(z.string()),
  /** The brand's reason, if it declined the commission. */
  decline_reason: z.nullable(z.string()),
  /** When the hold ends on its own if the brand doesn't decide before. */
  hold_expires_at: z.nullable(instant),
  earned_at: instant,
  matures_at: instant,
  available_at: z.nullable(instant),
  paid_at: z.nullable(instant),
  /** The handle of its creator; only in the list of a shop. */
  creator: z.optional(z.nullable(z.string())),
});
export type Commission = z.output<typeof commission>;

/** The balances of one storefront in its currency. Screens call `current` “available”. */
export const balance = z.strictObject({
  merchant_account_id: z.string(),
  merchant_display_name: z.string(),
  currency: z.string(),
  current: signedMoney,
  pending: money,
  processing: money,
  paid: money,
  payout_minimum: money,
  /** When the next pending commissions become available, and their sum. */
  next_maturing: z.nullable(z.strictObject({ at: instant, amount: money })),
  /** Why no payout can be requested; null if one can. */
  blocked_by: z.nullable(z.enum(['below_minimum', 'negative_balance', 'nothing_current'])),
});
export type Balance = z.output<typeof balance>;

export const readEarnings = endpoint({
  method: 'GET',
  path: '/earnings',
  summary: 'Balances of each storefront: current, pending, processing, paid',
  access: ['creator'],
  scope: 'self',
  reply: z.strictObject({ balances: z.array(balance), as_of: instant }),
});

/** A month in the creator's time zone. */
const calendarMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, like 2026-10'));

export const listCommissions = endpoint({
  method: 'GET',
  path: '/commissions',
  summary:
    "A creator's commissions, newest first; with an API key that has the permission commissions:read, those of its brand. Months of a brand are in UTC",
  access: ['creator', 'shop'],
  scope: 'self',
  query: z.strictObject({
    merchant_account_id: z.optional(id),
    state: z.optional(commissionState),
    month: z.optional(calendarMonth),
    ...cursorQuery,
  }),
  reply: z.array(commission),
  meta: cursorMeta,
});

const heldCommission = z.strictObject({
  id: z.string(),
  state: commissionState,
  held_reason: z.nullable(z.string()),
});

export const releaseCommission = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/commissions/{commission_id}/release',
  summary: 'Release a commission that is on hold',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: z.strictObject({ merchant: id, commission_id: id }),
  body: z.optional(z.strictObject({ reason: z.optional(text({ max: 500 })) })),
  proof: 'password',
  reply: heldCommission,
  refusals: ['not_found', 'commission_not_held'],
});

export const declineCommission = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/commissions/{commission_id}/decline',
  summary: 'Decline a commission that is on hold, with a reason for the creator',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: z.strictObject({ merchant: id, commission_id: id }),
  body: z.strictObject({ reason: text({ min: 10, max: 500 }) }),
  proof: 'password',
  reply: heldCommission,
  refusals: ['not_found', 'commission_not_held'],
});
