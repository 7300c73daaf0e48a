import { plainRows, type Takeaway } from '../platform/takeaway.ts';

export const takeLinks: Takeaway = async (_ctx, tx) => ({
  links: plainRows(
    await tx
      .selectFrom('links')
      .select(['merchant_account_id', 'id', 'code', 'destination', 'title', 'created_at', 'disabled_at'])
      .execute(),
  ),
  clicks_by_day: plainRows(
    await tx
      .selectFrom('link_days')
      .select(['merchant_account_id', 'link_id', 'day', 'hits', 'clicks'])
      .orderBy('day')
      .execute(),
  ),
});
