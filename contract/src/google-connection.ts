import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proof } from './step-up.ts';
import { id } from './values/fields.ts';
import { providerAnswer } from './ways-in.ts';

/** `flow` stays in the browser that started; without it the way back is refused. */
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
