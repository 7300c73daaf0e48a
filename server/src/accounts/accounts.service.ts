// A user is a person with a login. user_status 100 alone may use the app (S05); others may sign in and are told who
// they are. How a person signs in is the business of passwords, google and impersonation.
import type { User } from '@vitrine/contract/accounts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newCode, newId, newSecret } from '../platform/ids.ts';
import { insertUser, updateUser } from './accounts.queries.ts';
import { presentUser, type Viewed } from './accounts.views.ts';

export type Role = User['role'];

export type NewUser = {
  email: string;
  role: Role;
  displayName: string;
  handle?: string;
  avatar?: string;
  status?: number;
  timeZone?: string;
  locale?: string;
  project?: string;
};

/** Makes a user in the caller's transaction, without any way to sign in; answers the id. */
export async function addUser(ctx: Context, tx: Tx, user: NewUser): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await insertUser(tx, {
    id,
    uid: newCode(12),
    motom_user_id: newCode(12),
    motom_user_unique_key: newSecret('mk'),
    role: user.role,
    email: user.email.toLowerCase(),
    display_name: user.displayName,
    user_handle: user.handle ?? null,
    avatar: user.avatar ?? null,
    user_status: user.status ?? 100,
    time_zone: user.timeZone ?? 'UTC',
    locale: user.locale ?? 'en',
    project_key: user.project ?? 'general',
    created_at: now,
  });
  return id;
}

/** Everything `/me` says of a person, for other domains. */
export async function describePerson(ctx: Context, viewed: Viewed): Promise<User> {
  return presentUser(ctx, viewed);
}

/** Gives a person the e-mail address that they have confirmed. */
export async function saveEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await updateUser(tx, userId, { email });
}

export async function saveUserStatus(tx: Tx, userId: string, status: number): Promise<void> {
  await updateUser(tx, userId, { user_status: status });
}
