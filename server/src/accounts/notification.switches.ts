// A switch of somebody's emails that is turned without a login, by a signed address that only they got. Uses the system
// role, because nobody is logged in.
import type { NotificationName } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../context.ts';
import { record } from '../platform/events/record.ts';
import { mergeNotifications } from './accounts.queries.ts';
import { findUser } from './users.access.ts';

/** The language of a user who gets emails; undefined if the account doesn't exist any more. */
export async function findMailLocale(ctx: Context, userId: string): Promise<string | undefined> {
  const user = await ctx.database.as({ role: 'system' }, (tx) => findUser(tx, userId));
  return user && user.email !== '' ? user.locale : undefined;
}

export async function switchEmails(ctx: Context, userId: string, name: NotificationName, on: boolean): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await mergeNotifications(tx, userId, { [name]: on });
    await record(ctx, tx, { userId }, { kind: 'user-update' });
  });
}
