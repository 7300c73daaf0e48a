// Which emails and push notifications a user gets. Uses the system role, because no other may read or write users.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { changeNotificationSettings, NotificationSetting } from '@vitrine/contract/notifications.settings.ts';
import { type BrandRight, type BrandRole, mayInBrand } from '@vitrine/contract/values/brand-roles.ts';
import {
  isBatched,
  isDaily,
  isPushed,
  type NotificationName,
  notificationNames,
  notificationsOf,
} from '@vitrine/contract/values/preferences.ts';
import { accessSelf } from '../accounts/accounts.access.ts';
import { changeSwitches } from '../accounts/notification.switches.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';
import { rolesOf } from './notifications.views.ts';

const ofCreators: readonly NotificationName[] = [
  'sale',
  'reversal',
  'hold',
  'payout',
  'rate_change',
  'message',
  'announcement',
  'social',
];
/** What staff can be notified of, and the right that they need for it. */
const ofStaff: { [name in NotificationName]?: BrandRight } = {
  payout: 'payouts',
  message: 'messages',
  application: 'creators',
  claim: 'orders',
  delivery: 'shop',
  staff: 'view',
};

function namesFor({ principal }: Person, roles: readonly BrandRole[]): NotificationName[] {
  return notificationNames.filter((name) => {
    if (principal === 'creator') return ofCreators.includes(name);
    const right = ofStaff[name];
    return right !== undefined && roles.some((role) => mayInBrand(role, right));
  });
}

function emailOf(kept: unknown, name: NotificationName): NotificationSetting['email'] {
  if (!notificationsOf(kept)[name]) return 'off';
  return isBatched(name) && isDaily(kept, name) ? 'daily' : 'now';
}

function present(kept: unknown, names: readonly NotificationName[]): NotificationSetting[] {
  return names.map((name) => ({
    topic: name,
    email: emailOf(kept, name),
    batched: isBatched(name),
    push: name === 'social' ? null : isPushed(kept, name),
  }));
}

async function namesOf(tx: Tx, person: Person): Promise<NotificationName[]> {
  return namesFor(person, person.principal === 'brand' ? await rolesOf(tx, person.userId) : []);
}

export async function readNotificationSettingsOf(ctx: Context, actor: Actor): Promise<NotificationSetting[]> {
  const person = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await findUser(tx, person.userId);
    return present(user?.notifications, await namesOf(tx, person));
  });
}

export async function changeNotificationSettingsOf(
  ctx: Context,
  actor: Actor,
  change: BodyOf<typeof changeNotificationSettings>,
): Promise<NotificationSetting[]> {
  const person = accessSelf(actor);
  const { topic, email, push } = change;
  if (email === 'daily' && !isBatched(topic)) throw invalid('email', `must be now or off for ${topic}, not daily`);
  if (push !== undefined && topic === 'social')
    throw invalid('push', 'must be left out for social, which is only emailed');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    return present(await changeSwitches(ctx, tx, person, change), await namesOf(tx, person));
  });
}
