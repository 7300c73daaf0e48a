import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, text } from './values/fields.ts';
import { money } from './values/money.ts';

/** What the erasure deletes, and what the installation keeps with a pseudonym in place of the name. */
export const erasedParts = [
  'profile',
  'sign_in',
  'emails',
  'tickets',
  'security_log',
  'storefronts',
  'messages',
  'social',
  'bank_details',
  'memberships',
] as const;
export const keptParts = ['books', 'statements', 'acceptances', 'counts', 'brand_data', 'action_log'] as const;

/** Money of the creator at one brand. The account is not erased before it is settled, or its owner gives it up. */
const owed = z.strictObject({
  merchant_account_id: z.string(),
  brand: z.string(),
  available: money,
  pending: money,
  processing: money,
  /** When the last pending amount becomes available; null if there is none, or a brand still reviews it. */
  settles_at: z.nullable(instant),
});

/** Why the account can't be closed now. */
const obstacle = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last_owner'), brand: z.string() }),
  z.strictObject({ kind: z.literal('last_operator') }),
]);

/**
 * `open`: not requested. `closing`: can be undone until `erase_after`. `waiting`: that day is over, links no longer
 * work, and the account is erased as soon as nothing in `owed` or `obstacles` prevents it.
 */
export const closure = z.strictObject({
  state: z.enum(['open', 'closing', 'waiting']),
  grace_days: z.int(),
  requested_at: z.nullable(instant),
  erase_after: z.nullable(instant),
  by_operator: z.boolean(),
  gives_up_money: z.boolean(),
  owed: z.array(owed),
  obstacles: z.array(obstacle),
  erased: z.array(z.enum(erasedParts)),
  kept: z.array(z.enum(keptParts)),
});
export type Closure = z.output<typeof closure>;

export const readClosure = endpoint({
  method: 'GET',
  path: '/me/closure',
  summary:
    'What closing the account deletes and keeps, what is still owed, and when it is erased if that was requested',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: closure,
  ownerOnly: true,
});

export const requestClosure = endpoint({
  method: 'POST',
  path: '/me/closure',
  summary: 'Close the account: it is erased after some days in which it can be undone',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ give_up_money: z._default(z.boolean(), false) }),
  proof: 'factors',
  reply: closure,
  refusals: ['closure_in_the_way', 'conflict'],
  ownerOnly: true,
  perMinute: 10,
  allowedWhileSuspended: true,
});

export const undoClosure = endpoint({
  method: 'DELETE',
  path: '/me/closure',
  summary: 'Keep the account after all, until the day of its erasure',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: closure,
  refusals: ['conflict'],
  ownerOnly: true,
  allowedWhileSuspended: true,
});

export const closeAccount = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/closure',
  summary: 'Close a user’s account for a stated reason; the user is emailed and can undo it',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ uid: id }),
  body: z.strictObject({ reason: text({ min: 10, max: 500 }) }),
  proof: 'factors',
  reply: z.strictObject({ erase_after: instant }),
  refusals: ['not_found', 'closure_in_the_way', 'conflict'],
});
