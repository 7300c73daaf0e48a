import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId, sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { findKnownDevice } from './known.devices.queries.ts';
import {
  clearThrottle,
  clearThrottlesOfUser,
  countOnce,
  deleteThrottlesBefore,
  insertLockNotice,
} from './throttle.queries.ts';

const hour = 3_600_000;
/** Wrong guesses an account takes in an hour, from wherever they come (NIST 800-63B allows 100 in a row). */
const allowed = 15;

type Guess = { email: string; deviceKey: string };

function accountSubject(email: string): string {
  return `account:${sha256(email).toString('base64url')}`;
}

/** A browser that this person has signed in with has a count of its own; all others share that of the account. */
async function subjectOf(tx: Tx, { email, deviceKey }: Guess): Promise<string> {
  const hash = sha256(deviceKey);
  const known = await findKnownDevice(tx, email, hash);
  return known ? `device:${known.user_id}:${hash.toString('base64url')}` : accountSubject(email);
}

/**
 * Counts a guess before its password is hashed, so that simultaneous ones are counted too, and refuses the one too
 * many. Answers what forgets the count once the password was right. The first refusal of an hour notes the address,
 * whether it has an account or not.
 */
export async function countGuess(ctx: Context, guess: Guess): Promise<{ forget(): Promise<void> }> {
  const now = ctx.clock.now();
  const { subject, count } = await ctx.database.as({ role: 'system' }, async (tx) => {
    const counted = await subjectOf(tx, guess);
    const failures = await countOnce(tx, counted, new Date(now.getTime() - hour), now);
    if (failures === allowed + 1) await insertLockNotice(tx, { id: newId(now), email: guess.email, locked_at: now });
    return { subject: counted, count: failures };
  });
  if (count > allowed) {
    if (count === allowed + 1) await ctx.jobs.soon('mail_locked_owners');
    throw new Refusal('rate_limited', {
      message: 'Too many attempts for this account. Try again in an hour, or reset your password.',
    });
  }
  return { forget: () => ctx.database.as({ role: 'system' }, (tx) => clearThrottle(tx, subject)) };
}

const stepUpTries = { most: 5, withinMs: 10 * 60_000 };

/**
 * Counts a password that is given again, before it is looked at, so that simultaneous guesses are counted too, and
 * refuses the one too many. Answers what forgets the count once the password was right.
 */
export async function countStepUp(ctx: Context, userId: string): Promise<{ forget(tx: Tx): Promise<void> }> {
  const now = ctx.clock.now();
  const subject = `step-up:${userId}`;
  const since = new Date(now.getTime() - stepUpTries.withinMs);
  const count = await ctx.database.as({ role: 'system' }, (tx) => countOnce(tx, subject, since, now));
  if (count > stepUpTries.most)
    throw new Refusal('rate_limited', { message: 'Too many attempts. Try again in ten minutes.' });
  return { forget: (tx) => clearThrottle(tx, subject) };
}

/** Whoever sets a new password by email starts anew, in every browser. */
export async function forgetGuesses(ctx: Context, user: { id: string; email: string }): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await clearThrottle(tx, accountSubject(user.email));
    await clearThrottlesOfUser(tx, user.id);
  });
}

/** Forgets counts whose time has passed; the longest is an hour. */
export async function forgetOldThrottles(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - 24 * hour);
  await ctx.database.as({ role: 'system' }, (tx) => deleteThrottlesBefore(tx, before));
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
