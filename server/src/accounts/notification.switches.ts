// A user's switches for notifications. Emails are also turned off without a login, by a signed address that only the user
// got. Uses the system role, because nobody is logged in then, and no other role may write users.
import type { EmailFrequency } from '@vitrine/contract/notifications.settings.ts';
import { isBatched, type NotificationName } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../context.ts';
import type { Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { noteChange } from './accounts.changes.ts';
import { mergeNotifications } from './accounts.queries.ts';
import { findUser } from './users.access.ts';

/** The language of a user who gets emails; undefined if the account doesn't exist any more. */
export async function findMailLocale(ctx: Context, userId: string): Promise<string | undefined> {
  const user = await ctx.database.as({ role: 'system' }, (tx) => findUser(tx, userId));
  return user && user.email !== '' ? user.locale : undefined;
}

export async function switchEmails(
  ctx: Context,
  userId: string,
  names: readonly NotificationName[],
  on: boolean,
): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await mergeNotifications(tx, userId, Object.fromEntries(names.map((name) => [name, on])));
    await record(ctx, tx, { userId }, { kind: 'user-update' });
  });
}

/** Of one topic. What is left out stays as it is. */
type TopicSwitches = { topic: NotificationName; email?: EmailFrequency | undefined; push?: boolean | undefined };

/** Sets a user's own switches, and returns what is stored of them now. */
export async function changeSwitches(
  ctx: Context,
  tx: Tx,
  person: Person,
  { topic, email, push }: TopicSwitches,
): Promise<unknown> {
  await mergeNotifications(tx, person.userId, {
    ...(email !== undefined && { [topic]: email !== 'off' }),
    // Whether it was once a day is kept while emails are off.
    ...(email !== undefined && email !== 'off' && isBatched(topic) && { [`daily_${topic}`]: email === 'daily' }),
    ...(push !== undefined && { [`push_${topic}`]: push }),
  });
  await noteChange(ctx, tx, person, { action: 'profile.changed', about: 'notifications' });
  return (await findUser(tx, person.userId))?.notifications;
}
