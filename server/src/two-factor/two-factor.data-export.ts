import { plainRows, type DataExport } from '../platform/data-export.ts';

/** A user's passkeys without their keys. Read with the system role, because what a user logs in with is in no scope. */
export const exportPasskeys: DataExport = async (ctx, _tx, person) => {
  const passkeys = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('passkeys')
      .select(['name', 'host', 'created_at', 'last_used_at'])
      .where('user_id', '=', person.userId)
      .orderBy('created_at')
      .execute(),
  );
  return { passkeys: plainRows(passkeys) };
};
