// What a person changes about themself. Who they are and how they sign in is theirs alone: an operator who acts for them
// may not. Every change tells the person's open tabs. The system role is needed: nobody else may write to people.
import type { changeProfile, User } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Settings } from '@vitrine/contract/settings.ts';
import { isReservedHandle } from '@vitrine/contract/values/handle.ts';
import { notificationsOf } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { accessOwnAccount, accessSelf } from './accounts.access.ts';
import { findUser } from './accounts.queries.ts';
import { presentUser } from './accounts.views.ts';
import { findIdentityOf } from './google.queries.ts';
import {
  findCredential,
  formerHandles,
  isHandleTaken,
  lockHandle,
  mergeNotifications,
  ownsAvatar,
  pendingEmail,
  retireHandle,
  updateUser,
} from './settings.queries.ts';

const handleRestMs = 7 * 86_400_000;

export async function readSettingsOf(ctx: Context, actor: Actor): Promise<Settings> {
  const person = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const user = await findUser(tx, person.userId);
    if (!user) throw new Refusal('unauthenticated');
    const credential = await findCredential(tx, person.userId);
    const google = await findIdentityOf(tx, person.userId);
    const pending = await pendingEmail(tx, person.userId, now);
    const former = await formerHandles(tx, person.userId);
    return {
      email: user.email,
      pending_email: pending ? { email: pending.new_email, expires_at: pending.expires_at.toISOString() } : null,
      has_password: credential !== undefined,
      password_changed_at: credential?.changed_at.toISOString() ?? null,
      google: google ? { connected_at: google.linked_at.toISOString() } : null,
      handle_locked_until: lockedUntil(former[0]?.changed_at, now)?.toISOString() ?? null,
      former_handles: former.map((row) => row.user_handle),
      notifications: notificationsOf(user.notifications),
    };
  });
}

function lockedUntil(changedAt: Date | undefined, now: Date): Date | null {
  if (!changedAt) return null;
  const until = new Date(changedAt.getTime() + handleRestMs);
  return until > now ? until : null;
}

/** Tells the person's open tabs, and the log. */
export async function noteChange(
  ctx: Context,
  tx: Tx,
  person: Person,
  fact: { action: string; about?: string },
): Promise<void> {
  await audit(ctx, tx, person, {
    action: fact.action,
    subject: { kind: 'user', id: person.userId },
    details: fact.about === undefined ? {} : { about: fact.about },
  });
  await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

type Profile = BodyOf<typeof changeProfile>;

/** The columns that change; what was left out stays. */
function columnsOf({ notifications: _apart, ...profile }: Profile) {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}

export async function changeProfileOf(ctx: Context, actor: Actor, profile: Profile): Promise<User> {
  const person = accessSelf(actor);
  if (profile.time_zone !== undefined && !isTimeZone(profile.time_zone))
    throw invalid('time_zone', 'must be a time zone, like Europe/Paris');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if (profile.avatar && !(await ownsAvatar(tx, person.userId, profile.avatar)))
      throw invalid('avatar', 'must be the path of a picture that you uploaded');
    const columns = columnsOf(profile);
    if (Object.keys(columns).length > 0) await updateUser(tx, person.userId, columns);
    if (profile.notifications) await mergeNotifications(tx, person.userId, profile.notifications);
    const names = Object.keys(profile).sort().join(', ');
    await noteChange(ctx, tx, person, { action: 'profile.changed', about: names });
  });
  return presentUser(ctx, person);
}

export async function changeHandleOf(ctx: Context, actor: Actor, handle: string): Promise<User> {
  const person = accessOwnAccount(actor);
  if (isReservedHandle(handle)) throw invalid('handle', 'is reserved; please choose another');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    await lockHandle(tx, handle);
    const user = await findUser(tx, person.userId);
    if (!user || user.user_handle === handle) return;
    const [latest] = await formerHandles(tx, person.userId);
    const until = lockedUntil(latest?.changed_at, now);
    if (until) throw invalid('handle', `can be changed again on ${until.toISOString().slice(0, 10)}`);
    if (await isHandleTaken(tx, handle, person.userId)) throw invalid('handle', 'is taken; please choose another');
    await retireHandle(tx, person.userId, user.user_handle, handle, now);
    await updateUser(tx, person.userId, { user_handle: handle });
    const about = user.user_handle === null ? `@${handle}` : `@${user.user_handle} → @${handle}`;
    await noteChange(ctx, tx, person, { action: 'handle.changed', about });
  });
  return presentUser(ctx, person);
}
