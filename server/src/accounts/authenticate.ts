import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { sha256 } from '../platform/ids.ts';
import { findApiKey, findSession, touchApiKey, touchSession } from './accounts.queries.ts';

/** A session's token (256 bits) and a shop's key, each with its prefix. */
const bearer = /^Bearer ((vtp|vtk)_[A-Za-z0-9_-]{8,100})$/i;
/** How exact "last seen" is kept; a write on every request would be a hot row. */
const seenEveryMs = 60_000;

async function personOf(ctx: Context, token: string): Promise<Actor> {
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

async function shopOf(ctx: Context, key: string): Promise<Actor> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await findApiKey(tx, sha256(key));
    if (!found) return anonymous;
    if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > seenEveryMs) await touchApiKey(tx, found.id, now);
    return { kind: 'shop', principal: 'shop', merchantId: found.merchant_id, keyId: found.id, scopes: found.scopes };
  });
}

/** Who calls, by the `Authorization` header alone: no cookie and no query parameter authenticates anything. */
export async function authenticate(ctx: Context, authorization: string | undefined): Promise<Actor> {
  const found = authorization === undefined ? null : bearer.exec(authorization);
  const token = found?.[1];
  if (!token) return anonymous;
  return found?.[2] === 'vtk' ? shopOf(ctx, token) : personOf(ctx, token);
}
