import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the background tasks do. A task without a name is shown as its code. */
export const taskTitles: Record<string, MessageDescriptor> = {
  decide_waiting: msg`Decide waiting orders`,
  decide_recent: msg`Look again for the clicks of new orders`,
  review_orders: msg`Decide orders again after a late click`,
  process_deliveries: msg`Apply deliveries of shops`,
  sync_shops: msg`Copy products and codes from shops`,
  refresh_product_feeds: msg`Import product feeds`,
  send_webhooks: msg`Send webhooks`,
  announce_problems: msg`Email about deliveries that need a look`,
  review_fraud: msg`Look for fraud`,
  mature_commissions: msg`Make commissions available`,
  deliver_mails: msg`Send emails`,
  answer_resets: msg`Answer password requests`,
  ask_applicants: msg`Ask applicants`,
  mail_locked_owners: msg`Warn owners of locked accounts`,
  forget_expired: msg`Delete expired data`,
  notify_unread: msg`Email about unread messages`,
  publish_announcements: msg`Publish scheduled announcements`,
  mail_announcements: msg`Email announcements`,
  tell_rate_cuts: msg`Tell creators about lower rates`,
  refresh_social: msg`Refresh social figures`,
  close_statements: msg`Close monthly statements`,
  erase_accounts: msg`Erase closed accounts`,
  verify_daily: msg`Verify the ledger and the clicks`,
  delete_old_data: msg`Delete old data`,
  feed_figures: msg`Send clicks and views to ClickHouse`,
  tend_pictures: msg`Move pictures to S3 or back, and delete old ones there`,
};
