import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proof } from './passwords.ts';
import { signedIn } from './sessions.ts';
import { id } from './values/fields.ts';

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

export const startGoogleConnection = endpoint({
  method: 'POST',
  path: '/me/google',
  summary: 'Begin to connect Google (or the OpenID provider in its place) to the account, with a proof of the password',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: z.strictObject({ url: z.string(), flow: z.string() }),
  refusals: ['not_found', 'busy', 'step_up_needed'],
  perMinute: 30,
  answers: 'secret',
});

export const finishGoogleConnection = endpoint({
  method: 'POST',
  path: '/me/google/finish',
  summary: 'Come back from Google: from then on it signs in to this account',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ flow: id, query: providerAnswer }),
  reply: z.strictObject({ connected: z.literal(true) }),
  refusals: ['not_found', 'sign_in_refused', 'google_taken', 'busy'],
  perMinute: 30,
});

export const disconnectGoogle = endpoint({
  method: 'DELETE',
  path: '/me/google',
  summary: 'Let Google go, with a proof of the password; it signs in no more',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: z.strictObject({ connected: z.literal(false) }),
  refusals: ['step_up_needed'],
});
