import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportLinks: DataExport = async (_ctx, tx) => ({
  links: plainRows(
    await tx
      .selectFrom('links')
      .select(['merchant_account_id', 'id', 'code', 'destination', 'title', 'created_at', 'disabled_at'])
      .execute(),
  ),
});
