// The account settings of a user. Uses the system role, because sign-in methods are in no scope.
import type { Settings } from '@vitrine/contract/settings.ts';
import { notificationsOf } from '@vitrine/contract/values/preferences.ts';
import { accessSelf } from '../accounts/accounts.access.ts';
import { handlesOf } from '../accounts/handles.service.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { connectedAt } from '../google/google.connection.ts';
import { passwordChangedAt } from '../passwords/passwords.service.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import { pendingEmail } from './email.queries.ts';

export async function readSettingsOf(ctx: Context, actor: Actor): Promise<Settings> {
  const person = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const user = await findUser(tx, person.userId);
    if (!user) throw new Refusal('unauthenticated');
    const changedAt = await passwordChangedAt(tx, person.userId);
    const googleSince = await connectedAt(tx, person.userId);
    const pending = await pendingEmail(tx, person.userId, now);
    const handles = await handlesOf(tx, person.userId, now);
    return {
      email: user.email,
      pending_email: pending ? { email: pending.new_email, expires_at: pending.expires_at.toISOString() } : null,
      has_password: changedAt !== undefined,
      password_changed_at: changedAt?.toISOString() ?? null,
      google: googleSince ? { connected_at: googleSince.toISOString() } : null,
      handle_locked_until: handles.lockedUntil?.toISOString() ?? null,
      former_handles: handles.former,
      notifications: notificationsOf(user.notifications),
    };
  });
}
