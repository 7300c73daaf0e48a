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
/** A session in which a code confirmed a proof is trusted with more for this long. */
const codeMs = 60 * 60_000;

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
    const before = new Date(now.getTime() - codeMs);
    await tx.deleteFrom('step_ups').where('user_id', '=', actor.userId).where('expires_at', '<=', before).execute();
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

/** Called by sensitive calls after they have checked that the caller owns the object. */
export async function requireProof(ctx: Context, actor: Actor, proof: string): Promise<Person> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('step_ups')
      .select('expires_at')
      .where('proof_hash', '=', sha256(proof))
      .where('user_id', '=', actor.userId)
      .where('session_id', '=', actor.sessionId)
      .executeTakeFirst(),
  );
  if (!found || found.expires_at <= ctx.clock.now()) throw new Refusal('step_up_needed');
  return actor;
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

/** Whether a code confirmed this proof; without one, whether a code confirmed any proof of the session in the last hour. */
export async function isConfirmedByCode(ctx: Context, { userId, sessionId }: Person, proof?: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - codeMs);
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('step_ups')
      .select('proof_hash')
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .where('has_code_at', '>', since)
      .$if(proof !== undefined, (query) => query.where('proof_hash', '=', sha256(proof ?? '')))
      .limit(1)
      .executeTakeFirst(),
  );
  return found !== undefined;
}
