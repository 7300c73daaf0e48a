// Passkeys of a user: adding, renaming and removing them. A passkey is a second factor after the password, never a login of
// its own. Uses the system role, because what a user logs in with is in no scope.
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { CreatedPasskey } from '@vitrine/contract/two-factor.answers.ts';
import { type addPasskey, mostPasskeys, type startPasskey } from '@vitrine/contract/two-factor.passkeys.ts';
import type { Passkey, TwoFactor } from '@vitrine/contract/two-factor.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { variantOfKey } from '../platform/variants/variants.ts';
import { needsSecondFactor } from '../sessions/login.tickets.ts';
import { type AskedFor, clientDataOf, keepQuestion, questionMs, takeQuestion } from './passkeys.answers.ts';
import { deletePasskeyOf, insertPasskey, lockFactorsOf, passkeysOf, renamePasskeyOf } from './passkeys.queries.ts';
import { type RelyingParty, relyingPartyOf } from './relying.party.ts';
import { ownerOf, partWithFactor, presentPasskey, readTwoFactorOf, welcomeFactor } from './two-factor.service.ts';

/** The signatures that passkeys use: EdDSA, ECDSA with P-256, RSA (numbers of COSE). */
const algorithms = [-8, -7, -257];

const inSession = (sessionId: string): AskedFor => ({ what: 'session', secret: sessionId });

function partyAt(home: string): RelyingParty {
  const party = relyingPartyOf(home);
  if (!party)
    throw new Refusal('conflict', {
      message: `Passkeys need a host name, and this portal is at ${home}. Use an authenticator app, or ask the operator for a host name.`,
    });
  return party;
}

function refuseMore(count: number): void {
  if (count >= mostPasskeys)
    throw new Refusal('conflict', {
      message: `Your account has ${count} passkeys, which is the most it can have. Remove one first.`,
    });
}

export async function startPasskeyOf(ctx: Context, actor: Actor, home: string): Promise<DataOf<typeof startPasskey>> {
  const { userId, sessionId } = accessOwnAccount(actor);
  const { host } = partyAt(home);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await ownerOf(tx, userId);
    const present = await passkeysOf(tx, userId);
    refuseMore(present.length);
    const rp = { id: host, name: variantOfKey(ctx.config.variants, user.project_key).name };
    const made = await generateRegistrationOptions({
      rpID: rp.id,
      rpName: rp.name,
      userName: user.email,
      userDisplayName: user.display_name,
      // The same for all passkeys of a user, and nothing that says who they are.
      userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
      supportedAlgorithmIDs: algorithms,
    });
    await keepQuestion(ctx, tx, { userId, askedFor: inSession(sessionId), challenge: made.challenge });
    return {
      challenge: made.challenge,
      rp,
      user: made.user,
      pubKeyCredParams: made.pubKeyCredParams,
      // One authenticator would replace its passkey by the new one.
      excludeCredentials: present
        .filter((passkey) => passkey.host === host)
        .map(({ credential_id: id, transports }) => ({
          id: id.toString('base64url'),
          type: 'public-key' as const,
          transports,
        })),
      authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
      attestation: 'none' as const,
      timeout: questionMs,
    };
  });
}

async function verifiedCredential(created: CreatedPasskey, party: RelyingParty, challenge: string) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: created.id,
        rawId: created.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: created.client_data, attestationObject: created.attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential;
  } catch {
    // The library throws for whatever is wrong with what the browser returned.
    return undefined;
  }
}

/** Checks what a browser created, and uses up the question of this session. */
async function readCreated(
  ctx: Context,
  { userId, sessionId }: { userId: string; sessionId: string },
  created: CreatedPasskey,
  party: RelyingParty,
) {
  const isAsked = await takeQuestion(ctx, userId, inSession(sessionId));
  const given = clientDataOf(created.client_data);
  if (given === undefined) throw invalid('passkey', 'must be what navigator.credentials.create() returned');
  if (given.origin !== party.origin)
    throw invalid('passkey', `was created at ${given.origin}. Create it at ${party.origin}`);
  if (!isAsked(given.challenge))
    throw invalid('passkey', 'answers a question that was already answered or has expired. Start again');
  const credential = await verifiedCredential(created, party, given.challenge);
  if (!credential) throw invalid('passkey', 'could not be verified. Start again, or use another authenticator');
  return credential;
}

export async function addPasskeyOf(
  ctx: Context,
  actor: Actor,
  { name, passkey: created }: BodyOf<typeof addPasskey>,
  home: string,
): Promise<DataOf<typeof addPasskey>> {
  const person = accessOwnAccount(actor);
  const party = partyAt(home);
  const credential = await readCreated(ctx, person, created, party);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await lockFactorsOf(tx, person.userId);
    const wasOn = await needsSecondFactor(tx, person.userId);
    refuseMore((await passkeysOf(tx, person.userId)).length);
    const stored = await insertPasskey(tx, {
      id: newId(now),
      user_id: person.userId,
      name,
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      sign_count: BigInt(credential.counter),
      transports: created.transports,
      host: party.host,
      created_at: now,
      last_used_at: null,
    });
    if (!stored) throw new Refusal('conflict', { message: 'This passkey is already in use.' });
    const added = await welcomeFactor(ctx, tx, person, {
      wasOn,
      fact: { action: 'two_factor.passkey_added', about: name },
      factor: { kind: 'passkey', name },
    });
    return { passkey: presentPasskey(stored), ...added };
  });
}

export async function renameOnePasskey(ctx: Context, actor: Actor, id: string, name: string): Promise<Passkey> {
  const person = accessOwnAccount(actor);
  if (!isId(id)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const renamed = await renamePasskeyOf(tx, person.userId, id, name);
    if (!renamed) throw new Refusal('not_found');
    await noteChange(ctx, tx, person, { action: 'two_factor.passkey_renamed', about: name });
    return presentPasskey(renamed);
  });
}

export async function removeOnePasskey(
  ctx: Context,
  actor: Actor,
  { id, home }: { id: string; home: string },
): Promise<TwoFactor> {
  const person = accessOwnAccount(actor);
  const { userId } = person;
  const isOwn = await ctx.database.as({ role: 'system' }, async (tx) =>
    (await passkeysOf(tx, userId)).some((passkey) => passkey.id === id),
  );
  if (!isOwn) throw new Refusal('not_found');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await lockFactorsOf(tx, userId);
    const removed = await deletePasskeyOf(tx, userId, id);
    if (!removed) throw new Refusal('not_found');
    await partWithFactor(ctx, tx, person, {
      fact: { action: 'two_factor.passkey_removed', about: removed.name },
      factor: { kind: 'passkey', name: removed.name },
    });
  });
  return readTwoFactorOf(ctx, person, home);
}
