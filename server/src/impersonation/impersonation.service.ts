// Impersonation: an operator sees the portal as a creator (reliability C4). A grant requires a reason; its code works once,
// for one minute, in the session that created it. It opens a session of half an hour, view only unless it was created to
// assist, which ends with the operator's own session. Everything it does is logged with both names. Uses the system
// role, because sessions and grants belong to no brand or creator scope.
import { findUserByUid } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { type Actor, lacksSecondFactor, type Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { endImpersonation } from '../sessions/sessions.end.ts';
import { openImpersonation } from '../sessions/sessions.open.ts';
import { insertGrant, takeGrant } from './impersonation.queries.ts';

const grantMs = 60_000;
const sessionMs = 30 * 60_000;

export type GrantInput = { mode: 'view' | 'assist'; reason: string; ticket?: string | undefined };

/** Creates a grant for a creator; returns its code, of which only the hash is stored. */
export async function openGrant(
  ctx: Context,
  actor: Person,
  uid: string,
  input: GrantInput,
): Promise<{ code: string; expires_at: string }> {
  const now = ctx.clock.now();
  const code = newSecret('vti');
  const expiresAt = new Date(now.getTime() + grantMs);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const target = await findUserByUid(tx, uid);
    if (!target) throw new Refusal('not_found');
    if (target.role !== 'creator') throw new Refusal('forbidden', { message: 'You can only log in as a creator' });
    if (target.user_status !== 100)
      throw new Refusal('forbidden', { message: 'This user is not active, so you can’t log in as them' });
    await insertGrant(tx, {
      code_hash: sha256(code),
      operator_id: actor.userId,
      session_id: actor.sessionId,
      target_id: target.id,
      mode: input.mode,
      reason: input.reason,
      ticket: input.ticket || null,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    });
    await audit(ctx, tx, actor, {
      action: 'impersonation.granted',
      subject: { kind: 'user', id: target.id },
      details: { mode: input.mode, reason: input.reason, ...(input.ticket && { ticket: input.ticket }) },
    });
  });
  return { code, expires_at: expiresAt.toISOString() };
}

/** Opens the session of a grant. Every error gets the same response. */
export async function redeemGrant(
  ctx: Context,
  actor: Actor,
  uid: string,
  code: string,
): Promise<{ token: string; ends_at: string }> {
  if (actor.kind !== 'person' || actor.principal !== 'operator' || actor.status !== 100 || actor.impersonatedBy)
    return refuse(ctx, actor, uid);
  if (lacksSecondFactor(ctx.config, actor)) return refuse(ctx, actor, uid);
  const opened = await ctx.database.as({ role: 'system' }, async (tx) => {
    const wanted = { codeHash: sha256(code), operatorId: actor.userId, sessionId: actor.sessionId, uid };
    const grant = await takeGrant(tx, wanted, ctx.clock.now());
    if (!grant) return undefined;
    await endImpersonation(ctx, tx, actor);
    const place = { userId: grant.target_id, mode: grant.mode, lifeMs: sessionMs };
    const { token, endsAt } = await openImpersonation(ctx, tx, actor, place);
    await audit(ctx, tx, actor, {
      action: 'impersonation.started',
      subject: { kind: 'user', id: grant.target_id },
      details: {
        mode: grant.mode,
        reason: grant.reason,
        ends_at: endsAt.toISOString(),
        ...(grant.ticket && { ticket: grant.ticket }),
      },
    });
    return { token, ends_at: endsAt.toISOString() };
  });
  return opened ?? refuse(ctx, actor, uid);
}

/** Audits the attempt if the caller is a user, and refuses. */
async function refuse(ctx: Context, actor: Actor, uid: string): Promise<never> {
  if (actor.kind === 'person')
    await ctx.database.as({ role: 'system' }, (tx) =>
      audit(ctx, tx, actor, { action: 'impersonation.refused', subject: { kind: 'login_as', id: uid.slice(0, 60) } }),
    );
  throw new Refusal('forbidden');
}
