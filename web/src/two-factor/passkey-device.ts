// What the browser's part of passkeys does. Loaded only when a passkey is used, because few pages need it.
import { msg } from '@lingui/core/macro';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type {
  CreatedPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '@vitrine/contract/two-factor.answers.ts';
import { LocalFailure } from '../format/refusals.ts';

const texts = {
  missing: msg`This browser can’t use passkeys here. Try another browser.`,
  canceled: msg`Your passkey wasn’t used: it was canceled or took too long. Please try again.`,
  present: msg`This device already has a passkey for your account. Use another device, or remove that passkey first.`,
  failed: msg`Your passkey couldn’t be used. Please try again, or use another way.`,
};

/** What the browser refused, by the names of its errors (WebAuthn, 5.1.3 and 5.1.4). */
function failureFor(error: unknown): LocalFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new LocalFailure(texts.present, error);
  if (name === 'NotAllowedError' || name === 'AbortError') return new LocalFailure(texts.canceled, error);
  return new LocalFailure(texts.failed, error);
}

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  if (!browserSupportsWebAuthn()) throw new LocalFailure(texts.missing);
  try {
    return await ask();
  } catch (error) {
    throw failureFor(error);
  }
}

export async function createPasskey(creation: PasskeyCreation): Promise<CreatedPasskey> {
  const { id, response } = await asking(() => startRegistration({ optionsJSON: creation }));
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}

export async function askPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { id, response } = await asking(() => startAuthentication({ optionsJSON: request }));
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}
