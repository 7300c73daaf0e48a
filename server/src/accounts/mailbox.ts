import type { Context } from '../context.ts';

// Where a person's mail goes. Read with the system role: an address is given to no screen but its owner's.

export type Mailbox = { to: string; locale: string; project: string; displayName: string; timeZone: string };

export async function mailboxOf(ctx: Context, userId: string): Promise<Mailbox | undefined> {
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('users')
      .select(['email', 'locale', 'project_key', 'display_name', 'time_zone'])
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  return (
    found && {
      to: found.email,
      locale: found.locale,
      project: found.project_key,
      displayName: found.display_name,
      timeZone: found.time_zone,
    }
  );
}
