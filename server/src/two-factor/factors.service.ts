// What a user gives as their second factor: a code, which works once, or the answer of a passkey. Used by logins and by
// proofs. Uses the system role, because what a user logs in with is in no scope.
import type { PasskeyAnswer } from '@vitrine/contract/two-factor.answers.ts';
import { readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { needsSecondFactor } from '../sessions/login.tickets.ts';
import { countSecondFactor } from '../sessions/throttle.ts';
import { stepOfCode } from './authenticator.ts';
import { type AskedFor, readAnswer } from './passkeys.answers.ts';
import { recoveryHash } from './recovery.codes.ts';
import { recoveryCodeUsedMail, secondFactorLockedMail } from './two-factor.mails.ts';
import { countRecoveryCodes, findSecondFactor, takeRecoveryCode, takeStep } from './two-factor.queries.ts';

type FactorOwner = Parameters<typeof readerOf>[0] & { id: string; email: string };

/** One of both, as the contract checks. */
export type GivenFactor = {
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
  home: string;
  askedFor: AskedFor;
  /** Of the browser that gives it; empty: unknown. */
  deviceKey: string;
};

/** Emails name the creators' settings; staff and operators are sent on to their account. */
export function settingsAddress({ config }: Pick<Context, 'config'>): string {
  return `${config.publicUrl}/settings#sign-in`;
}

/** A code of the app is six digits; a recovery code is longer. */
const appCode = /^\d{6}$/;

/** Uses up a code of the user; returns false if it is wrong or was used before. */
async function takeFactorCode(ctx: Context, tx: Tx, owner: FactorOwner, typed: string): Promise<boolean> {
  const plain = typed.replaceAll(/[\s-]/g, '');
  const now = ctx.clock.now();
  if (appCode.test(plain)) {
    const found = await findSecondFactor(tx, owner.id);
    const step = found?.confirmed_at ? stepOfCode(ctx.sealer.open(found.sealed), plain, now) : undefined;
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

/** Counts an attempt before it is checked. Logins and proofs have one count, so that a session gives no further guesses. */
async function admitGuess(ctx: Context, owner: FactorOwner, deviceKey: string) {
  const guess = await countSecondFactor(ctx, { userId: owner.id, email: owner.email, deviceKey });
  if (guess.isFirstRefusal)
    await ctx.database.as({ role: 'system' }, (tx) =>
      queueMail(ctx, tx, secondFactorLockedMail(readerOf(owner), `${ctx.config.publicUrl}/forgot`)),
    );
  if (!guess.isAllowed)
    throw new Refusal('rate_limited', { message: 'Too many wrong codes or passkeys. Try again in an hour.' });
  return guess;
}

/** Tells the owner about a passkey that counted no further than before. */
async function refuseCopy(ctx: Context, userId: string, name: string): Promise<never> {
  await ctx.database.as({ role: 'system' }, (tx) =>
    audit(ctx, tx, anonymous, {
      action: 'two_factor.passkey_behind',
      subject: { kind: 'user', id: userId },
      details: { about: name },
    }),
  );
  throw invalid(
    'passkey',
    'has been used more often than it says, so there may be a copy of it. Use another second factor, and remove this passkey',
  );
}

/**
 * Checks a second factor and runs what it allows, in the transaction that uses it up: of two simultaneous calls, the
 * other one's code stays unused.
 */
export async function withFactor(
  ctx: Context,
  owner: FactorOwner,
  { code, passkey, home, askedFor, deviceKey }: GivenFactor,
  run: (tx: Tx) => Promise<void>,
): Promise<void> {
  const guess = await admitGuess(ctx, owner, deviceKey);
  const answer = passkey && (await readAnswer(ctx, owner.id, { home, askedFor, answer: passkey }));
  const isCopy = await ctx.database.as({ role: 'system' }, async (tx) => {
    // It was turned off after the first factor: what the caller has proves too little, so the login starts again.
    if (!(await needsSecondFactor(tx, owner.id))) throw new Refusal('login_expired');
    if (answer) {
      if (!(await answer.note(tx))) return true;
    } else if (!(await takeFactorCode(ctx, tx, owner, code ?? ''))) {
      throw invalid('code', 'is wrong or was already used');
    }
    await guess.forget(tx);
    await run(tx);
    return false;
  });
  if (isCopy && answer) await refuseCopy(ctx, owner.id, answer.name);
}
