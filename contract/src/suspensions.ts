import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { objectionState } from './objections.ts';
import { cursorMeta, cursorQuery, id, instant, text } from './values/fields.ts';
import { suspensionCategories } from './values/suspension-categories.ts';

// An operator suspends a creator everywhere, or a brand pauses one in its own program. Either is a suspension: it has a
// reason, the creator can object once, and it ends by itself if nobody answers the objection.

export const suspensionCategory = z.enum(suspensionCategories);

const objectionToSuspension = z.strictObject({
  text: z.string(),
  /** `lapsed`: nobody answered in time, so the suspension ended. */
  state: objectionState,
  created_at: instant,
  due_at: instant,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(instant),
});

/** A suspension as its creator sees it. */
export const suspension = z.strictObject({
  id: z.string(),
  /** The brand that paused the creator; null: an operator suspended them everywhere. */
  brand: z.nullable(z.strictObject({ slug: z.string(), display_name: z.string() })),
  category: suspensionCategory,
  reason: z.string(),
  started_at: instant,
  object_until: instant,
  can_object: z.boolean(),
  objection: z.nullable(objectionToSuspension),
  ended_at: z.nullable(instant),
  /** `accepted`: it was lifted after an objection. `lapsed`: the objection was not answered in time. */
  outcome: z.nullable(z.enum(['lifted', 'accepted', 'lapsed'])),
  end_reason: z.nullable(z.string()),
});
export type Suspension = z.output<typeof suspension>;

/** `started_by`, `ended_by`: names; null if nobody did it, or for what a brand did. */
export const operatorSuspension = z.extend(suspension, {
  uid: z.string(),
  creator: z.nullable(z.string()),
  creator_display_name: z.string(),
  started_by: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
});
export type OperatorSuspension = z.output<typeof operatorSuspension>;

export const brandSuspension = z.extend(suspension, {
  merchant_account_id: z.string(),
  creator: z.nullable(z.string()),
  creator_display_name: z.string(),
});
export type BrandSuspension = z.output<typeof brandSuspension>;

export const listOwnSuspensions = endpoint({
  method: 'GET',
  path: '/suspensions',
  summary: 'The suspensions of the creator, by operators and brands: those that last first, then the newest',
  access: ['creator'],
  scope: 'self',
  reply: z.array(suspension),
});

export const objectToSuspension = endpoint({
  method: 'POST',
  path: '/suspensions/{suspension_id}/objection',
  summary:
    'Object to a suspension: once, within 14 days. Whoever suspended has 7 days to answer; then the suspension ends',
  access: ['creator'],
  scope: 'self',
  status: 201,
  params: z.strictObject({ suspension_id: id }),
  body: z.strictObject({ text: text({ min: 10, max: 2000 }) }),
  reply: suspension,
  refusals: ['not_found', 'conflict'],
  allowedWhileSuspended: true,
});

const reason = text({ min: 10, max: 1000 });

export const suspendUser = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/suspend',
  summary: 'Suspend a creator everywhere, from now on: they can read, export, cash out and object, and change nothing',
  access: ['operator'],
  scope: 'installation',
  status: 201,
  params: z.strictObject({ uid: id }),
  body: z.strictObject({ category: suspensionCategory, reason }),
  proof: 'password',
  reply: operatorSuspension,
  refusals: ['not_found', 'conflict'],
});

const suspensionParams = z.strictObject({ suspension_id: id });

export const liftSuspension = endpoint({
  method: 'POST',
  path: '/operator/suspensions/{suspension_id}/lift',
  summary: 'Lift a suspension, which accepts an open objection: everything is as it was before, from now on',
  access: ['operator'],
  scope: 'installation',
  params: suspensionParams,
  body: z.strictObject({ reason }),
  reply: operatorSuspension,
  refusals: ['not_found', 'conflict'],
});

export const upholdSuspension = endpoint({
  method: 'POST',
  path: '/operator/suspensions/{suspension_id}/uphold',
  summary: 'Reject the objection to a suspension, with a reason for the creator: the suspension stays',
  access: ['operator'],
  scope: 'installation',
  params: suspensionParams,
  body: z.strictObject({ answer: reason }),
  reply: operatorSuspension,
  refusals: ['not_found', 'conflict'],
});

/** Of one creator with `uid`; with `objection`, only those whose objection is in that state. */
export const listSuspensions = endpoint({
  method: 'GET',
  path: '/operator/suspensions',
  summary: 'Suspensions by operators and brands, newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({ uid: z.optional(id), objection: z.optional(objectionState), ...cursorQuery }),
  reply: z.array(operatorSuspension),
  meta: cursorMeta,
});

export const listPauseObjections = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/pause-objections',
  summary: 'What the creators of a brand say against being paused, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: z.strictObject({ merchant: id }),
  query: z.strictObject({ state: z.optional(objectionState), ...cursorQuery }),
  reply: z.array(brandSuspension),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const upholdPause = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/creators/{merchant_account_id}/uphold-pause',
  summary: 'Reject the objection of a paused creator, with a reason for them: the pause stays',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: z.strictObject({ merchant: id, merchant_account_id: id }),
  body: z.strictObject({ answer: reason }),
  reply: brandSuspension,
  refusals: ['not_found', 'conflict'],
});
