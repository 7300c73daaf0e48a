import { plainRows, type DataExport } from '../platform/data-export.ts';

/** All of Analytics except `clicks_by_day`. Whole months replace their days after a while. */
export const exportFigures: DataExport = async (_ctx, tx, { userId }) => ({
  clicks_by_month: plainRows(
    await tx
      .selectFrom('link_months')
      .select(['merchant_account_id', 'link_id', 'month', 'clicks'])
      .where('creator_id', '=', userId)
      .orderBy('month')
      .execute(),
  ),
  click_sources_by_day: plainRows(
    await tx
      .selectFrom('account_dimensions')
      .select(['merchant_account_id', 'day', 'dimension', 'value', 'hits', 'clicks'])
      .where('creator_id', '=', userId)
      .orderBy('day')
      .execute(),
  ),
  click_sources_by_month: plainRows(
    await tx
      .selectFrom('account_dimension_months')
      .select(['merchant_account_id', 'month', 'dimension', 'value', 'hits', 'clicks'])
      .where('creator_id', '=', userId)
      .orderBy('month')
      .execute(),
  ),
  views_by_day: plainRows(
    await tx
      .selectFrom('storefront_view_days')
      .select(['merchant_account_id', 'day', 'loads', 'views'])
      .where('creator_id', '=', userId)
      .orderBy('day')
      .execute(),
  ),
  view_sources_by_day: plainRows(
    await tx
      .selectFrom('storefront_view_dimensions')
      .select(['merchant_account_id', 'day', 'dimension', 'value', 'loads', 'views'])
      .where('creator_id', '=', userId)
      .orderBy('day')
      .execute(),
  ),
});
