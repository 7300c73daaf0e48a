import { plainRows, type DataExport } from '../platform/data-export.ts';

/** A user's sessions without tokens. Read with the system role, because sessions are in no scope. */
export const exportSessions: DataExport = async (ctx, _tx, person) => {
  const sessions = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('sessions')
      .select(['kind', 'device', 'address_prefix', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'])
      .where('user_id', '=', person.userId)
      .where('kind', '=', 'login')
      .orderBy('created_at')
      .execute(),
  );
  return { sessions: plainRows(sessions) };
};
