import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { accessOwnAccount } from './accounts.access.ts';
import { findUser, revokeSession } from './accounts.queries.ts';
import { hashPassword, passwordFits } from './password.ts';
import { passwordChangedMail } from './settings.mails.ts';
import { findCredential, otherSessions, savePassword, voidResets } from './settings.queries.ts';
import { noteChange } from './settings.service.ts';
import { admitGuess, countWrongGuess, forgetGuesses } from './throttle.ts';

// The system role is needed: a credential is nobody's to read.

/** Asks for the password once more before something that cannot be taken back. Wrong guesses count as at sign-in. */
export async function checkPassword(ctx: Context, person: Person, password: string): Promise<void> {
  const { email, stored } = await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await findUser(tx, person.userId);
    if (!user) throw new Refusal('unauthenticated');
    const credential = await findCredential(tx, person.userId);
    return { email: user.email, stored: credential?.password_hash };
  });
  await admitGuess(ctx, email);
  if (await passwordFits(password, stored)) return forgetGuesses(ctx, email);
  await countWrongGuess(ctx, email);
  throw invalid('current_password', 'is not your password');
}

export async function changePasswordOf(
  ctx: Context,
  actor: Actor,
  input: { current_password: string; new_password: string },
): Promise<{ sessions_ended: number }> {
  const person = accessOwnAccount(actor);
  await checkPassword(ctx, person, input.current_password);
  if (input.new_password.normalize('NFC') === input.current_password.normalize('NFC'))
    throw invalid('new_password', 'must be another than the one you have');
  const passwordHash = await hashPassword(input.new_password);
  const ended = await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const user = await findUser(tx, person.userId);
    if (!user) throw new Refusal('unauthenticated');
    await savePassword(tx, person.userId, passwordHash, now);
    await voidResets(tx, person.userId, now);
    const count = await endOthers(ctx, tx, person);
    await queueMail(ctx, tx, passwordChangedMail(user, `${ctx.config.publicUrl}/forgot`));
    await noteChange(ctx, tx, person, { action: 'password.changed' });
    return count;
  });
  return { sessions_ended: ended };
}

/** Ends every other session of this person, an operator's included; answers how many of their own there were. */
export async function endOthers(ctx: Context, tx: Tx, person: Person): Promise<number> {
  const others = await otherSessions(tx, person.userId, person.sessionId);
  for (const other of others) await revokeSession(tx, other.id, ctx.clock.now());
  return others.filter((other) => other.kind === 'login').length;
}
