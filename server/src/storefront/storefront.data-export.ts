import { plainRows, rowPieces, type DataExport } from '../platform/data-export.ts';

export const exportStorefronts: DataExport = async (_ctx, tx) => ({
  storefronts: plainRows(
    await tx
      .selectFrom('storefronts')
      .select(['merchant_account_id', 'title', 'bio', 'banner', 'appearance', 'updated_at'])
      .execute(),
  ),
  collections: plainRows(
    await tx
      .selectFrom('collections')
      .select(['merchant_account_id', 'id', 'title', 'position', 'created_at', 'hidden_at', 'removed_at'])
      .execute(),
  ),
  posts: plainRows(
    await tx
      .selectFrom('posts')
      .select(['merchant_account_id', 'id', 'title', 'caption', 'media', 'position', 'created_at', 'removed_at'])
      .execute(),
  ),
  placements: rowPieces(
    tx,
    tx
      .selectFrom('placements')
      .select([
        'merchant_account_id',
        'id',
        'product_id',
        'collection_id',
        'post_id',
        'link_id',
        'position',
        'title',
        'note',
        'created_at',
        'hidden_at',
        'removed_at',
      ]),
  ),
});
