// What happens to an account once the days to keep it are over, up to its erasure (erasure.ts). Each step has its own
// transaction and is marked in it, so a run that is killed is continued by the next one. Uses the system role, because
// the query covers all users.
import { userStatus } from '@vitrine/contract/values/user-status.ts';
import { saveUserStatus } from '../accounts/accounts.service.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { pauseAccountsOf } from '../creators/creators.service.ts';
import { disableLinksOf } from '../links/links.closing.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { endAllSessions } from '../sessions/sessions.end.ts';
import { erasedMail } from './closures.mails.ts';
import {
  findDueClosures,
  findErased,
  findNotErased,
  isLastMailWaiting,
  lockClosures,
  markErased,
  markErasing,
  markStopped,
  saveErasedClosure,
  takeClosure,
} from './closures.queries.ts';
import { addToErasedFile, type ErasedAccount } from './erased.file.ts';
import { isBlockedBy, obstaclesOf, owedTo } from './closures.views.ts';

/** How long the erasure waits for the email that announces it. */
const mailMs = 24 * 3_600_000;

export async function dueClosures(ctx: Context): Promise<string[]> {
  return ctx.database.as({ role: 'system' }, (tx) => findDueClosures(tx, ctx.clock.now()));
}

/**
 * Stops the links, and begins the erasure if nothing prevents it: the user is logged out, and the last email is queued
 * while their address is still known.
 */
export async function beginErasure(ctx: Context, userId: string): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const closure = await takeClosure(tx, userId);
    if (!closure || closure.erasing_at !== null || closure.erase_after > now) return;
    if (closure.stopped_at === null) {
      await disableLinksOf(tx, userId, now);
      await pauseAccountsOf(ctx, tx, userId);
      await markStopped(tx, userId, now);
    }
    if (isBlockedBy(await owedTo(tx, userId), closure.gives_up_money)) return;
    if ((await obstaclesOf(tx, userId)).length > 0) return;
    await markErasing(tx, userId, now);
    await saveUserStatus(tx, userId, userStatus.closed);
    await endAllSessions(ctx, tx, userId);
    const user = await findUser(tx, userId);
    if (user) await queueMail(ctx, tx, erasedMail(readerOf(user)));
  });
}

/** Erases in one transaction with the mark, once the last email has been sent or can't be. */
export async function completeErasure(
  ctx: Context,
  userId: string,
  erase: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const closure = await takeClosure(tx, userId);
    if (!closure?.erasing_at) return false;
    const isSending = ctx.config.smtpUrl !== undefined && now.getTime() - closure.erasing_at.getTime() < mailMs;
    const user = await findUser(tx, userId);
    if (!user || (isSending && (await isLastMailWaiting(tx, user.email)))) return false;
    // Before the commit: an erasure that is listed and rolled back is done again, and never the other way around.
    await addToErasedFile(ctx.config.dataDir, [{ userId, at: now.toISOString() }]);
    await erase(tx);
    await markErased(tx, userId, now);
    return true;
  });
}

export async function erasedSoFar(ctx: Context): Promise<ErasedAccount[]> {
  const rows = await ctx.database.as({ role: 'system' }, findErased);
  return rows.flatMap(({ user_id: userId, erased_at: at }) => (at ? [{ userId, at: at.toISOString() }] : []));
}

/** Which of these users are there and not erased, because the database was restored. */
export async function notErased(ctx: Context, userIds: readonly string[]): Promise<string[]> {
  return ctx.database.as({ role: 'system' }, (tx) => findNotErased(tx, userIds));
}

/** Erases a user who was erased before the database was restored: at once, and without another email. */
export async function completeAgain(ctx: Context, userId: string, erase: (tx: Tx) => Promise<void>): Promise<boolean> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    await lockClosures(tx);
    if ((await findNotErased(tx, [userId])).length === 0) return false;
    await disableLinksOf(tx, userId, now);
    await pauseAccountsOf(ctx, tx, userId);
    await saveUserStatus(tx, userId, userStatus.closed);
    await endAllSessions(ctx, tx, userId);
    await erase(tx);
    await saveErasedClosure(tx, userId, now);
    return true;
  });
}
