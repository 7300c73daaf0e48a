import * as z from 'zod/mini';
import { signedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { email, id } from './values/fields.ts';

// The calls of a way in other than e-mail and password: apart from accounts.ts, because every page carries that.

/** A password that a person chooses. The most common ones are refused by the server, which has their list. */
export const newPassword = z
  .string()
  .check(z.minLength(8, 'must have at least 8 characters'), z.maxLength(1024, 'must have at most 1024 characters'));

/** Whether a password has a length that may be chosen. */
export function isPasswordLength({ length }: string): boolean {
  return length >= 8 && length <= 1024;
}

export const readHandle = endpoint({
  method: 'GET',
  path: '/handles/{handle}',
  summary: 'Whether a handle can still be had, and if not, why',
  access: ['anonymous'],
  scope: 'public',
  params: z.strictObject({ handle: id }),
  reply: z.strictObject({
    handle: z.string(),
    state: z.enum(['free', 'taken', 'not_allowed']),
    /** Why it cannot be had, as a rule that would be right. */
    reason: z.nullable(z.string()),
    /** The nearest one that is free, where the asked one is taken. */
    suggestion: z.nullable(z.string()),
  }),
  perMinute: 120,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  summary: 'Ask for a mail with a link to a new password; the answer is the same for every address',
  access: ['anonymous'],
  scope: 'self',
  status: 202,
  body: z.strictObject({ email }),
  reply: z.strictObject({ accepted: z.literal(true) }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  summary: 'Set a new password with the token of the mailed link; it works once and ends all sessions',
  access: ['anonymous'],
  scope: 'code_holder',
  status: 202,
  body: z.strictObject({ token: id, password: newPassword }),
  reply: z.strictObject({ changed: z.literal(true) }),
  refusals: ['reset_link_dead', 'busy'],
  perMinute: 30,
});

const googleIntent = z.enum(['login', 'register']);

/** `flow` stays in the browser that started; without it the way back is refused. */
export const startGoogle = endpoint({
  method: 'POST',
  path: '/google/start',
  summary: 'Begin to sign in or register with Google (or the OpenID provider in its place)',
  access: ['anonymous'],
  scope: 'self',
  body: z.strictObject({ intent: googleIntent }),
  reply: z.strictObject({ url: z.string(), flow: z.string() }),
  refusals: ['not_found', 'busy'],
  perMinute: 30,
  answers: 'secret',
});

/** What the provider said of a person whom we do not know; `register` takes the ticket within an hour. */
export const googleTicket = z.strictObject({
  ticket: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  expires_at: z.string(),
});
export type GoogleTicket = z.output<typeof googleTicket>;

/** The whole query of the address that the provider sent the browser to. */
export const providerAnswer = z.string().check(z.maxLength(4096));

export const finishGoogle = endpoint({
  method: 'POST',
  path: '/google/finish',
  summary: 'Come back from Google: signed in, or a ticket to register with',
  access: ['anonymous'],
  scope: 'self',
  body: z.strictObject({
    flow: id,
    query: providerAnswer,
  }),
  reply: z.discriminatedUnion('outcome', [
    z.extend(signedIn, { outcome: z.literal('signed_in') }),
    z.extend(googleTicket, { outcome: z.literal('ticket') }),
  ]),
  refusals: ['not_found', 'sign_in_refused', 'busy'],
  perMinute: 30,
  answers: 'secret',
});
