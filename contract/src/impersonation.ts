import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, plainText, text } from './values/fields.ts';

const uidParams = z.strictObject({ uid: id });
const reason = text({ min: 10, max: 500 });

export const impersonationMode = z.enum(['view', 'assist']);

export const openLoginAsGrant = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/login-as-grants',
  summary: 'Create a one-time grant to log in as a creator; its code is valid for one minute and only in this session',
  access: ['operator'],
  scope: 'installation',
  status: 201,
  params: uidParams,
  body: z.strictObject({ mode: impersonationMode, reason, ticket: z.optional(text({ max: 60 })) }),
  proof: 'factors',
  reply: z.strictObject({ code: z.string(), expires_at: instant }),
  refusals: ['not_found', 'forbidden'],
  answers: 'secret',
});

const grantCode = orElse(z.strictObject({ code: plainText({ max: 200 }) }), { code: '' });

export const loginAs = endpoint({
  method: 'POST',
  path: '/login-as/{uid}',
  summary: 'Redeem a grant with its code and the token of the operator who created it; anything else gets the same 403',
  access: ['anonymous'],
  scope: 'one_time_grant',
  params: uidParams,
  // Anything that isn't a code counts as a wrong code, so that no 422 tells one kind of mistake from another.
  body: grantCode,
  reply: z.strictObject({ token: z.string(), ends_at: instant }),
  refusals: ['forbidden'],
  perMinute: 20,
  answers: 'secret',
});
