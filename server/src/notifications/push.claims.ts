// What is due to be sent to devices. A node claims it before it sends it, so that no other sends it as well. The claim of a
// node that died ends by itself, and then it is sent again: the device shows the same notification only once. Uses the
// system role, because what is due belongs to all users.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { mayReadNotice } from './notifications.rights.ts';

/** Longer than the time limit of a request. */
const claimMs = 60_000;
/** What could not be sent within a day is no news any more. */
const oldestMs = 86_400_000;

export type DuePush = {
  device_id: string;
  notification_id: string;
  attempts: number;
  sealed: Buffer;
  kind: string;
  payload: object;
  about: string | null;
  notifications: unknown;
  role: string;
  email: string;
  locale: string;
  project_key: string;
  time_zone: string;
  slug: string | null;
  brand: string | null;
  creator: string | null;
};

/** Drops what nobody needs any more: it was read, is too old or not the user's any more, or the session has ended. */
async function dropUnneeded(tx: Tx, now: Date): Promise<void> {
  await sql`delete from push_devices d using sessions s, users u where s.id = d.session_id and u.id = d.user_id
    and exists (select from push_deliveries p where p.device_id = d.id and p.next_attempt_at <= ${now})
    and (s.revoked_at is not null or s.expires_at <= ${now} or u.user_status <> 100
      or s.last_seen_at + make_interval(secs => s.idle_seconds) <= ${now})`.execute(tx);
  await sql`delete from push_deliveries p where p.next_attempt_at <= ${now}
    and (p.created_at < ${new Date(now.getTime() - oldestMs)} or not exists (
      select from notifications n join users u on u.id = n.user_id
      where n.user_id = p.user_id and n.id = p.notification_id and n.read_at is null and ${mayReadNotice}))`.execute(
    tx,
  );
}

/** Claims what is due, at most `most`, and counts the attempt. */
export async function claimPushes(ctx: Context, most: number): Promise<DuePush[]> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await dropUnneeded(tx, now);
    const { rows } = await sql<DuePush>`
      with due as (
        select device_id, notification_id from push_deliveries where next_attempt_at <= ${now}
        order by next_attempt_at limit ${most} for update skip locked
      ), claimed as (
        update push_deliveries p set attempts = p.attempts + 1, next_attempt_at = ${new Date(now.getTime() + claimMs)}
        from due where p.device_id = due.device_id and p.notification_id = due.notification_id
        returning p.device_id, p.notification_id, p.user_id, p.attempts
      )
      select c.device_id, c.notification_id, c.attempts, d.sealed, n.kind, n.payload, n.about, u.notifications, u.role, u.email,
        u.locale, u.project_key, u.time_zone, m.slug, m.display_name as brand, 
        o.display_name || ' (@' || o.user_handle || ')' as creator
      from claimed c join push_devices d on d.id = c.device_id
        join notifications n on n.user_id = c.user_id and n.id = c.notification_id
        join users u on u.id = c.user_id
        left join merchants m on m.id = n.merchant_id
        left join merchant_accounts a on a.merchant_id = n.merchant_id and a.id::text = n.payload->>'account'
          and a.creator_id <> n.user_id
        left join users o on o.id = a.creator_id`.execute(tx);
    return rows;
  });
}

type Of = Pick<DuePush, 'device_id' | 'notification_id'>;

/** Nothing more is sent. `deliveredAt`: the push service has taken it. */
export async function endPush(ctx: Context, of: Of, deliveredAt?: Date): Promise<void> {
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await tx
      .deleteFrom('push_deliveries')
      .where('device_id', '=', of.device_id)
      .where('notification_id', '=', of.notification_id)
      .execute();
    if (deliveredAt)
      await tx.updateTable('push_devices').set({ delivered_at: deliveredAt }).where('id', '=', of.device_id).execute();
  });
}

/** The browser has ended its subscription. */
export async function forgetDevice(ctx: Context, { device_id: id }: Of): Promise<void> {
  await ctx.database.as({ role: 'system' }, (tx) => tx.deleteFrom('push_devices').where('id', '=', id).execute());
}

export async function retryPush(ctx: Context, of: Of, at: Date): Promise<void> {
  await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('push_deliveries')
      .set({ next_attempt_at: at })
      .where('device_id', '=', of.device_id)
      .where('notification_id', '=', of.notification_id)
      .execute(),
  );
}
