import { sql } from 'kysely';
import { rowPieces, type DataExport } from '../platform/data-export.ts';

export const exportLinks: DataExport = async (_ctx, tx, { accountIds }) => ({
  links: rowPieces(
    tx,
    tx
      .selectFrom('links')
      .select(['merchant_account_id', 'id', 'code', 'destination', 'title', 'created_at', 'disabled_at'])
      .where(sql<boolean>`merchant_account_id = any(${accountIds}::uuid[])`),
  ),
});
