// A user's profile. Every change notifies the user's open tabs. Uses the system role, because no other role may write
// users.
import type { changeProfile, User } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isTimeZone } from '../platform/days.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { accessSelf } from './accounts.access.ts';
import { noteChange } from './accounts.changes.ts';
import { insertLegalAcceptances, mergeNotifications, ownsAvatar, updateUser } from './accounts.queries.ts';
import { presentUser } from './accounts.views.ts';
import { findUserByEmail } from './users.access.ts';

/** Only someone with an open invitation that has no address gets this answer, at most ten times an hour. */
export const takenEmailText = 'already has an account; log in with it and accept the invitation there';

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  return (await findUserByEmail(tx, email)) !== undefined;
}

/** Sets a user's avatar to an uploaded picture. */
export async function giveAvatar(tx: Tx, userId: string, path: string): Promise<void> {
  await updateUser(tx, userId, { avatar: path });
}

/** Stores which version of each legal text a user accepted, and when. */
export async function acceptLegalTexts(
  ctx: Context,
  tx: Tx,
  userId: string,
  versions: Readonly<Record<string, string>>,
): Promise<void> {
  await insertLegalAcceptances(tx, userId, versions, ctx.clock.now());
}

type Profile = BodyOf<typeof changeProfile>;

/** The columns to change; omitted ones stay the same. */
function columnsOf({ notifications: _apart, ...profile }: Profile) {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}

/** What only its user sees. Everything else of a profile is public, and a suspended creator can't change it. */
const privateFields: ReadonlySet<string> = new Set<keyof Profile>(['locale', 'time_zone', 'theme', 'notifications']);

function refuseSuspended({ isSuspended }: Person, profile: Profile): void {
  const field = Object.entries(profile).find(([name, value]) => value !== undefined && !privateFields.has(name))?.[0];
  if (isSuspended && field !== undefined)
    throw new Refusal('account_suspended', {
      message: `Your account is suspended, so ${field} can’t be changed. You can still change ${[...privateFields].join(', ')}.`,
    });
}

export async function changeProfileOf(ctx: Context, actor: Actor, profile: Profile): Promise<User> {
  const person = accessSelf(actor);
  refuseSuspended(person, profile);
  if (profile.time_zone !== undefined && !isTimeZone(profile.time_zone))
    throw invalid('time_zone', 'must be a time zone, like Europe/Paris');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if (profile.avatar && !(await ownsAvatar(tx, person.userId, profile.avatar)))
      throw invalid('avatar', 'must be the path of a picture you uploaded');
    const columns = columnsOf(profile);
    if (Object.keys(columns).length > 0) await updateUser(tx, person.userId, columns);
    if (profile.notifications) await mergeNotifications(tx, person.userId, profile.notifications);
    const names = Object.keys(profile).sort().join(', ');
    await noteChange(ctx, tx, person, { action: 'profile.changed', about: names });
  });
  return presentUser(ctx, person);
}
