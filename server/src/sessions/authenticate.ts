import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { sha256 } from '../platform/ids.ts';
import { sessionOfToken, touchSession } from './sessions.queries.ts';

/** The precision of "last seen"; writing it on every request would be too much for one row. */
const seenEveryMs = 60_000;

type Session = Awaited<ReturnType<ReturnType<typeof sessionOfToken>['executeTakeFirstOrThrow']>>;

function isAlive(session: { last_seen_at: Date; idle_seconds: number; expires_at: Date }, now: Date): boolean {
  const idleMs = now.getTime() - session.last_seen_at.getTime();
  return session.expires_at > now && idleMs <= session.idle_seconds * 1000;
}

/** An impersonation session ends with the operator's own session, with the operator role, or when the user is locked. */
function isOperatorValid(session: Session, now: Date): boolean {
  const { parent_last_seen_at, parent_idle_seconds, parent_expires_at, parent_revoked_at } = session;
  if (!parent_last_seen_at || parent_idle_seconds === null || !parent_expires_at || parent_revoked_at) return false;
  const parent = {
    last_seen_at: parent_last_seen_at,
    idle_seconds: parent_idle_seconds,
    expires_at: parent_expires_at,
  };
  if (!isAlive(parent, now) || session.operator_role !== 'operator' || session.operator_status !== 100) return false;
  return session.role === 'creator' && session.user_status === 100;
}

/** Notes that a session is used, and the operator's own with it. */
async function noteActivity(ctx: Context, { id, parent_id: parentId }: Session, now: Date): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await touchSession(tx, id, now);
    if (parentId !== null) await touchSession(tx, parentId, now);
  });
}

/** The user of a session token, or nothing. Each request of a portal asks this, so it takes one round trip. */
export async function authenticatePerson(ctx: Context, token: string, isActivity: boolean): Promise<Actor> {
  const now = ctx.clock.now();
  const [session] = await ctx.database.alone({ role: 'system' }, (tx) => sessionOfToken(tx, sha256(token)));
  if (!session || !isAlive(session, now)) return anonymous;
  if (session.impersonator_id !== null && !isOperatorValid(session, now)) return anonymous;
  if (isActivity && now.getTime() - session.last_seen_at.getTime() > seenEveryMs) await noteActivity(ctx, session, now);
  return {
    kind: 'person',
    principal: session.role === 'creator' || session.role === 'brand' ? session.role : 'operator',
    userId: session.user_id,
    uid: session.uid,
    status: session.user_status,
    wasActive: session.was_active,
    isSuspended: session.suspension_id !== null,
    sessionId: session.id,
    mode: session.mode === 'view' || session.mode === 'assist' ? session.mode : 'full',
    impersonatedBy: session.impersonator_id,
    hasSecondFactor: session.has_second_factor === true,
  };
}
