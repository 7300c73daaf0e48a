// The bell of a user. Other domains put notices on it with `notify`, in the transaction of what they tell. Uses the system
// role, because a notification belongs to a user, who may be staff of the brand that it names or a creator there.
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { countNotifications, listNotifications, readNotifications } from '@vitrine/contract/notifications.ts';
import { accessSelf } from '../accounts/accounts.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { markNotificationsRead } from './notifications.queries.ts';
import { countUnreadNotifications, pageOfNotifications } from './notifications.views.ts';

export async function listNotificationsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listNotifications>,
): Promise<ReplyOf<typeof listNotifications>> {
  const { userId } = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, (tx) => pageOfNotifications(ctx, tx, userId, query));
}

export async function countUnreadOf(ctx: Context, actor: Actor): Promise<DataOf<typeof countNotifications>> {
  const person = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => ({
    unread_count: await countUnreadNotifications(tx, person),
  }));
}

export async function readNotificationsOf(
  ctx: Context,
  actor: Actor,
  input: BodyOf<typeof readNotifications>,
): Promise<DataOf<typeof readNotifications>> {
  const person = accessSelf(actor);
  const ids = 'all' in input ? 'all' : input.notification_ids.filter(isId);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await markNotificationsRead(tx, person.userId, ids, ctx.clock.now());
    return { unread_count: await countUnreadNotifications(tx, person) };
  });
}
