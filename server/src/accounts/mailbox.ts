import { notificationsOf } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../platform/mail/mail.ts';

// Email addresses of users. Read with the system role, because only the owner may see an address.

/** The data that an email needs about its reader. */
export const readerColumns = [
  'users.email',
  'users.display_name',
  'users.locale',
  'users.project_key',
  'users.time_zone',
  'users.notifications',
] as const;

type Kept = {
  email: string;
  display_name: string;
  locale: string;
  project_key: string;
  time_zone: string;
  notifications: unknown;
};

export function readerOf(user: Kept): Reader {
  return {
    address: user.email,
    displayName: user.display_name,
    locale: user.locale,
    project: user.project_key,
    timeZone: user.time_zone,
    notifications: notificationsOf(user.notifications),
  };
}

/** Several users as readers of emails, by id. */
export async function mailboxesOf(ctx: Context, userIds: readonly string[]): Promise<Map<string, Reader>> {
  if (userIds.length === 0) return new Map();
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('users.id').select(readerColumns).where('id', 'in', userIds).execute(),
  );
  return new Map(found.map((user) => [user.id, readerOf(user)]));
}

export async function mailboxOf(ctx: Context, userId: string): Promise<Reader | undefined> {
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select(readerColumns).where('id', '=', userId).executeTakeFirst(),
  );
  return found && readerOf(found);
}
