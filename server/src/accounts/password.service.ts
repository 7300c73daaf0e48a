import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { passwordChangedMail } from './accounts.mails.ts';
import { brandNamesOf, findUser, revokeSession } from './accounts.queries.ts';
import { readerOf } from './mailbox.ts';
import { hashPassword, passwordFits } from './password.ts';
import { knownOf, weakPassword } from './password.rules.ts';
import { findCredential, otherSessions, savePassword, voidResets } from './settings.queries.ts';
import { noteChange } from './settings.service.ts';
import { requireProof } from './step-up.ts';

// The system role is needed: a credential is nobody's to read.

/** The rules are those of registering and resetting; a refusal names the field. */
export async function changePasswordOf(
  ctx: Context,
  actor: Actor,
  input: { new_password: string; proof: string },
): Promise<{ sessions_ended: number }> {
  const person = await requireProof(ctx, actor, input.proof);
  const { user, stored, brands } = await ctx.database.as({ role: 'system' }, async (tx) => ({
    user: await findUser(tx, person.userId),
    stored: (await findCredential(tx, person.userId))?.password_hash,
    brands: await brandNamesOf(tx, person.userId),
  }));
  if (!user) throw new Refusal('unauthenticated');
  const weak = weakPassword(input.new_password, { facts: knownOf(user), brands }, 'new_password');
  if (weak) throw weak;
  if (await passwordFits(input.new_password, stored))
    throw invalid('new_password', 'must be another than the one you have');
  const passwordHash = await hashPassword(input.new_password);
  const ended = await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    await savePassword(tx, person.userId, passwordHash, now);
    await voidResets(tx, person.userId, now);
    const count = await endOthers(ctx, tx, person);
    await queueMail(ctx, tx, passwordChangedMail(readerOf(user), `${ctx.config.publicUrl}/forgot`));
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
