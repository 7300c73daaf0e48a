import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './sessions.ts';
import { id, plainText } from './values/fields.ts';

const googleIntent = z.enum(['login', 'register']);

/** `flow` stays in the browser that started the sign-in. Finishing without it is refused. */
export const startGoogle = endpoint({
  method: 'POST',
  path: '/google/start',
  summary: 'Start a login or registration with Google (or the OpenID provider that is configured instead)',
  access: ['anonymous'],
  scope: 'self',
  body: z.strictObject({ intent: googleIntent }),
  reply: z.strictObject({ url: z.string(), flow: z.string() }),
  refusals: ['not_found', 'busy'],
  perMinute: 30,
  answers: 'secret',
});

/** The provider's data about someone without an account. `register` accepts the ticket within an hour. */
export const googleTicket = z.strictObject({
  ticket: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  expires_at: z.string(),
});
export type GoogleTicket = z.output<typeof googleTicket>;

/** The whole query string of the callback address. */
export const providerAnswer = plainText({ max: 4_096 });

export const finishGoogle = endpoint({
  method: 'POST',
  path: '/google/finish',
  summary: 'Finish a sign-in with Google: returns a session, or a ticket to register with',
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
  refusals: ['not_found', 'sign_in_refused', 'two_factor_needed', 'busy'],
  perMinute: 30,
  answers: 'secret',
});

export const startGoogleConnection = endpoint({
  method: 'POST',
  path: '/me/google',
  summary: 'Start connecting Google (or the OpenID provider that is configured instead) to the account',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  proof: 'factors',
  reply: z.strictObject({ url: z.string(), flow: z.string() }),
  refusals: ['not_found', 'busy'],
  perMinute: 30,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const finishGoogleConnection = endpoint({
  method: 'POST',
  path: '/me/google/finish',
  summary: 'Finish connecting Google; it can then be used to log in to this account',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ flow: id, query: providerAnswer }),
  reply: z.strictObject({ connected: z.literal(true) }),
  refusals: ['not_found', 'sign_in_refused', 'google_taken', 'busy'],
  perMinute: 30,
  allowedWhileSuspended: true,
});

export const disconnectGoogle = endpoint({
  method: 'DELETE',
  path: '/me/google',
  summary: 'Disconnect Google, so that it no longer logs in to this account',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  proof: 'factors',
  reply: z.strictObject({ connected: z.literal(false) }),
  allowedWhileSuspended: true,
});
