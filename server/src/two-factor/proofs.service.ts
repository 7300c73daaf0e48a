// Confirms a proof of the password with a code, for calls that demand both factors. Uses the system role, because what a user
// logs in with is in no scope.
import { readerOf } from '../accounts/mailbox.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { markProofConfirmed, requireProof } from '../passwords/step-up.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { countSecondFactor } from '../sessions/throttle.ts';
import { takeFactorCode } from './login.service.ts';
import { secondFactorLockedMail } from './two-factor.mails.ts';

export async function confirmProofOf(
  ctx: Context,
  actor: Actor,
  { proof, code }: { proof: string; code: string },
): Promise<{ confirmed: true }> {
  const person = await requireProof(ctx, actor, proof);
  if (!person.hasSecondFactor) throw new Refusal('second_factor_off');
  const user = await ctx.database.as({ role: 'system' }, (tx) => findUser(tx, person.userId));
  if (!user) throw new Refusal('unauthenticated');
  // The same count as for the codes of a login, so that a session gives no further guesses.
  const guess = await countSecondFactor(ctx, { userId: user.id, email: user.email, deviceKey: '' });
  if (guess.isFirstRefusal)
    await ctx.database.as({ role: 'system' }, (tx) =>
      queueMail(ctx, tx, secondFactorLockedMail(readerOf(user), `${ctx.config.publicUrl}/forgot`)),
    );
  if (!guess.isAllowed) throw new Refusal('rate_limited', { message: 'Too many wrong codes. Try again in an hour.' });
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await takeFactorCode(ctx, tx, user, code))) throw invalid('code', 'is wrong or was already used');
    await guess.forget(tx);
    await markProofConfirmed(tx, person, proof, ctx.clock.now());
    await audit(ctx, tx, person, { action: 'two_factor.code_given', subject: { kind: 'user', id: user.id } });
  });
  return { confirmed: true };
}
