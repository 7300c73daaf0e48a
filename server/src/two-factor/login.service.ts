// The second half of a login. The ticket shows that the first factor was right; it works once, for ten minutes. Uses the
// system role, because no one is logged in yet.
import type { User } from '@vitrine/contract/accounts.ts';
import { readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import type { Browser } from '../sessions/browser.ts';
import { findLoginTicket, takeLoginTicket } from '../sessions/login.tickets.ts';
import { openConfirmed } from '../sessions/sessions.open.ts';
import { countSecondFactor } from '../sessions/throttle.ts';
import { stepOfCode } from './authenticator.ts';
import { recoveryHash } from './recovery.codes.ts';
import { recoveryCodeUsedMail, secondFactorLockedMail } from './two-factor.mails.ts';
import { countRecoveryCodes, findSecondFactor, takeRecoveryCode, takeStep } from './two-factor.queries.ts';
import { settingsAddress } from './two-factor.service.ts';

type CodeOwner = Parameters<typeof readerOf>[0] & { id: string };

/** A code of the app is six digits; a recovery code is longer. */
const appCode = /^\d{6}$/;

/** Uses up a code of the user; returns false if it is wrong or was used before. Throws if two-factor login is off. */
export async function takeFactorCode(ctx: Context, tx: Tx, owner: CodeOwner, typed: string): Promise<boolean> {
  const plain = typed.replaceAll(/[\s-]/g, '');
  const now = ctx.clock.now();
  const found = await findSecondFactor(tx, owner.id);
  // It was turned off after the first factor: the ticket alone proves too little, so the login starts again.
  if (!found?.confirmed_at) throw new Refusal('login_expired');
  if (appCode.test(plain)) {
    const step = stepOfCode(ctx.sealer.open(found.sealed), plain, now);
    return step !== undefined && takeStep(tx, owner.id, BigInt(step));
  }
  if (!(await takeRecoveryCode(tx, owner.id, recoveryHash(plain), now))) return false;
  const left = await countRecoveryCodes(tx, owner.id);
  await audit(ctx, tx, anonymous, {
    action: 'two_factor.recovery_code_used',
    subject: { kind: 'user', id: owner.id },
  });
  await notifyOfSecurity(ctx, tx, owner.id, 'recovery_code_used');
  await queueMail(ctx, tx, recoveryCodeUsedMail(readerOf(owner), { left, url: settingsAddress(ctx) }));
  return true;
}

export async function finishLoginWith(
  ctx: Context,
  input: { ticket: string; code: string } & Browser,
): Promise<{ token: string; user: User }> {
  const hash = sha256(input.ticket);
  const owner = await ctx.database.as({ role: 'system' }, (tx) => findLoginTicket(tx, hash, ctx.clock.now()));
  if (!owner) throw new Refusal('login_expired');
  const guess = await countSecondFactor(ctx, { userId: owner.id, email: owner.email, deviceKey: input.deviceKey });
  if (guess.isFirstRefusal)
    await ctx.database.as({ role: 'system' }, (tx) =>
      queueMail(ctx, tx, secondFactorLockedMail(readerOf(owner), `${ctx.config.publicUrl}/forgot`)),
    );
  if (!guess.isAllowed) throw new Refusal('rate_limited', { message: 'Too many wrong codes. Try again in an hour.' });
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await takeFactorCode(ctx, tx, owner, input.code))) throw invalid('code', 'is wrong or was already used');
    // With the code in one transaction: of two simultaneous calls, the other one's code stays unused.
    if (!(await takeLoginTicket(tx, hash, ctx.clock.now()))) throw new Refusal('login_expired');
    await guess.forget(tx);
  });
  const role = owner.role === 'creator' || owner.role === 'brand' ? owner.role : 'operator';
  return openConfirmed(ctx, { id: owner.id, role }, input);
}
