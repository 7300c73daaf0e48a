import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, name, optionalCursorQuery, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';
import { currencyCode, money, signedMoney } from './values/money.ts';

/** A creator's bank details. The account number is never returned; screens show `hint`. */
export const payoutMethod = z.strictObject({
  id: z.string(),
  kind: z.literal('bank'),
  country: z.string(),
  holder_name: z.string(),
  hint: z.string(),
  created_at: instant,
  /** Details that replace others become usable after 72 hours, so that the owner can object. */
  usable_from: instant,
});
export type PayoutMethod = z.output<typeof payoutMethod>;

export const listPayoutMethods = endpoint({
  method: 'GET',
  path: '/payout-methods',
  summary: 'The creator’s payout method; an empty list or one entry',
  access: ['creator'],
  scope: 'self',
  reply: z.array(payoutMethod),
});

const accountText = z.optional(text({ max: 60 }));

/**
 * The fields depend on the country: an IBAN where it is used; routing and account number in the US; BIC and account
 * number elsewhere.
 */
export const bankDetails = z.strictObject({
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country code with two capital letters, like FR')),
  holder_name: name({ min: 2, max: 70 }),
  iban: accountText,
  routing_number: accountText,
  bic: accountText,
  account_number: accountText,
});
export type BankDetails = z.output<typeof bankDetails>;

export const setPayoutMethod = endpoint({
  method: 'PUT',
  path: '/payout-methods',
  summary: 'Set the creator’s bank details; the creator gets an email',
  access: ['creator'],
  scope: 'self',
  body: bankDetails,
  proof: 'factors',
  reply: payoutMethod,
  refusals: ['conflict'],
  allowedWhileSuspended: true,
});

export const removePayoutMethod = endpoint({
  method: 'DELETE',
  path: '/payout-methods/{payout_method_id}',
  summary: 'Remove the creator’s bank details',
  access: ['creator'],
  scope: 'self',
  params: z.strictObject({ payout_method_id: id }),
  proof: 'factors',
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found'],
  allowedWhileSuspended: true,
});

export const payoutState = z.enum(['requested', 'approved', 'sent', 'paid', 'failed', 'cancelled']);
export type PayoutState = z.output<typeof payoutState>;

/** One payout as its creator sees it. `amount` = its commissions + `carried`, which is the rest of the balance: bonuses and corrections, minus the debt left by refunds after an earlier payout. */
export const payout = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  merchant_display_name: z.string(),
  amount: money,
  carried: signedMoney,
  commissions: whole,
  state: payoutState,
  monthly: z.boolean(),
  hint: z.string(),
  reference: z.nullable(z.string()),
  /** The brand's reason, if the payout failed or was declined. */
  failure: z.nullable(z.string()),
  requested_at: instant,
  approved_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  paid_at: z.nullable(instant),
  ended_at: z.nullable(instant),
});
export type Payout = z.output<typeof payout>;

const accountParams = z.strictObject({ merchant_account_id: id });

export const obstacle = z.enum(['nothing_current', 'negative_balance', 'below_minimum', 'no_method', 'cooling_off']);
export type Obstacle = z.output<typeof obstacle>;

/** The payout that could be requested for the whole available balance, and all obstacles. */
export const cashOut = z.strictObject({
  currency: z.string(),
  current: signedMoney,
  carried: signedMoney,
  commissions: whole,
  minimum: money,
  /** How much is missing to reach the minimum. */
  missing: money,
  in_the_way: z.array(obstacle),
  method: z.nullable(payoutMethod),
  schedule: z.enum(['on_request', 'monthly']),
});
export type CashOut = z.output<typeof cashOut>;

export const readCashOut = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/cash-out',
  summary: 'The amount that can be cashed out now in each currency, and any obstacles',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountParams,
  reply: z.array(cashOut),
  refusals: ['not_found'],
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/payouts',
  summary: 'The payouts of one storefront, newest first',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountParams,
  query: z.strictObject({ ...cursorQuery }),
  reply: z.array(payout),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const requestPayout = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/payouts',
  summary:
    'Request a payout of everything available, or of whole commissions, oldest first, up to an amount; bonuses, corrections and debt carried forward are always part of it',
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: accountParams,
  body: z.strictObject({
    currency: currencyCode,
    /** The most to pay out, in minor units. The payout takes whole commissions, oldest first, that fit into it. */
    at_most: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'must be a whole number of minor units'))),
  }),
  reply: payout,
  refusals: ['not_found', 'payout_in_the_way', 'idempotency_conflict'],
  allowedWhileSuspended: true,
});

export const cancelPayout = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/payouts/{payout_id}/cancel',
  summary: 'Cancel a payout request that the brand has not approved yet',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id, payout_id: id }),
  reply: payout,
  refusals: ['not_found', 'payout_moved_on'],
  allowedWhileSuspended: true,
});

/** One payout as the brand sees it. */
export const brandPayout = z.extend(payout, {
  creator: z.string(),
  creator_display_name: z.string(),
  approved_by: z.nullable(z.string()),
});
export type BrandPayout = z.output<typeof brandPayout>;

const merchantParams = z.strictObject({ merchant: id });
const payoutParams = z.strictObject({ merchant: id, payout_id: id });

export const listBrandPayouts = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/payouts',
  summary: "A brand's payouts, newest first, with totals by state",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts_view',
  params: merchantParams,
  query: z.strictObject({ state: z.optional(payoutState), ...cursorQuery }),
  reply: z.array(brandPayout),
  meta: z.strictObject({
    next_cursor: z.nullable(z.string()),
    totals: z.array(z.strictObject({ state: payoutState, payouts: whole, amount: money })),
  }),
  refusals: ['not_found'],
});

export const listShopPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  summary: "A brand's payouts, newest first, with totals by state, for its shop with the permission payouts:read",
  access: ['shop'],
  scope: 'own_merchant',
  query: listBrandPayouts.query,
  reply: listBrandPayouts.reply,
  meta: listBrandPayouts.meta,
});

export const approvePayouts = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/payouts/approve',
  summary: 'Approve payouts. Payouts that are already approved stay the same',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: merchantParams,
  body: z.strictObject({ payout_ids: list(id, { min: 1, max: 200, noun: 'payouts' }) }),
  proof: 'factors',
  reply: z.array(brandPayout),
  refusals: ['not_found', 'payout_moved_on', 'second_factor_off'],
});

const reference = text({ min: 1, max: 140 });

export const sendPayout = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/payouts/{payout_id}/send',
  summary: 'Mark an approved payout as sent to the bank, with its reference',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: payoutParams,
  body: z.strictObject({ reference }),
  proof: 'factors',
  reply: brandPayout,
  refusals: ['not_found', 'payout_moved_on', 'second_factor_off'],
});

export const payPayout = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/payouts/{payout_id}/pay',
  summary: 'Mark an approved or sent payout as paid',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: payoutParams,
  body: z.strictObject({ reference: z.optional(reference) }),
  proof: 'factors',
  reply: brandPayout,
  refusals: ['not_found', 'payout_moved_on', 'second_factor_off'],
});

export const failPayout = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/payouts/{payout_id}/fail',
  summary: 'Decline a payout or mark it as returned by the bank; the money becomes available again',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: payoutParams,
  body: z.strictObject({ reason: text({ min: 3, max: 300 }) }),
  proof: 'factors',
  reply: brandPayout,
  refusals: ['not_found', 'payout_moved_on'],
});

export const exportPayouts = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/payouts/export',
  summary: 'Approved payouts with bank details as CSV; audited',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'payouts',
  params: merchantParams,
  proof: 'factors',
  reply: z.string(),
  gives: 'text/csv',
  refusals: ['not_found', 'second_factor_off'],
});

/** The available balance over one month; months are in UTC. */
export const statementMonth = z.strictObject({
  month: z.string(),
  currency: z.string(),
  opening: signedMoney,
  closing: signedMoney,
  entries: whole,
  /** A closed month never changes. */
  closed: z.boolean(),
});
export type StatementMonth = z.output<typeof statementMonth>;

export const statementEntry = z.strictObject({
  seq: whole,
  at: instant,
  kind: z.enum([
    'maturity',
    'reversal',
    'payout_request',
    'payout_cancel',
    'payout_paid',
    'adjustment',
    'commission',
    'bonus',
    'correction',
  ]),
  order_id: z.nullable(z.string()),
  /** How the shop names the order to people. */
  order_reference: z.nullable(z.string()),
  /** The product, or the reason of a bonus or correction. */
  title: z.nullable(z.string()),
  payout_id: z.nullable(z.string()),
  amount: signedMoney,
  balance: signedMoney,
  /** The hash chain: hash = sha256(hash of the previous entry ‖ line), in hexadecimal. */
  line: z.string(),
  hash: z.string(),
});

export const statement = z.strictObject({
  merchant_account_id: z.string(),
  merchant_display_name: z.string(),
  creator_display_name: z.string(),
  month: z.string(),
  currency: z.string(),
  closed: z.boolean(),
  opening: signedMoney,
  closing: signedMoney,
  opening_hash: z.string(),
  head_hash: z.string(),
  entries: z.array(statementEntry),
  /** The other balances at the end of the month. */
  beside: z.strictObject({ pending: money, processing: money, paid: money }),
});
export type Statement = z.output<typeof statement>;

export const listStatements = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/statements',
  summary: 'The months that have a statement, newest first; the current month is open',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountParams,
  reply: z.array(statementMonth),
  refusals: ['not_found'],
});

const statementOf = {
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id, /** Like `2026-10`. */ month: id }),
  /** Default: the merchant's currency. */
  query: z.strictObject({ currency: z.optional(currencyCode) }),
  refusals: ['not_found'],
} as const;

export const readStatement = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/statements/{month}',
  summary:
    'The statement of a month: opening balance, every entry with its reason, closing balance, and the closing hash; with `limit`, the entries come by page',
  ...statementOf,
  query: z.extend(statementOf.query, optionalCursorQuery),
  reply: statement,
  meta: cursorMeta,
});

export const downloadStatementCsv = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/statements/{month}/csv',
  summary: 'The statement as CSV, including the lines of the hash chain',
  ...statementOf,
  reply: z.string(),
  ownerOnly: true,
  gives: 'text/csv',
});

export const downloadStatementPdf = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/statements/{month}/pdf',
  summary: 'The statement as PDF',
  ...statementOf,
  reply: z.string(),
  ownerOnly: true,
  gives: 'application/pdf',
});
