import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './sessions.ts';
import { factorCode, oneFactor, passkeyAnswer } from './two-factor.answers.ts';
import { id, instant, text, whole } from './values/fields.ts';

// Two-factor login: beside the first factor (a password or Google), a code of an authenticator app, a passkey, or a
// recovery code.

/** How many recovery codes a user gets; each works once. */
export const recoveryCodeCount = 10;

export const finishLogin = endpoint({
  method: 'POST',
  path: '/login/second-factor',
  summary:
    'Finish a login that was refused with `two_factor_needed`: its `ticket`, and a code of the authenticator app, a recovery code, or the answer of a passkey',
  access: ['anonymous'],
  scope: 'code_holder',
  body: z
    .strictObject({ ticket: id, code: z.optional(factorCode), passkey: z.optional(passkeyAnswer) })
    .check(oneFactor)
    .register(z.globalRegistry, { examples: [{ ticket: 'vtl_9jKq2vT1xN0aZ4cB7dE5fG', code: '123456' }] }),
  reply: signedIn,
  refusals: ['login_expired'],
  perMinute: 60,
  answers: 'secret',
});

export const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The host name that it works at. */
  host: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});
export type Passkey = z.output<typeof passkey>;

export const twoFactor = z.strictObject({
  /** Since when there is a second factor; null: it is off. */
  on_since: z.nullable(instant),
  /** When the authenticator app was added; null: there is none. */
  app_since: z.nullable(instant),
  passkeys: z.array(passkey),
  /** The host name that a passkey made at this address works at; null: this address is an IP address, so it can have none. */
  passkey_host: z.nullable(z.string()),
  recovery_codes_left: whole,
  /** An operator who can’t turn it off. */
  is_required: z.boolean(),
  /** It is off, and until it is on, this user can only use their own account. */
  is_missing: z.boolean(),
});
export type TwoFactor = z.output<typeof twoFactor>;

export const readTwoFactor = endpoint({
  method: 'GET',
  path: '/me/two-factor',
  summary: 'Whether two-factor login is on, with which second factors, and how many recovery codes are left',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: twoFactor,
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/me/two-factor',
  summary:
    'Get a new secret for an authenticator app, also as an address and a QR code. It is not asked for before it is confirmed, within an hour',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  proof: 'factors',
  reply: z.strictObject({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
  refusals: ['conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/me/two-factor/confirm',
  summary:
    'Add an authenticator app with its first code. If there was no second factor, this turns two-factor login on: it returns the recovery codes, and every other session ends',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ code: factorCode }),
  reply: z.strictObject({
    /** Empty if two-factor login was already on: the codes of then still work. */
    recovery_codes: z.array(z.string()),
    sessions_ended: z.int(),
  }),
  refusals: ['conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/me/two-factor/recovery-codes',
  summary: 'Get new recovery codes in place of the old ones',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  proof: 'factors',
  reply: z.strictObject({ recovery_codes: z.array(z.string()) }),
  refusals: ['conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const turnOffTwoFactor = endpoint({
  method: 'DELETE',
  path: '/me/two-factor',
  summary:
    'Turn two-factor login off: removes the app, all passkeys and the recovery codes. Operators who need it can’t',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  proof: 'factors',
  reply: twoFactor,
  refusals: ['conflict'],
  allowedWhileSuspended: true,
});

export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/remove-two-factor',
  summary:
    'Turn two-factor login off for a user who lost their second factors; requires a reason. All their sessions end, and they are emailed',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ uid: id }),
  body: z.strictObject({ reason: text({ min: 10, max: 500 }) }),
  proof: 'factors',
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
});
