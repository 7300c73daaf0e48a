// Emails about what has none of its own, such as sales. They are put together, so that nobody gets one for each:
// - at once: the first goes after five minutes, and then at most one an hour, which lists what came since;
// - once a day: at 8:00 in the reader's time zone, for what came since the last one.
// What has been read by then isn't emailed. Uses the system role, because it reads the notifications of all users.
import type { User } from '@vitrine/contract/accounts.ts';
import { topicOfNotice } from '@vitrine/contract/values/notice-topics.ts';
import { isBatched, isDaily, notificationsOf } from '@vitrine/contract/values/preferences.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { batchingMs } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { type BatchedNotice, batchMail } from './batches.mails.ts';
import {
  dueUsers,
  lockMailing,
  markMailed,
  postponeMails,
  takeFromMailing,
  type WaitingNotice,
  waitingNotices,
} from './batches.queries.ts';
import { noticeOf } from './notifications.views.ts';

const hourMs = 3_600_000;
const hourOfDay = 8;
/** What no worker could email for so long is left to the bell. */
const oldestMs = 3 * 86_400_000;
/** A run emails at most this many users; the next one continues. */
const usersAtOnce = 500;

/** The next 8:00 in the zone after an instant. */
export function nextDaily(after: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone);
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: { hour: hourOfDay } });
  const today = at(local.toPlainDate());
  const next = today.epochMilliseconds > after.getTime() ? today : at(local.toPlainDate().add({ days: 1 }));
  return new Date(next.epochMilliseconds);
}

type Times = { mailedAt: Date | null; now: Date };
type Reading = { notifications: unknown; time_zone: string };
/** One that waits: when it is due, and what the email says. `isDaily`: with the others of its day. */
type Item = { id: string; at: Date; isDaily: boolean; batched: BatchedNotice };

/** Undefined if no email will tell of it: it was read, is not the user's any more, was turned off, or is no news. */
function itemOf(user: Reading, row: WaitingNotice, { mailedAt, now }: Times): Item | undefined {
  const isOld = row.created_at.getTime() < now.getTime() - oldestMs;
  const notice = row.read_at === null && row.may_read && !isOld ? noticeOf(row) : undefined;
  const topic = notice && topicOfNotice(notice);
  if (!topic || topic === 'always' || !notificationsOf(user.notifications)[topic]) return undefined;
  const brand = row.slug === null || row.brand === null ? null : { slug: row.slug, name: row.brand };
  const daily = isBatched(topic) && isDaily(user.notifications, topic);
  const hourAfter = mailedAt ? mailedAt.getTime() + hourMs : 0;
  const at = daily
    ? nextDaily(row.created_at, user.time_zone)
    : new Date(Math.max(row.created_at.getTime() + batchingMs, hourAfter));
  return { id: row.id, at, isDaily: daily, batched: { topic, notice, brand } };
}

/** Those that go out now. What doesn't wait for its day comes along with one that is due. */
function dueOf(items: readonly Item[], now: Date): Item[] {
  const isDue = items.some(({ at }) => at <= now);
  return items.filter(({ at, isDaily: waits }) => at <= now || (isDue && !waits));
}

async function mailUser(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const now = ctx.clock.now();
  const mailedAt = await lockMailing(tx, userId);
  const waiting = await waitingNotices(tx, userId);
  const user = await findUser(tx, userId);
  if (!user || user.email === '' || user.user_status !== 100) {
    await takeFromMailing(
      tx,
      userId,
      waiting.map(({ id }) => id),
    );
    return;
  }
  const items = waiting.flatMap((row) => itemOf(user, row, { mailedAt, now }) ?? []);
  const due = new Set(dueOf(items, now));
  const later = items.filter((item) => !due.has(item));
  for (const [at, those] of Map.groupBy(later, (item) => item.at.getTime()))
    await postponeMails(
      tx,
      userId,
      those.map(({ id }) => id),
      new Date(at),
    );
  const kept = new Set(later.map(({ id }) => id));
  await takeFromMailing(
    tx,
    userId,
    waiting.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
  );
  if (due.size === 0) return;
  const list = [...due].map(({ batched }) => batched);
  await queueMail(ctx, tx, batchMail(ctx, readerOf(user), user.role as User['role'], list));
  await markMailed(tx, userId, now);
}

/** Emails what is due. */
export async function mailNotifications(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const users = await ctx.database.as({ role: 'system' }, (tx) => dueUsers(tx, now, usersAtOnce));
  for (const userId of users)
    try {
      await ctx.database.as({ role: 'system' }, (tx) => mailUser(ctx, tx, userId));
    } catch (error) {
      ctx.log.error({ err: error, user_id: userId }, 'could not email what is on a bell; trying again');
    }
  if (users.length === usersAtOnce) await ctx.jobs.soon('mail_notifications');
}
