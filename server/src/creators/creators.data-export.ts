import type { DataExport } from '../platform/data-export.ts';

/** When brands paused the creator or ended their work, and why. */
export const exportAccountPeriods: DataExport = async (_ctx, tx, person) => ({
  account_periods: await tx
    .selectFrom('account_periods')
    .select(['merchant_account_id', 'kind', 'reason', 'created_at', 'started_at', 'ended_at'])
    .where('creator_id', '=', person.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute(),
});
