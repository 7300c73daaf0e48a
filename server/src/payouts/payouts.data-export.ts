import { plainRows, type DataExport } from '../platform/data-export.ts';

/** Bank details stay encrypted: the export only includes what screens show. */
export const exportOwnPayouts: DataExport = async (_ctx, tx) => ({
  payouts: plainRows(
    await tx
      .selectFrom('payouts')
      .select([
        'merchant_account_id',
        'id',
        'amount',
        'currency',
        'state',
        'method',
        'requested_at',
        'approved_at',
        'paid_at',
        'failure',
      ])
      .orderBy('requested_at')
      .execute(),
  ),
  payout_methods: plainRows(
    await tx
      .selectFrom('payout_methods')
      .select(['id', 'kind', 'hint', 'created_at', 'usable_from', 'replaced_at'])
      .execute(),
  ),
  statements: plainRows(
    await tx
      .selectFrom('statements')
      .select(['merchant_account_id', 'month', 'currency', 'opening', 'closing', 'created_at'])
      .orderBy('month')
      .execute(),
  ),
});
