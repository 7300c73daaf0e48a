import { forgetUnconfirmed } from './applications/applications.jobs.ts';
import { askWaiting } from './applications/turns.ts';
import { mailLockedOwners } from './sessions/lock.notices.ts';
import { answerResets } from './passwords/reset.service.ts';
import { forgetOldThrottles } from './sessions/throttle.ts';
import { releaseExpiredHolds } from './commissions/commissions.expiry.ts';
import { fillSaleFacts } from './commissions/commissions.facts.ts';
import { matureCommissions } from './commissions/commissions.maturity.ts';
import { refreshProductFeeds } from './catalogue/feeds.jobs.ts';
import type { Context } from './context.ts';
import { eraseDueAccounts } from './erasure.ts';
import { verifyDaily } from './monitoring/verification.jobs.ts';
import { mailAnnouncements } from './announcements/announcements.jobs.ts';
import { publishDueAnnouncements } from './announcements/publishing.jobs.ts';
import { tellRateCuts } from './terms/rate.cuts.jobs.ts';
import { notifyUnread } from './conversations/conversations.unread.ts';
import { lapseObjections } from './objections/objections.service.ts';
import { mailNotifications } from './notifications/batches.jobs.ts';
import { sendPushes } from './notifications/push.send.ts';
import { deliverMails } from './platform/mail/mail.ts';
import { forgetStrangerMails } from './platform/mail/strangers.ts';
import { turnOfMonth } from './payouts/payouts.schedule.ts';
import { reviewFraud } from './orders/fraud.review.ts';
import {
  decideRecent,
  decideTestOrders,
  decideWaiting,
  giveUpEarlyReports,
  reviewOrders,
} from './orders/orders.jobs.ts';
import { announceProblems } from './deliveries/delivery.alerts.ts';
import { processDeliveries } from './shops/shops.jobs.ts';
import { syncShops } from './shops/sync/sync.run.ts';
import { forgetOldAnswers } from './platform/http/idempotency.ts';
import { deleteOldData } from './retention/retention.jobs.ts';
import { feedFigures } from './figures/clickhouse/feed.jobs.ts';
import { tendPictures } from './pictures/pictures.jobs.ts';
import { refreshSocial } from './social/social.jobs.ts';
import { sendWebhooks } from './webhooks/webhooks.send.ts';
import { endUnanswered } from './suspensions/suspensions.jobs.ts';
import { endDueAccounts } from './creators/creators.service.ts';
import { alone } from './platform/jobs/alone.ts';
import type { Tasks } from './platform/jobs/jobs.ts';

/** The domains' background tasks, by name. */
export function tasksOf(ctx: Context): Tasks {
  return {
    decide_waiting: alone(async () => {
      await giveUpEarlyReports(ctx);
      await decideWaiting(ctx);
      await decideTestOrders(ctx);
    }),
    decide_recent: alone(() => decideRecent(ctx)),
    // Late clicks ask for it several times a second.
    review_orders: alone(() => reviewOrders(ctx)),
    process_deliveries: () => processDeliveries(ctx),
    sync_shops: () => syncShops(ctx),
    refresh_product_feeds: alone(() => refreshProductFeeds(ctx)),
    send_webhooks: () => sendWebhooks(ctx),
    send_pushes: alone(() => sendPushes(ctx)),
    announce_problems: () => announceProblems(ctx),
    review_fraud: () => reviewFraud(ctx),
    end_accounts: alone(async () => {
      await endUnanswered(ctx);
      await endDueAccounts(ctx);
    }),
    mature_commissions: async () => {
      await lapseObjections(ctx);
      await releaseExpiredHolds(ctx);
      await matureCommissions(ctx);
    },
    fill_sale_facts: () => fillSaleFacts(ctx),
    deliver_mails: () => deliverMails(ctx),
    answer_resets: () => answerResets(ctx),
    ask_applicants: alone(() => askWaiting(ctx)),
    forget_expired: () =>
      Promise.all([forgetOldAnswers(ctx), forgetOldThrottles(ctx), forgetUnconfirmed(ctx), forgetStrangerMails(ctx)]),
    mail_locked_owners: () => mailLockedOwners(ctx),
    notify_unread: () => notifyUnread(ctx),
    publish_announcements: () => publishDueAnnouncements(ctx),
    mail_announcements: () => mailAnnouncements(ctx),
    mail_notifications: () => mailNotifications(ctx),
    tell_rate_cuts: () => tellRateCuts(ctx),
    close_statements: () => turnOfMonth(ctx),
    refresh_social: () => refreshSocial(ctx),
    erase_accounts: () => eraseDueAccounts(ctx),
    verify_daily: () => verifyDaily(ctx),
    delete_old_data: () => deleteOldData(ctx),
    feed_figures: () => feedFigures(ctx),
    tend_pictures: () => tendPictures(ctx),
  };
}
