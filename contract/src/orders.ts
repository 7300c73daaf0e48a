import * as z from 'zod/mini';
import { commissionState, earnedMoney, reversalState } from './commissions.ts';
import { explanation, lineKind, orderFilter, outcome } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import {
  cursorMeta,
  cursorQuery,
  externalId,
  externalIdOrEmpty,
  id,
  instant,
  instantWithOffset,
  orderReference,
  plainText,
  text,
  whole,
} from './values/fields.ts';
import { list } from './values/list.ts';
import { currencyCode, money, sentMoney } from './values/money.ts';

/** A click id or discount code as the shop sent it. It is stored unchanged, so it must be valid text. */
const brought = (longest: number) => plainText({ min: 1, max: longest });

const quantity = z
  .int('must be a whole number')
  .check(z.minimum(1, 'must be 1 or more'), z.maximum(1_000_000, 'must not be above 1000000'));

const orderLine = z.strictObject({
  line_id: externalId,
  /** Without one, or with an empty one, the line matches no product and earns by the rules for all products. */
  sku: z.optional(z.nullable(externalIdOrEmpty)),
  title: text({ min: 1, max: 300 }),
  quantity,
  unit_price: sentMoney,
  discount: z.optional(sentMoney),
  /** What is not a product, such as a gift card, earns only if the brand says so. */
  kind: z.optional(lineKind),
});

export const orderBody = z.strictObject({
  order_id: externalId,
  /** How your shop names it to people, such as #1001. It is shown beside the order_id, and needn't be unique. */
  reference: z.optional(z.nullable(orderReference)),
  currency: currencyCode,
  lines: list(orderLine, { min: 1, max: 500, noun: 'lines' }),
  click_id: z.optional(z.nullable(brought(200))),
  discount_codes: z.optional(list(brought(100), { max: 20, noun: 'codes' })),
  placed_at: instantWithOffset,
  customer: z.optional(z.strictObject({ email: z.optional(plainText({ max: 254 })) })),
});
export type OrderBody = z.output<typeof orderBody>;

/**
 * Why an order is kept and not decided: the shopper hasn't paid yet, or the brand hasn't accepted its currency. Null: it
 * waits for neither.
 */
const orderBlock = z.nullable(z.enum(['payment', 'currency']));
export type OrderBlock = z.output<typeof orderBlock>;

/** How the shop names it to people; null if the shop didn't say. */
const reference = z.nullable(z.string());

/** Only on test orders: they are decided, and earn nothing. */
const isTest = z.optional(z.literal(true));

export const order = z.strictObject({
  order_id: z.string(),
  reference,
  currency: z.string(),
  total: money,
  placed_at: instant,
  received_at: instant,
  state: z.enum(['received', 'waiting', 'decided']),
  waits_for: orderBlock,
  decision: z.nullable(explanation),
  is_test: isTest,
});

export const receiveOrder = endpoint({
  method: 'POST',
  path: '/orders',
  summary:
    'Report an order; it is stored and decided, and the response contains the decision. If it can’t be decided yet, decision is null and order.decided follows by webhook. Sending the same order_id again changes nothing and returns the latest decision',
  access: ['shop'],
  scope: 'own_merchant',
  body: orderBody,
  reply: order,
  refusals: ['order_conflict', 'idempotency_conflict'],
  perMinute: 12_000,
  bodyLimit: 2_000_000,
});

export const changeOrder = endpoint({
  method: 'PUT',
  path: '/orders/{order_id}',
  summary:
    'Report what an order contains now, with all of its lines. Its commission is calculated again under the same terms, and the difference is posted. A state older than the last one changes nothing',
  access: ['shop'],
  scope: 'own_merchant',
  params: z.strictObject({ order_id: id }),
  body: z.strictObject({
    currency: currencyCode,
    /** It stays as it is if omitted or null. */
    reference: z.optional(z.nullable(orderReference)),
    lines: list(orderLine, { min: 1, max: 500, noun: 'lines' }),
    /** When the shop changed it; now if omitted. */
    changed_at: z.optional(instantWithOffset),
  }),
  reply: order,
  refusals: ['not_found', 'order_cancelled', 'idempotency_conflict'],
  perMinute: 12_000,
  bodyLimit: 2_000_000,
});

/** A report that came before its order: applied when the order comes, given up after `waits_until`. */
export const waitingReport = z.strictObject({
  order_id: z.string(),
  state: z.literal('waiting'),
  received_at: instant,
  waits_until: instant,
});
export type WaitingReport = z.output<typeof waitingReport>;

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/{order_id}/cancel',
  summary:
    'Report that an order was cancelled: everything that is left of its commission is reversed, once. A cancellation of an order that has not come yet waits for it, 30 days at most, and is answered with 202',
  access: ['shop'],
  scope: 'own_merchant',
  params: z.strictObject({ order_id: id }),
  reply: order,
  waiting: waitingReport,
  refusals: ['not_found', 'idempotency_conflict'],
  perMinute: 12_000,
});

const refundLine = z
  .strictObject({
    line_id: externalId,
    quantity: z.optional(quantity),
    amount: z.optional(sentMoney),
  })
  .check(
    z.refine(
      (line) => (line.quantity === undefined) !== (line.amount === undefined),
      'must have either quantity or amount',
    ),
  )
  .register(z.globalRegistry, { examples: [{ line_id: '1', quantity: 1 }] });

const refundLines = list(refundLine, { min: 1, max: 500, noun: 'lines' });

/** What was refunded: lines, an amount of the whole order, or only its shipping. */
export const refundBody = z
  .strictObject({
    refund_id: externalId,
    lines: z.optional(refundLines),
    /** Spread over the lines in proportion to what remains on each. With `shipping: true`, what was paid back of it. */
    amount: z.optional(sentMoney),
    /** Only shipping was refunded, which earns no commission. */
    shipping: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ lines, amount, shipping }) =>
        shipping === true ? lines === undefined : (lines === undefined) !== (amount === undefined),
      'must have either lines or amount, or shipping: true for a refund of only the shipping',
    ),
  )
  .register(z.globalRegistry, { examples: [{ refund_id: 'R-1', lines: [{ line_id: '1', quantity: 1 }] }] });
export type RefundBody = z.output<typeof refundBody>;

export const refundReply = z.strictObject({
  refund_id: z.string(),
  order_id: z.string(),
  refunded: money,
  reversed: money,
  lines: z.array(z.strictObject({ line_id: z.string(), refunded: money, reversed: money })),
});

export const waitingRefund = z.extend(waitingReport, { refund_id: z.string() });

export const receiveRefund = endpoint({
  method: 'POST',
  path: '/orders/{order_id}/refunds',
  summary:
    'Report a refund of lines, of an amount, or of shipping; commissions are reversed in proportion, once per refund_id. A refund of an order that has not come yet waits for it, 30 days at most, and is answered with 202',
  access: ['shop'],
  scope: 'own_merchant',
  params: z.strictObject({ order_id: id }),
  body: refundBody,
  reply: refundReply,
  waiting: waitingRefund,
  refusals: ['not_found', 'refund_conflict', 'idempotency_conflict'],
  perMinute: 12_000,
});

/** The amounts of an order, the same in the list and in its details. */
const orderMoney = {
  /** What was ordered, before refunds. */
  total: money,
  refunded: money,
  /** What is left of it after refunds. */
  net: money,
  /** The sum of its commissions; null if it has none. */
  commission: z.nullable(earnedMoney),
  /** Whether one of its commissions is on hold for review by the brand. */
  is_held: z.boolean(),
};

export const orderRow = z.strictObject({
  order_id: z.string(),
  reference,
  source: z.string(),
  ...orderMoney,
  placed_at: instant,
  state: z.enum(['received', 'waiting', 'decided']),
  waits_for: orderBlock,
  outcome: z.nullable(outcome),
  credited_to: z.nullable(z.string()),
  is_test: isTest,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/orders',
  summary: "A brand's orders with their outcomes; `search` matches the start of an order_id or of a reference",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: z.strictObject({ merchant: id }),
  query: z.strictObject({
    search: z.optional(text({ max: 200 })),
    outcome: z.optional(orderFilter),
    ...cursorQuery,
  }),
  reply: z.array(orderRow),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/orders-csv',
  summary: 'The same list as CSV, at most its newest 10,000 orders',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: z.strictObject({ merchant: id }),
  query: z.omit(listOrders.query, { cursor: true, limit: true }),
  reply: z.string(),
  gives: 'text/csv',
  refusals: ['not_found'],
  perMinute: 10,
});

export const listShopOrders = endpoint({
  method: 'GET',
  path: '/orders',
  summary: 'The orders of a shop with their outcomes, newest first, with the permission orders:read',
  access: ['shop'],
  scope: 'own_merchant',
  query: z.strictObject({
    /** Placed at or after this time. */
    since: z.optional(instantWithOffset),
    /** Placed before this time. */
    until: z.optional(instantWithOffset),
    outcome: z.optional(orderFilter),
    ...cursorQuery,
  }),
  reply: z.array(orderRow),
  meta: cursorMeta,
});

const orderParams = z.strictObject({ merchant: id, order_id: id });

/** An order with its details for the brand: lines, refunds and commissions. */
export const orderDetail = z.strictObject({
  order_id: z.string(),
  reference,
  source: z.string(),
  is_test: isTest,
  state: z.enum(['received', 'waiting', 'decided']),
  waits_for: orderBlock,
  ...orderMoney,
  lines: z.array(
    z.strictObject({
      line_id: z.string(),
      title: z.string(),
      quantity: whole,
      net: money,
      refunded_quantity: whole,
      refunded: money,
    }),
  ),
  /** Changes of its lines in the shop, the first one first. */
  edits: z.array(
    z.strictObject({ source: z.string(), changed_at: instant, received_at: instant, before: money, after: money }),
  ),
  refunds: z.array(
    z.strictObject({
      refund_id: z.string(),
      source: z.string(),
      kind: z.enum(['refund', 'cancellation', 'dispute']),
      /** Reported as an amount without lines, and spread over what was left of them. */
      is_spread: z.boolean(),
      received_at: instant,
      amount: money,
    }),
  ),
  commissions: z.array(
    z.strictObject({
      id: z.string(),
      line_id: z.string(),
      creator: z.string(),
      amount: money,
      reversed: money,
      net: money,
      reversal: reversalState,
      state: commissionState,
      held_reason: z.nullable(z.string()),
      decline_reason: z.nullable(z.string()),
      hold_expires_at: z.nullable(instant),
    }),
  ),
  /** Findings of fraud rules with their evidence. `held` is false if the money was already paid out or released. */
  flags: z.array(
    z.strictObject({
      rule: z.string(),
      evidence: z.record(z.string(), z.string()),
      in_hindsight: z.boolean(),
      held: z.boolean(),
      at: instant,
    }),
  ),
  explanation: z.nullable(explanation),
});
export type OrderDetail = z.output<typeof orderDetail>;

export const readOrder = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/orders/{order_id}',
  summary:
    'One order with its decision, its refunds and its commissions, or a test order with what it would have earned',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: orderParams,
  /** `test`: the test order with this id, which may be beside an order. */
  query: z.strictObject({ mode: z._default(z.enum(['live', 'test']), 'live') }),
  reply: orderDetail,
  refusals: ['not_found'],
});

export const readShopOrder = endpoint({
  method: 'GET',
  path: '/orders/{order_id}',
  summary: 'One order of a shop with its lines, refunds, commissions and decision, with the permission orders:read',
  access: ['shop'],
  scope: 'own_merchant',
  params: z.strictObject({ order_id: id }),
  reply: orderDetail,
  refusals: ['not_found'],
});

export const refundOrder = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/orders/{order_id}/refunds',
  summary: 'Enter a refund manually; handled like a refund from the shop, once per refund_id',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: orderParams,
  body: z.strictObject({ refund_id: externalId, lines: refundLines, note: z.optional(text({ max: 300 })) }),
  proof: 'password',
  reply: refundReply,
  refusals: ['not_found', 'refund_conflict'],
});
