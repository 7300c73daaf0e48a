import type { Erasure } from '../platform/erasure.ts';

/** Those of others name people only by ids. */
export const eraseNotifications: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('push_devices').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('notification_mails').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('notifications').where('user_id', '=', user.id).execute();
};
