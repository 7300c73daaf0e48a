import { plainRows, type DataExport } from '../platform/data-export.ts';

/** The providers that a user logs in with. Read with the system role, because identities are in no scope. */
export const exportIdentities: DataExport = async (ctx, _tx, person) => {
  const identities = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('identities')
      .select(['provider', 'subject', 'linked_at'])
      .where('user_id', '=', person.userId)
      .execute(),
  );
  return { identities: plainRows(identities) };
};
