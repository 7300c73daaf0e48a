import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proof } from './passwords.ts';
import { signedIn } from './sessions.ts';
import { id, instant, text, whole } from './values/fields.ts';

// Two-factor login: beside the first factor (a password or Google), a code of an authenticator app or a recovery code.

/** A code as people type it, with or without spaces and hyphens. */
const code = z.string().check(z.minLength(1, 'must be a code'), z.maxLength(40, 'must be a code'));

/** How many recovery codes a user gets; each works once. */
export const recoveryCodeCount = 10;

export const finishLogin = endpoint({
  method: 'POST',
  path: '/login/second-factor',
  summary:
    'Finish a login that was refused with `two_factor_needed`: its `ticket`, and a code of the authenticator app or a recovery code',
  access: ['anonymous'],
  scope: 'code_holder',
  body: z.strictObject({ ticket: id, code }),
  reply: signedIn,
  refusals: ['login_expired'],
  perMinute: 60,
  answers: 'secret',
});

export const twoFactor = z.strictObject({
  /** Null: it is off. */
  on_since: z.nullable(instant),
  recovery_codes_left: whole,
  /** It is off, and until it is on, this user can only use their own account. */
  is_missing: z.boolean(),
});
export type TwoFactor = z.output<typeof twoFactor>;

export const readTwoFactor = endpoint({
  method: 'GET',
  path: '/me/two-factor',
  summary: 'Whether two-factor login is on, and how many recovery codes are left',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: twoFactor,
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/me/two-factor',
  summary:
    'Get a new secret for an authenticator app, also as an address and a QR code; requires a proof. It is not asked for before it is confirmed, within an hour',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: z.strictObject({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
  refusals: ['step_up_needed', 'conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/me/two-factor/confirm',
  summary:
    'Turn two-factor login on with the first code of the app; returns the recovery codes, and every other session ends',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ code }),
  reply: z.strictObject({ recovery_codes: z.array(z.string()), sessions_ended: z.int() }),
  refusals: ['conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/me/two-factor/recovery-codes',
  summary: 'Get new recovery codes in place of the old ones; requires a proof',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: z.strictObject({ recovery_codes: z.array(z.string()) }),
  refusals: ['step_up_needed', 'conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const turnOffTwoFactor = endpoint({
  method: 'DELETE',
  path: '/me/two-factor',
  summary: 'Turn two-factor login off; requires a proof',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: twoFactor,
  refusals: ['step_up_needed'],
  allowedWhileSuspended: true,
});

export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/remove-two-factor',
  summary:
    'Turn two-factor login off for a user who lost their codes; requires a reason and a proof. All their sessions end, and they are emailed',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ uid: id }),
  body: z.strictObject({ proof, reason: text({ min: 10, max: 500 }) }),
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found', 'conflict', 'step_up_needed'],
});
