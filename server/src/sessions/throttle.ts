import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { clientNetwork } from '../platform/http/client.network.ts';
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
/** Wrong passwords allowed per account and hour, from any source (NIST 800-63B allows 100 in a row). */
const allowed = 15;

type Guess = { email: string; deviceKey: string };

function accountSubject(email: string): string {
  return `account:${sha256(email).toString('base64url')}`;
}

function secondFactorSubject(userId: string): string {
  return `second-factor:${userId}`;
}

/** The counts under a user's addresses and id, besides those of their browsers. */
export function throttlesOf({ id, emails }: { id: string; emails: readonly string[] }): string[] {
  return [...emails.map(accountSubject), `step-up:${id}`, secondFactorSubject(id)];
}

/** Each known browser of the user has its own count; all others share the account's count. */
async function subjectOf(tx: Tx, { email, deviceKey }: Guess): Promise<string> {
  const hash = sha256(deviceKey);
  const known = await findKnownDevice(tx, email, hash);
  return known ? `device:${known.user_id}:${hash.toString('base64url')}` : accountSubject(email);
}

/**
 * Counts an attempt before its password is hashed, so that simultaneous attempts count too, and refuses those above the
 * limit. Returns a function that resets the count after a right password. The first refusal in an hour queues a notice
 * for the email, whether or not it has an account.
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
 * The same for entering the password again in a session.
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

const secondFactorTries = { most: 10, withinMs: hour };

/**
 * The same for the codes of a login. Whoever counts here knows the password, so a known browser has its own count, and
 * the first refusal is one to tell the owner about.
 */
export async function countSecondFactor(
  ctx: Context,
  { userId, email, deviceKey }: Guess & { userId: string },
): Promise<{ isAllowed: boolean; isFirstRefusal: boolean; forget(tx: Tx): Promise<void> }> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - secondFactorTries.withinMs);
  const { subject, count } = await ctx.database.as({ role: 'system' }, async (tx) => {
    const hash = sha256(deviceKey);
    const known = await findKnownDevice(tx, email, hash);
    const counted = secondFactorSubject(userId) + (known ? `:${hash.toString('base64url')}` : '');
    return { subject: counted, count: await countOnce(tx, counted, since, now) };
  });
  const { most } = secondFactorTries;
  return {
    isAllowed: count <= most,
    isFirstRefusal: count === most + 1,
    forget: (tx) => clearThrottle(tx, subject),
  };
}

/** After a password reset, all counts of passwords start again. */
export async function forgetGuesses(
  ctx: Pick<Context, 'database'>,
  user: { id: string; email: string },
): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await clearThrottle(tx, accountSubject(user.email));
    await clearThrottlesOfUser(tx, user.id);
  });
}

/** Deletes expired counts; the longest window is an hour. */
export async function forgetOldThrottles(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - 24 * hour);
  await ctx.database.as({ role: 'system' }, (tx) => deleteThrottlesBefore(tx, before));
}

/** Limits per client and hour (reliability C8). */
const perClient = { forgot: 10, register: 10 };

/** Counts a limited call of a client and refuses those above the limit. Does nothing if limits are off. */
export async function admitFromAddress(ctx: Context, what: keyof typeof perClient, address: string): Promise<void> {
  if (!ctx.config.limits) return;
  const now = ctx.clock.now();
  const subject = `${what}:${sha256(clientNetwork(address)).toString('base64url')}`;
  const since = new Date(now.getTime() - hour);
  const count = await ctx.database.as({ role: 'system' }, (tx) => countOnce(tx, subject, since, now));
  if (count > perClient[what]) throw new Refusal('rate_limited');
}
