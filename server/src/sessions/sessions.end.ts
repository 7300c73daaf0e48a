// Ends sessions: the current one, all others of a user, and impersonation sessions. Uses the system role, because no scope
// may write sessions.
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { otherSessions, revokeImpersonations, revokeSession, revokeSessionsOf } from './sessions.queries.ts';

export async function endOwnSession(ctx: Context, actor: Actor): Promise<{ signed_out: true }> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const now = ctx.clock.now();
  const action = actor.impersonatedBy ? 'impersonation.ended' : 'session.ended';
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await revokeSession(tx, actor.sessionId, now);
    await audit(ctx, tx, actor, { action, subject: { kind: 'user', id: actor.userId } });
    await endImpersonation(ctx, tx, actor);
  });
  return { signed_out: true };
}

/** Ends all other sessions of this user, including impersonation; returns how many of their own there were. */
export async function endOthers(ctx: Context, tx: Tx, person: Person): Promise<number> {
  const others = await otherSessions(tx, person.userId, person.sessionId);
  for (const other of others) await revokeSession(tx, other.id, ctx.clock.now());
  return others.filter((other) => other.kind === 'login').length;
}

/** Logs a user out everywhere; returns how many sessions were active. */
export async function endAllSessions(ctx: Pick<Context, 'clock'>, tx: Tx, userId: string): Promise<number> {
  return revokeSessionsOf(tx, userId, ctx.clock.now());
}

/** Ends the impersonation session of an operator's session. */
export async function endImpersonation(ctx: Context, tx: Tx, actor: Person): Promise<void> {
  for (const left of await revokeImpersonations(tx, actor.sessionId, ctx.clock.now()))
    await audit(ctx, tx, actor, { action: 'impersonation.ended', subject: { kind: 'user', id: left.user_id } });
}
