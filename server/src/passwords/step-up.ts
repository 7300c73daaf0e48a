import type { Proof } from '@vitrine/contract/endpoint.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { countStepUp } from '../sessions/throttle.ts';
import { passwordFits } from './password.ts';
import { findCredential } from './passwords.queries.ts';

// Sensitive calls require the password again, so that a stolen session is not enough. The proof is valid for this session
// and five minutes, and is never given during impersonation. Uses the system role, because credentials and proofs
// belong to no scope.

const proofMs = 5 * 60_000;
const missingPassword = 'Enter your password again: POST /step-up returns the proof that this call takes in `proof`.';
const missingFactor =
  'Your account has two-factor login, so your password is not enough for this. Confirm the proof with a code or your passkey: POST /step-up/second-factor.';

/** Checks the password and returns a proof. Only its hash is stored. */
export async function stepUpWith(
  ctx: Context,
  actor: Actor,
  password: string,
): Promise<{ proof: string; expires_at: string }> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const guess = await countStepUp(ctx, actor.userId);
  const kept = await ctx.database.as({ role: 'system' }, (tx) => findCredential(tx, actor.userId));
  if (!(await passwordFits(password, kept?.password_hash, ctx.config.passwordCost)))
    throw invalid('password', 'is wrong');
  const proof = newSecret('vts');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + proofMs);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await guess.forget(tx);
    await tx.deleteFrom('step_ups').where('user_id', '=', actor.userId).where('expires_at', '<=', now).execute();
    await tx
      .insertInto('step_ups')
      .values({
        proof_hash: sha256(proof),
        user_id: actor.userId,
        session_id: actor.sessionId,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    await audit(ctx, tx, actor, { action: 'password.given_again', subject: { kind: 'user', id: actor.userId } });
  });
  return { proof, expires_at: expiresAt.toISOString() };
}

/** What a proof shows: the password, and whether a code or a passkey confirmed it. */
async function findProof(ctx: Context, { userId, sessionId }: Person, proof: string) {
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('step_ups')
      .select(['expires_at', 'has_code_at'])
      .where('proof_hash', '=', sha256(proof))
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .executeTakeFirst(),
  );
  return found && found.expires_at > ctx.clock.now() ? found : undefined;
}

/** Refuses without a proof of what the call needs, and says what is missing. `proof`: as it was sent. */
export async function requireProof(ctx: Context, actor: Actor, needed: Proof, proof: unknown): Promise<void> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const found = typeof proof === 'string' ? await findProof(ctx, actor, proof) : undefined;
  if (!found) throw new Refusal('step_up_needed', { message: missingPassword });
  if (needed === 'factors' && actor.hasSecondFactor && found.has_code_at === null)
    throw new Refusal('second_factor_needed', { message: missingFactor });
}

/** The user whose proof this is, for calls that confirm it. */
export async function ownerOfProof(ctx: Context, actor: Actor, proof: string): Promise<Person> {
  await requireProof(ctx, actor, 'password', proof);
  return accessOwnAccount(actor);
}

/** Notes that a code of the second factor confirmed this proof. For transactions with the system role. */
export async function markProofConfirmed(
  tx: Tx,
  { userId, sessionId }: Person,
  proof: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('step_ups')
    .set({ has_code_at: at })
    .where('proof_hash', '=', sha256(proof))
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute();
}
