// The user's sessions. Uses the system role, because no scope may read sessions.
import type { User } from '@vitrine/contract/accounts.ts';
import type { Session } from '@vitrine/contract/sessions.ts';
import { accessOwnAccount, accessSelf } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import { describePerson } from '../accounts/accounts.service.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { noteBrowser } from './browser.ts';
import { deviceOf } from './device.ts';
import { endOthers, endImpersonation } from './sessions.end.ts';
import { liveSessions, revokeSession } from './sessions.queries.ts';

/** The logged-in user. Also remembers the browser, so that a creator's own clicks aren't counted. */
export async function readMe(ctx: Context, actor: Actor, mark: string): Promise<User> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (actor.principal === 'creator' && !actor.impersonatedBy) await noteBrowser(ctx, actor.userId, mark);
  // An operator who uses their own session has left impersonation, even if the request to end it was lost.
  if (actor.principal === 'operator')
    await ctx.database.as({ role: 'system' }, (tx) => endImpersonation(ctx, tx, actor));
  return describePerson(ctx, actor);
}

export async function listSessionsOf(ctx: Context, actor: Actor): Promise<Session[]> {
  const person = accessSelf(actor);
  const rows = await ctx.database.as({ role: 'system' }, (tx) => liveSessions(tx, person.userId, ctx.clock.now()));
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.device),
    network: row.address_prefix,
    signed_in_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.id === person.sessionId,
  }));
}

export async function endSessionOf(ctx: Context, actor: Actor, sessionId: string): Promise<{ ended: true }> {
  const person = accessOwnAccount(actor);
  if (!isId(sessionId)) throw new Refusal('not_found');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const own = await liveSessions(tx, person.userId, ctx.clock.now());
    const found = own.find((row) => row.id === sessionId);
    if (!found) throw new Refusal('not_found');
    await revokeSession(tx, sessionId, ctx.clock.now());
    const { browser, system } = deviceOf(found.device);
    await noteChange(ctx, tx, person, {
      action: 'session.revoked',
      about: [browser, system].filter(Boolean).join(', '),
    });
  });
  return { ended: true };
}

export async function endOtherSessionsOf(ctx: Context, actor: Actor): Promise<{ ended: number }> {
  const person = accessOwnAccount(actor);
  const ended = await ctx.database.as({ role: 'system' }, async (tx) => {
    const count = await endOthers(ctx, tx, person);
    await noteChange(ctx, tx, person, { action: 'session.others_revoked' });
    return count;
  });
  return { ended };
}
