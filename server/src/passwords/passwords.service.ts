// Logging in with a password, and changing it. Uses the system role, because no scope may read credentials.
import type { User } from '@vitrine/contract/accounts.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import { addUser, type NewUser } from '../accounts/accounts.service.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isRefusedSignIn } from '../platform/demo.secrets.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import type { Browser } from '../sessions/browser.ts';
import { endLoginTickets } from '../sessions/login.tickets.ts';
import { endOthers } from '../sessions/sessions.end.ts';
import { openFor } from '../sessions/sessions.open.ts';
import { countGuess } from '../sessions/throttle.ts';
import { hashPassword, passwordFits } from './password.ts';
import { publicFactsOf, weakPassword } from './password.rules.ts';
import { passwordChangedMail } from './passwords.mails.ts';
import { brandNamesOf, findCredential, findLogin, storePassword } from './passwords.queries.ts';
import { endResetLinks } from './reset.links.ts';

/** Creates a user with a password; returns the id. */
export async function createUser(ctx: Context, user: NewUser & { password: string }): Promise<string> {
  const passwordHash = await hashPassword(user.password, ctx.config.passwordCost);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const id = await addUser(ctx, tx, user);
    await givePassword(ctx, tx, id, passwordHash);
    return id;
  });
}

/** Sets the password hash of a user, in the caller's transaction. */
export async function givePassword(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await storePassword(tx, userId, passwordHash, ctx.clock.now());
}

/** When a user's password was set; nothing if they have none. */
export async function passwordChangedAt(tx: Tx, userId: string): Promise<Date | undefined> {
  return (await findCredential(tx, userId))?.changed_at;
}

/** Checks email and password and opens a session. A wrong password and an unknown email get the same refusal. */
export async function signInByPassword(
  ctx: Context,
  input: { email: string; password: string } & Browser,
): Promise<{ token: string; user: User }> {
  const guess = await countGuess(ctx, input);
  const user = await ctx.database.as({ role: 'system' }, (tx) => findLogin(tx, input.email));
  const fits = await passwordFits(input.password, user?.password_hash ?? undefined, ctx.config.passwordCost);
  if (!user || !fits || isRefusedSignIn(ctx.config, input.email, input.password))
    throw new Refusal('wrong_credentials');
  await guess.forget();
  const role = user.role === 'creator' || user.role === 'brand' ? user.role : 'operator';
  return openFor(ctx, { id: user.id, role }, input);
}

/** Uses the same password rules as registration and reset. */
export async function changePasswordOf(
  ctx: Context,
  actor: Actor,
  input: { new_password: string },
): Promise<{ sessions_ended: number }> {
  const person = accessOwnAccount(actor);
  const { user, stored, brands } = await ctx.database.as({ role: 'system' }, async (tx) => ({
    user: await findUser(tx, person.userId),
    stored: (await findCredential(tx, person.userId))?.password_hash,
    brands: await brandNamesOf(tx, person.userId),
  }));
  if (!user) throw new Refusal('unauthenticated');
  const weak = weakPassword(input.new_password, { facts: publicFactsOf(user), brands }, 'new_password');
  if (weak) throw weak;
  if (await passwordFits(input.new_password, stored, ctx.config.passwordCost))
    throw invalid('new_password', 'must be different from your current password');
  const passwordHash = await hashPassword(input.new_password, ctx.config.passwordCost);
  const ended = await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    await storePassword(tx, person.userId, passwordHash, now);
    await endResetLinks(tx, person.userId, now);
    await endLoginTickets(tx, person.userId);
    const count = await endOthers(ctx, tx, person);
    await notifyOfSecurity(ctx, tx, person.userId, 'password_changed');
    await queueMail(ctx, tx, passwordChangedMail(readerOf(user), `${ctx.config.publicUrl}/forgot`));
    await noteChange(ctx, tx, person, { action: 'password.changed' });
    return count;
  });
  return { sessions_ended: ended };
}
