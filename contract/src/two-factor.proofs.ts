import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proof } from './passwords.ts';

/** A code of the app or a recovery code, as people type it. */
const code = z.string().check(z.minLength(1, 'must be a code'), z.maxLength(40, 'must be a code'));

export const confirmProof = endpoint({
  method: 'POST',
  path: '/step-up/second-factor',
  summary:
    'Confirm a proof with a code of the authenticator app or a recovery code, for what a brand only lets staff do with two-factor login',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ proof, code }),
  reply: z.strictObject({ confirmed: z.literal(true) }),
  refusals: ['step_up_needed', 'second_factor_off'],
  perMinute: 10,
  allowedWhileSuspended: true,
});
