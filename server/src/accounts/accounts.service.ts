// A user is someone with a login. Only user_status 100 may use the app (S05); others may log in and only see who they
// are. Logging in is part of passwords, google and impersonation.
import type { User } from '@vitrine/contract/accounts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newCode, newId, newSecret } from '../platform/ids.ts';
import { insertUser, updateUser } from './accounts.queries.ts';
import { presentUser, type Viewed } from './accounts.views.ts';

export type UserRole = User['role'];

export type NewUser = {
  email: string;
  role: UserRole;
  displayName: string;
  handle?: string;
  avatar?: string;
  status?: number;
  timeZone?: string;
  locale?: string;
  project?: string;
};

/** Creates a user without a sign-in method, in the caller's transaction; returns the id. */
export async function addUser(ctx: Pick<Context, 'clock' | 'config'>, tx: Tx, user: NewUser): Promise<string> {
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
    project_key: user.project ?? ctx.config.variants.standard.key,
    created_at: now,
  });
  return id;
}

/** The data of `/me`, for other domains. */
export async function describePerson(ctx: Context, viewed: Viewed): Promise<User> {
  return presentUser(ctx, viewed);
}

/** Sets the confirmed email address of a user. */
export async function saveEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await updateUser(tx, userId, { email });
}

export async function saveUserStatus(tx: Tx, userId: string, status: number): Promise<void> {
  await updateUser(tx, userId, { user_status: status });
}
