import { type DataExport, plainRows } from '../platform/data-export.ts';

/**
 * Applications are not in a creator's scope, so they are read with the system role: those sent with the account, and
 * those whose invitation it accepted. The address alone proves nothing, because an account's may be unconfirmed.
 */
export const exportApplications: DataExport = async (ctx, _tx, person) => ({
  applications: plainRows(
    await ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('applications as p')
        .innerJoin('merchants as b', 'b.id', 'p.merchant_id')
        .select([
          'b.display_name as merchant',
          'p.name',
          'p.email',
          'p.answers',
          'p.state',
          'p.reason',
          'p.message',
          'p.created_at',
          'p.confirmed_at',
          'p.decided_at',
        ])
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('p.creator_id', '=', person.userId),
            exists(
              selectFrom('invitation_acceptances as t')
                .innerJoin('merchant_accounts as a', 'a.id', 't.merchant_account_id')
                .select('t.invitation_id')
                .whereRef('t.merchant_id', '=', 'p.merchant_id')
                .whereRef('t.invitation_id', '=', 'p.invitation_id')
                .where('a.creator_id', '=', person.userId),
            ),
          ]),
        )
        .orderBy('p.created_at')
        .execute(),
    ),
  ),
});
