import { sql } from 'kysely';
import { plainRows, rowPieces, type DataExport } from '../platform/data-export.ts';

export const exportCommissions: DataExport = async (_ctx, tx, person) => ({
  commissions: rowPieces(
    tx,
    tx
      .selectFrom('commissions')
      .select([
        'merchant_account_id',
        'id',
        'order_id',
        'line_id',
        'link_id',
        'discount_code',
        'terms_version',
        'base',
        'rate',
        'flat_amount',
        'amount',
        'reversed',
        'currency',
        'state',
        'held_reason',
        'refunded',
        'declined_at',
        'decline_reason',
        'earned_at',
        'matures_at',
        'available_at',
      ])
      .select(sql<string | null>`order_reference(merchant_id, order_id)`.as('order_reference'))
      .where('creator_id', '=', person.userId)
      .orderBy('earned_at'),
  ),
  commission_reversals: plainRows(
    await tx
      .selectFrom('commission_reversals')
      .select(['id', 'commission_id', 'order_id', 'refund_id', 'amount', 'reason', 'arithmetic', 'at'])
      .orderBy('at')
      .execute(),
  ),
});
