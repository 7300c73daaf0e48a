// Questions to passkeys, and their answers. A question is for one session, login or proof, is answered once, and expires
// after five minutes. The signature is checked by @simplewebauthn/server.
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { PasskeyAnswer } from '@vitrine/contract/two-factor.answers.ts';
import type { WaysOn } from '@vitrine/contract/two-factor.passkeys.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { findCredentialOf, notePasskeyUse, passkeysOf, storeChallenge, takeChallenge } from './passkeys.queries.ts';
import { relyingPartyOf } from './relying.party.ts';
import { findSecondFactor } from './two-factor.queries.ts';

export const questionMs = 5 * 60_000;

/** What a question is asked for. Its name is part of the hash, so that none stands for another. */
export type AskedFor = { what: 'session' | 'login' | 'proof'; secret: string };

function hashOf({ what, secret }: AskedFor): Buffer {
  return sha256(`${what}:${secret}`);
}

/** Stores the question for which these options were made. */
export async function keepQuestion(
  ctx: Context,
  tx: Tx,
  { userId, askedFor, challenge }: { userId: string; askedFor: AskedFor; challenge: string },
): Promise<void> {
  await storeChallenge(tx, {
    asked_for: hashOf(askedFor),
    user_id: userId,
    challenge_hash: sha256(challenge),
    expires_at: new Date(ctx.clock.now().getTime() + questionMs),
  });
}

/** Uses up the question; returns whether the given challenge is the one that was asked. */
export async function takeQuestion(
  ctx: Context,
  userId: string,
  askedFor: AskedFor,
): Promise<(challenge: string) => boolean> {
  // In a transaction of its own, so that a wrong answer uses it up too.
  const found = await ctx.database.as({ role: 'system' }, (tx) => takeChallenge(tx, hashOf(askedFor), userId));
  const isOpen = found !== undefined && found.expires_at > ctx.clock.now();
  return (challenge) => isOpen && found.challenge_hash.equals(sha256(challenge));
}

/** How a user can give their second factor at this address, and the question to their passkeys. */
export async function askFor(
  ctx: Context,
  userId: string,
  { home, askedFor }: { home: string; askedFor: AskedFor },
): Promise<WaysOn> {
  const host = relyingPartyOf(home)?.host;
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const all = await passkeysOf(tx, userId);
    const here = all.filter((passkey) => passkey.host === host);
    const ways = {
      takes_app_codes: (await findSecondFactor(tx, userId))?.confirmed_at != null,
      elsewhere: [...new Set(all.map((passkey) => passkey.host).filter((other) => other !== host))],
    };
    if (host === undefined || here.length === 0) return { ...ways, request: null };
    const { challenge } = await generateAuthenticationOptions({ rpID: host });
    await keepQuestion(ctx, tx, { userId, askedFor, challenge });
    const allowCredentials = here.map(({ credential_id: id, transports }) => ({
      id: id.toString('base64url'),
      type: 'public-key' as const,
      transports,
    }));
    const request = {
      challenge,
      rpId: host,
      allowCredentials,
      userVerification: 'preferred' as const,
      timeout: questionMs,
    };
    return { ...ways, request };
  });
}

/** The parts of the browser's own data that a refusal names; nothing if it is no such data. */
export function clientDataOf(text: string): { origin: string; challenge: string } | undefined {
  try {
    const { origin, challenge } = decodeClientDataJSON(text);
    return typeof origin === 'string' && typeof challenge === 'string' ? { origin, challenge } : undefined;
  } catch {
    return undefined;
  }
}

type Known = NonNullable<Awaited<ReturnType<typeof findCredentialOf>>>;

/** Whether the passkey signed this answer; the number of its uses, if it did. */
async function verifiedCount(
  answer: PasskeyAnswer,
  known: Known,
  expected: { origin: string; challenge: string },
): Promise<bigint | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.client_data,
          authenticatorData: answer.authenticator_data,
          signature: answer.signature,
        },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: known.host,
      requireUserVerification: false,
      // Its count is compared when its use is noted, once it is certain that the passkey itself sent it.
      credential: { id: answer.id, publicKey: new Uint8Array(known.public_key), counter: 0 },
    });
    return verified ? BigInt(authenticationInfo.newCounter) : undefined;
  } catch {
    // The library throws for whatever is wrong with an answer.
    return undefined;
  }
}

const fault = (reason: string) => invalid('passkey', reason);

/**
 * Checks the answer of a passkey, and uses up its question. `note` notes its use, in the transaction of what the answer
 * allows; it returns false if there may be a copy of the passkey.
 */
export async function readAnswer(
  ctx: Context,
  userId: string,
  { home, askedFor, answer }: { home: string; askedFor: AskedFor; answer: PasskeyAnswer },
): Promise<{ name: string; note(tx: Tx): Promise<boolean> }> {
  const isAsked = await takeQuestion(ctx, userId, askedFor);
  const given = clientDataOf(answer.client_data);
  if (given === undefined) throw fault('must be what navigator.credentials.get() returned');
  const { origin } = relyingPartyOf(home) ?? {};
  if (given.origin !== origin)
    throw fault(`was used at ${given.origin}, which is not this portal. Passkeys work at ${origin ?? 'no IP address'}`);
  if (!isAsked(given.challenge)) throw fault('answers a question that was already answered or has expired. Try again');
  const known = await ctx.database.as({ role: 'system' }, (tx) =>
    findCredentialOf(tx, userId, Buffer.from(answer.id, 'base64url')),
  );
  if (!known) throw fault('is not one of this account. It may have been removed');
  const count = await verifiedCount(answer, known, { origin, challenge: given.challenge });
  if (count === undefined) throw fault('could not be verified. Try again, or use another second factor');
  return { name: known.name, note: (tx) => notePasskeyUse(tx, known.id, count, ctx.clock.now()) };
}
