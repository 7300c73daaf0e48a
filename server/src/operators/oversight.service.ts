// Actions of operators on accounts. Each needs a reason, which is stored in the audit log, and none is allowed on one's own
// account. Uses the system role, because users and sessions belong to no brand or creator scope.
import type { AccessLink } from '../accounts/accounts.mails.ts';
import { saveUserStatus } from '../accounts/accounts.service.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser, findUserByEmail, findUserByUid } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { makeResetLink } from '../passwords/reset.links.ts';
import type { Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { newSecret } from '../platform/ids.ts';
import { addressFor, type Mail, queueMail, type Reader } from '../platform/mail/mail.ts';
import { variantOfKey } from '../platform/variants/variants.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
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

const setPasswordMs = 3 * 86_400_000;

/** The owner of a new brand: an existing brand user, or a new user without a known password. */
export async function findOrMakeOwner(
  ctx: Context,
  owner: { email: string; display_name: string; project: string },
): Promise<{ userId: string; isNew: boolean }> {
  const known = await ctx.database.as({ role: 'system' }, (tx) => findUserByEmail(tx, owner.email));
  if (known && known.role !== 'brand')
    throw invalid('owner.email', 'belongs to a user who is not a brand user; use another address');
  if (known && known.user_status !== 100)
    throw invalid('owner.email', 'belongs to a suspended user; use another address');
  if (known) return { userId: known.id, isNew: false };
  const userId = await createUser(ctx, {
    email: owner.email,
    password: newSecret('vtx'),
    role: 'brand',
    displayName: owner.display_name,
    project: owner.project,
  });
  return { userId, isNew: true };
}

/**
 * Emails a new owner of a brand; a new user gets a one-time link to set a password. Returns that link if no mail server
 * is set up, so that the operator can hand it over. `mail` gets the reader, the link or address for its button, and the
 * name of the reader's variant.
 */
export async function welcomeOwner(
  ctx: Context,
  tx: Tx,
  owner: { userId: string; isNew: boolean },
  mail: (reader: Reader, to: { link: AccessLink } | { url: string }, portal: string) => Mail,
): Promise<AccessLink | undefined> {
  const user = await findUser(tx, owner.userId);
  if (!user) throw new Refusal('not_found');
  const link = owner.isNew ? await makeResetLink(ctx, tx, owner.userId, setPasswordMs) : undefined;
  const to = link ? { link } : { url: `${ctx.config.publicUrl}/brand` };
  const { name: portal } = variantOfKey(ctx.config.variants, user.project_key);
  await queueMail(ctx, tx, mail(readerOf(user), to, portal));
  if (link === undefined || ctx.config.smtpUrl !== undefined) return undefined;
  return { ...link, url: addressFor(ctx, { project: user.project_key }, link.url) };
}
