import type { Erasure } from '../platform/erasure.ts';
import { clearThrottle } from './throttle.queries.ts';
import { throttlesOf } from './throttle.ts';

/** Sessions stay as ended rows without device and network, because impersonation grants of operators refer to them. */
export const eraseSessions: Erasure = async (ctx, tx, user) => {
  const now = ctx.clock.now();
  await tx
    .updateTable('sessions')
    .set((row) => ({ device: '', address_prefix: '', revoked_at: row.fn.coalesce('revoked_at', row.val(now)) }))
    .where('user_id', '=', user.id)
    .execute();
  await tx.deleteFrom('creator_browsers').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('known_devices').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('lock_notices').where('email', 'in', user.emails).execute();
  await tx.deleteFrom('sign_in_throttles').where('subject', 'like', `device:${user.id}:%`).execute();
  await tx.deleteFrom('sign_in_throttles').where('subject', 'like', `second-factor:${user.id}:%`).execute();
  await tx.deleteFrom('login_tickets').where('user_id', '=', user.id).execute();
  for (const subject of throttlesOf(user)) await clearThrottle(tx, subject);
};
