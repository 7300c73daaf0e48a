import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { sha256 } from '../platform/ids.ts';
import { findSession, touchSession } from './accounts.queries.ts';

/** How exact "last seen" is kept; a write on every request would be a hot row. */
const seenEveryMs = 60_000;

/** The person behind a session's token, or nobody. */
export async function authenticatePerson(ctx: Context, token: string): Promise<Actor> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const session = await findSession(tx, sha256(token));
    if (!session) return anonymous;
    const idleMs = now.getTime() - session.last_seen_at.getTime();
    if (session.expires_at <= now || idleMs > session.idle_seconds * 1000) return anonymous;
    if (idleMs > seenEveryMs) await touchSession(tx, session.id, now);
    return {
      kind: 'person',
      principal: session.role === 'creator' || session.role === 'brand' ? session.role : 'operator',
      userId: session.user_id,
      uid: session.uid,
      status: session.user_status,
      sessionId: session.id,
      mode: session.mode === 'view' || session.mode === 'assist' ? session.mode : 'full',
      impersonatedBy: session.impersonator_id,
    };
  });
}
