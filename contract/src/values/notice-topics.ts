import type { Notice, NoticeKind } from '../notifications.ts';
import type { NotificationName } from './preferences.ts';

const topics: Record<NoticeKind, NotificationName | 'always'> = {
  sale: 'sale',
  reversal: 'reversal',
  hold: 'hold',
  rate_change: 'rate_change',
  settings_changed: 'rate_change',
  group_moved: 'rate_change',
  bonus: 'payout',
  correction: 'payout',
  payout: 'payout',
  objection_answered: 'payout',
  claim_answered: 'payout',
  message: 'message',
  announcement: 'announcement',
  application: 'application',
  objection: 'claim',
  claim: 'claim',
  delivery_failed: 'delivery',
  feed_failed: 'delivery',
  staff: 'staff',
  account_paused: 'always',
  account_resumed: 'always',
  account_ending: 'always',
  account_kept: 'always',
  // Both have a deadline.
  suspension: 'always',
  suspension_objection: 'always',
  brand_review: 'always',
  security: 'always',
};

/** By which switch a notice is sent; `always` has none. */
export function topicOfNotice({ kind }: Pick<Notice, 'kind'>): NotificationName | 'always' {
  return topics[kind];
}
