import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text } from './values/fields.ts';
import { money } from './values/money.ts';

// What a creator says against the decline of a commission. The brand answers, or it is decided for the creator.

/** `lapsed`: the brand did not answer in time, so the decline was taken back. */
export const objectionState = z.enum(['open', 'accepted', 'rejected', 'lapsed']);
export type ObjectionState = z.output<typeof objectionState>;

export const objection = z.strictObject({
  id: z.string(),
  order_id: z.string(),
  reference: z.nullable(z.string()),
  commission_id: z.string(),
  product_title: z.string(),
  /** What the brand declined. */
  amount: money,
  decline_reason: z.nullable(z.string()),
  text: z.string(),
  state: objectionState,
  created_at: instant,
  /** Without an answer until then, the decline is taken back. */
  due_at: instant,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(instant),
});
export type Objection = z.output<typeof objection>;

/** A declined commission of a creator, and what they can do about it. */
export const ownDecline = z.strictObject({
  commission_id: z.string(),
  product_title: z.string(),
  amount: money,
  declined_at: instant,
  decline_reason: z.nullable(z.string()),
  /** Null: an objection was sent, or the time is over. */
  may_object_until: z.nullable(instant),
  objection: z.nullable(objection),
});
export type OwnDecline = z.output<typeof ownDecline>;

export const listDeclined = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/declined-commissions',
  summary: 'The declined commissions of a creator in one order, with the objection to each',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id }),
  query: z.strictObject({ order_id: id }),
  reply: z.array(ownDecline),
  refusals: ['not_found'],
});

export const sendObjection = endpoint({
  method: 'POST',
  path: '/commissions/{commission_id}/objection',
  summary:
    'Object to the decline of a commission: once, within 30 days. The brand has 7 days to answer; then the decline is taken back',
  access: ['creator'],
  scope: 'self',
  status: 201,
  params: z.strictObject({ commission_id: id }),
  body: z.strictObject({ text: text({ min: 10, max: 1000 }) }),
  reply: objection,
  refusals: ['not_found', 'conflict', 'idempotency_conflict'],
  allowedWhileSuspended: true,
});

export const brandObjection = z.extend(objection, { creator: z.string(), creator_display_name: z.string() });
export type BrandObjection = z.output<typeof brandObjection>;

export const listObjections = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/objections',
  summary: "The objections of a brand's creators, newest first; those of one order with `order_id`",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: z.strictObject({ merchant: id }),
  query: z.strictObject({ state: z.optional(objectionState), order_id: z.optional(id), ...cursorQuery }),
  reply: z.array(brandObjection),
  meta: cursorMeta,
  refusals: ['not_found'],
});

const objectionParams = z.strictObject({ merchant: id, objection_id: id });

export const acceptObjection = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/objections/{objection_id}/accept',
  summary: 'Accept an objection: the commission is credited again',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: objectionParams,
  body: z.optional(z.strictObject({ answer: z.optional(text({ max: 1000 })) })),
  proof: 'password',
  reply: brandObjection,
  refusals: ['not_found', 'conflict'],
});

export const rejectObjection = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/objections/{objection_id}/reject',
  summary: 'Reject an objection, with a reason for the creator: the commission stays declined',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: objectionParams,
  body: z.strictObject({ answer: text({ min: 10, max: 1000 }) }),
  reply: brandObjection,
  refusals: ['not_found', 'conflict'],
});
