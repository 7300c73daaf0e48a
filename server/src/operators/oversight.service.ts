// Actions of operators on accounts. Each needs a reason, which is stored in the audit log, and none is allowed on one's own
// account. Uses the system role, because users and sessions belong to no brand or creator scope.
import { saveUserStatus } from '../accounts/accounts.service.ts';
import { findUserByUid } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import type { Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { Refusal } from '../platform/refusal.ts';
import { endAllSessions } from '../sessions/sessions.end.ts';

async function someoneElse(tx: Tx, actor: Person, uid: string) {
  const user = await findUserByUid(tx, uid);
  if (!user) throw new Refusal('not_found');
  if (user.id === actor.userId) throw new Refusal('conflict', { message: 'You can’t do this to your own account' });
  return user;
}

/** Sets a user's status. A user who may no longer use the app is logged out right away. */
export async function changeUserStatus(
  ctx: Context,
  actor: Person,
  uid: string,
  input: { user_status: number; reason: string },
): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await someoneElse(tx, actor, uid);
    if (input.user_status === 100 && user.role === 'creator' && user.user_handle === null)
      throw new Refusal('conflict', { message: 'This creator has no handle yet. They choose one when they register.' });
    await saveUserStatus(tx, user.id, input.user_status);
    if (input.user_status !== 100) await endAllSessions(ctx, tx, user.id);
    await audit(ctx, tx, actor, {
      action: 'user.status_changed',
      subject: { kind: 'user', id: user.id },
      details: { before: user.user_status, after: input.user_status, reason: input.reason },
    });
    await record(ctx, tx, { userId: user.id }, { kind: 'user-update' });
  });
}

export async function endSessionsOf(
  ctx: Context,
  actor: Person,
  uid: string,
  input: { reason: string },
): Promise<{ ended: number }> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await someoneElse(tx, actor, uid);
    const ended = await endAllSessions(ctx, tx, user.id);
    await audit(ctx, tx, actor, {
      action: 'user.sessions_ended',
      subject: { kind: 'user', id: user.id },
      details: { ended, reason: input.reason },
    });
    return { ended };
  });
}
