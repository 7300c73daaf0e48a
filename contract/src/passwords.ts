import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './sessions.ts';
import { email, hasNoControls, id, instant } from './values/fields.ts';

/** A new password. The server also refuses the most common ones. */
export const newPassword = z
  .string()
  .check(z.minLength(8, 'must have at least 8 characters'), z.maxLength(1024, 'must have at most 1024 characters'));

/** Whether a new password has a valid length. */
export function isPasswordLength({ length }: string): boolean {
  return length >= 8 && length <= 1024;
}

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Log in with email and password',
  access: ['anonymous'],
  scope: 'self',
  body: z.strictObject({ email, password: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(1024)) }),
  reply: signedIn,
  refusals: ['wrong_credentials', 'two_factor_needed', 'busy'],
  perMinute: 300,
  answers: 'secret',
});

/** The proof from `POST /step-up`, which sensitive calls require. */
export const proof = z
  .string()
  .check(z.minLength(1, 'must be the proof returned by POST /step-up'), z.maxLength(200), hasNoControls);

export const stepUp = endpoint({
  method: 'POST',
  path: '/step-up',
  summary: 'Enter the password again; returns a proof for sensitive calls of this session, valid for five minutes',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ password: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(1024)) }),
  reply: z.strictObject({ proof: z.string(), expires_at: instant }),
  refusals: ['busy'],
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/me/password',
  summary: 'Change the password; every other session ends',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ new_password: newPassword }),
  proof: 'factors',
  reply: z.strictObject({ sessions_ended: z.int() }),
  refusals: ['busy'],
  perMinute: 10,
  allowedWhileSuspended: true,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  summary: 'Request an email with a link to reset the password; the response is the same for every address',
  access: ['anonymous'],
  scope: 'self',
  status: 202,
  body: z.strictObject({ email }),
  reply: z.strictObject({ accepted: z.literal(true) }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  summary: 'Set a new password with the token of the emailed link; the token works once, and all sessions end',
  access: ['anonymous'],
  scope: 'code_holder',
  status: 202,
  body: z.strictObject({ token: id, password: newPassword }),
  reply: z.strictObject({
    changed: z.literal(true),
    /** True if the account had no password before. */
    is_first: z.boolean(),
  }),
  refusals: ['reset_link_dead', 'busy'],
  perMinute: 30,
});
