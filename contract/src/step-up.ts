import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant } from './values/fields.ts';

/** The field of a sensitive call that carries what `POST /step-up` answered. */
export const proof = z.string().check(z.minLength(1, 'must be the proof that POST /step-up answers'), z.maxLength(200));

export const stepUp = endpoint({
  method: 'POST',
  path: '/step-up',
  summary: 'Give the password again; answers a proof for sensitive calls of this session, good for five minutes',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ password: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(1024)) }),
  reply: z.strictObject({ proof: z.string(), expires_at: instant }),
  refusals: ['busy'],
  answers: 'secret',
});
