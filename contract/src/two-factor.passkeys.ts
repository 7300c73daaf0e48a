import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proof } from './passwords.ts';
import { createdPasskey, passkeyCreation, passkeyRequest } from './two-factor.answers.ts';
import { passkey, twoFactor } from './two-factor.ts';
import { id, name } from './values/fields.ts';

// Passkeys as a second factor: adding, renaming and removing them, and what an authenticator is asked.

export const mostPasskeys = 20;

const passkeyName = name({ max: 60 });
const params = z.strictObject({ passkey_id: id });
const everyone = ['creator', 'brand', 'operator'] as const;

/** What can finish this login, or confirm this proof. */
const waysOn = z.strictObject({
  /** Whether a code of an authenticator app can. A recovery code always can. */
  takes_app_codes: z.boolean(),
  /** Null: none of the user’s passkeys works at this address. */
  request: z.nullable(passkeyRequest),
  /** Host names at which other passkeys of the user work. */
  elsewhere: z.array(z.string()),
});
export type WaysOn = z.output<typeof waysOn>;

export const askPasskeyOfLogin = endpoint({
  method: 'POST',
  path: '/login/second-factor/passkey',
  summary:
    'Ask how a login that was refused with `two_factor_needed` can be finished, and for the question to a passkey. It can be answered once, within five minutes, and replaces an earlier one',
  access: ['anonymous'],
  scope: 'code_holder',
  body: z.strictObject({ ticket: id }),
  reply: waysOn,
  refusals: ['login_expired'],
  perMinute: 60,
  answers: 'secret',
});

export const askPasskeyOfProof = endpoint({
  method: 'POST',
  path: '/step-up/second-factor/passkey',
  summary: 'Ask how a proof can be confirmed, and for the question to a passkey, which can be answered once',
  access: everyone,
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: waysOn,
  refusals: ['step_up_needed', 'second_factor_off'],
  perMinute: 30,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/me/two-factor/passkeys/start',
  summary:
    'Get what a browser needs to create a passkey. It can be answered once, within five minutes, in this session',
  access: everyone,
  scope: 'self',
  proof: 'factors',
  reply: passkeyCreation,
  refusals: ['conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/me/two-factor/passkeys',
  summary:
    'Add a passkey that a browser created. The first second factor turns two-factor login on: this returns the recovery codes, and every other session ends',
  access: everyone,
  scope: 'self',
  body: z.strictObject({ name: passkeyName, passkey: createdPasskey }),
  reply: z.strictObject({
    passkey,
    /** Empty if two-factor login was already on: the codes of then still work. */
    recovery_codes: z.array(z.string()),
    sessions_ended: z.int(),
  }),
  refusals: ['conflict'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/me/two-factor/passkeys/{passkey_id}',
  summary: 'Rename a passkey',
  access: everyone,
  scope: 'self',
  params,
  body: z.strictObject({ name: passkeyName }),
  reply: passkey,
  refusals: ['not_found'],
  allowedWhileSuspended: true,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/me/two-factor/passkeys/{passkey_id}',
  summary: 'Remove a passkey. The last second factor stays until two-factor login is turned off',
  access: everyone,
  scope: 'self',
  params,
  proof: 'factors',
  reply: twoFactor,
  refusals: ['not_found', 'conflict'],
  allowedWhileSuspended: true,
});

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/me/two-factor/app',
  summary: 'Remove the authenticator app. The last second factor stays until two-factor login is turned off',
  access: everyone,
  scope: 'self',
  proof: 'factors',
  reply: twoFactor,
  refusals: ['conflict'],
  allowedWhileSuspended: true,
});
