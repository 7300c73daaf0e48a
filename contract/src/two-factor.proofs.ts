import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proof } from './passwords.ts';
import { factorCode, oneFactor, passkeyAnswer } from './two-factor.answers.ts';

export const confirmProof = endpoint({
  method: 'POST',
  path: '/step-up/second-factor',
  summary:
    'Confirm a proof with a code of the authenticator app, a recovery code or the answer of a passkey: users with two-factor login need it for every call whose proof is `factors`',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z
    .strictObject({ proof, code: z.optional(factorCode), passkey: z.optional(passkeyAnswer) })
    .check(oneFactor)
    .register(z.globalRegistry, { examples: [{ proof: 'vts_9jKq2vT1xN0aZ4cB7dE5fG', code: '123456' }] }),
  reply: z.strictObject({ confirmed: z.literal(true) }),
  refusals: ['step_up_needed', 'second_factor_off'],
  perMinute: 10,
  allowedWhileSuspended: true,
});
