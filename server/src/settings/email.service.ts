// A new email takes effect once the user confirms it with the emailed link while logged in. Only the owner of an address is
// told that it is already in use, never the one who enters it.
import type { User } from '@vitrine/contract/accounts.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import { describePerson, saveEmail } from '../accounts/accounts.service.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser, findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { endResetLinks } from '../passwords/reset.links.ts';
import type { Actor } from '../platform/actor.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { confirmEmailMail, emailChangedMail, emailInUseMail, emailRequestedMail } from './email.mails.ts';
import { dropEmailChanges, insertEmailChange, takeEmailChange } from './email.queries.ts';

const linkMs = 24 * 3_600_000;

export async function requestEmail(
  ctx: Context,
  actor: Actor,
  input: { email: string },
): Promise<{ pending_email: string }> {
  const person = accessOwnAccount(actor);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const user = await findUser(tx, person.userId);
    if (!user) throw new Refusal('unauthenticated');
    if (user.email === input.email) throw invalid('email', 'is already your email');
    const holder = await findUserByEmail(tx, input.email);
    const token = newSecret('vte');
    const expiresAt = new Date(now.getTime() + linkMs);
    await insertEmailChange(tx, {
      token_hash: sha256(token),
      user_id: person.userId,
      new_email: input.email,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    });
    const url = `${ctx.config.publicUrl}/settings#confirm-email=${token}`;
    const reader = readerOf(user);
    const link = { url, token, expiresAt, userId: person.userId };
    await queueMail(ctx, tx, holder ? emailInUseMail(readerOf(holder)) : confirmEmailMail(reader, input.email, link));
    await queueMail(ctx, tx, emailRequestedMail(reader, `${ctx.config.publicUrl}/settings#security`));
    await noteChange(ctx, tx, person, { action: 'email.change_requested', about: input.email });
  });
  return { pending_email: input.email };
}

export async function confirmEmailOf(ctx: Context, actor: Actor, token: string): Promise<User> {
  const person = accessOwnAccount(actor);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const taken = await takeEmailChange(tx, sha256(token), person.userId, now);
    const user = await findUser(tx, person.userId);
    if (!taken || !user || (await findUserByEmail(tx, taken.new_email))) throw new Refusal('link_expired');
    await saveEmail(tx, person.userId, taken.new_email);
    // Reset links sent to the old address must no longer work.
    await endResetLinks(tx, person.userId, now);
    await notifyOfSecurity(ctx, tx, person.userId, 'email_changed');
    await queueMail(ctx, tx, emailChangedMail(readerOf(user), `${ctx.config.publicUrl}/settings#security`));
    await noteChange(ctx, tx, person, { action: 'email.changed', about: `${user.email} → ${taken.new_email}` });
  });
  return describePerson(ctx, person);
}

export async function cancelEmail(ctx: Context, actor: Actor): Promise<{ cancelled: true }> {
  const person = accessOwnAccount(actor);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await dropEmailChanges(tx, person.userId);
    await noteChange(ctx, tx, person, { action: 'email.change_cancelled' });
  });
  return { cancelled: true };
}
