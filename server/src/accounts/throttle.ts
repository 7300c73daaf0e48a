import type { Context } from '../context.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { clearThrottle, countOnce, findThrottle, saveThrottle } from './accounts.queries.ts';

const hour = 3_600_000;
/** Wrong guesses an account takes in an hour, from wherever they come (NIST 800-63B allows 100 in a row). */
const allowed = 15;

function subjectOf(email: string): string {
  return `account:${sha256(email).toString('base64url')}`;
}

/** Refuses when the account has seen too many wrong guesses within the hour. Asked before any hash is computed. */
export async function admitGuess(ctx: Context, email: string): Promise<void> {
  const now = ctx.clock.now();
  const throttle = await ctx.database.as({ role: 'system' }, (tx) => findThrottle(tx, subjectOf(email)));
  if (throttle && now.getTime() - throttle.window_started_at.getTime() < hour && throttle.failures >= allowed) {
    throw new Refusal('rate_limited', {
      message: 'Too many attempts for this account. Try again in an hour, or reset the password.',
    });
  }
}

export async function countWrongGuess(ctx: Context, email: string): Promise<void> {
  const now = ctx.clock.now();
  const subject = subjectOf(email);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const before = await findThrottle(tx, subject);
    const fresh = !before || now.getTime() - before.window_started_at.getTime() >= hour;
    await saveThrottle(tx, {
      subject,
      failures: fresh ? 1 : before.failures + 1,
      window_started_at: fresh ? now : before.window_started_at,
    });
  });
}

export async function forgetGuesses(ctx: Context, email: string): Promise<void> {
  await ctx.database.as({ role: 'system' }, (tx) => clearThrottle(tx, subjectOf(email)));
}

/** What one address may do in an hour (reliability C8). */
const perAddress = { forgot: 10, register: 10 };

/** Counts a call that an address may make only so often; refuses the one too many. Off where limits are off. */
export async function admitFromAddress(ctx: Context, what: keyof typeof perAddress, address: string): Promise<void> {
  if (!ctx.config.limits) return;
  const now = ctx.clock.now();
  const subject = `${what}:${sha256(address).toString('base64url')}`;
  const since = new Date(now.getTime() - hour);
  const count = await ctx.database.as({ role: 'system' }, (tx) => countOnce(tx, subject, since, now));
  if (count > perAddress[what]) throw new Refusal('rate_limited');
}
