import * as z from 'zod/mini';
import { list } from './values/list.ts';
import { hasNoControls } from './values/fields.ts';

// What proves the second factor: a code, or the answer of a passkey. An answer has the parts of WebAuthn's JSON that the
// server checks, in base64url.

/** A code of the app or a recovery code as people type it, with or without spaces and hyphens. */
export const factorCode = z
  .string()
  .check(z.minLength(1, 'must be a code'), z.maxLength(40, 'must be a code of at most 40 characters'), hasNoControls);

function base64url(longest: number) {
  return z
    .string()
    .check(
      z.regex(/^[\w-]+$/, 'must be base64url, as the browser returns it'),
      z.maxLength(longest, `must have at most ${longest} characters`),
    );
}

/** WebAuthn allows ids of up to 1023 bytes. */
const credentialId = base64url(1_400);
const clientData = base64url(8_000);

/** What `navigator.credentials.create()` returned. */
export const createdPasskey = z.strictObject({
  id: credentialId,
  client_data: clientData,
  attestation: base64url(16_000),
  transports: list(z.string().check(z.regex(/^[a-z-]{1,30}$/, 'must be a transport of WebAuthn, like usb')), {
    max: 10,
    noun: 'transports',
  }),
});
export type CreatedPasskey = z.output<typeof createdPasskey>;

/** What `navigator.credentials.get()` returned. */
export const passkeyAnswer = z.strictObject({
  id: credentialId,
  client_data: clientData,
  authenticator_data: base64url(4_000),
  signature: base64url(8_000),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const credential = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** For `navigator.credentials.get()`, in WebAuthn's own names. */
export const passkeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
  userVerification: z.literal('preferred'),
  timeout: z.int(),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** For `navigator.credentials.create()`, in WebAuthn's own names. */
export const passkeyCreation = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** Exactly one of a code and the answer of a passkey. */
export const oneFactor = z.refine<{ code?: string | undefined; passkey?: PasskeyAnswer | undefined }>(
  (body) => (body.code === undefined) !== (body.passkey === undefined),
  { error: 'must be here, or passkey, but not both', path: ['code'] },
);
