import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { brandRole } from './values/brand-roles.ts';
import { feedFault } from './values/feed-faults.ts';
import { cursorMeta, cursorQuery, id, instant, whole } from './values/fields.ts';
import { money, signedMoney } from './values/money.ts';
import { list } from './values/list.ts';

/**
 * What a bell tells: one entry for each kind, with what its text needs. The brand is named by the notification itself, and
 * people by ids, so that nothing has to be erased here when somebody leaves.
 */
export const notice = z.discriminatedUnion('kind', [
  /** Terms that are less for some of the creator's products from `effective_at`. */
  z.strictObject({ kind: z.literal('rate_change'), effective_at: instant, note: z.string() }),
  z.strictObject({ kind: z.literal('account_paused'), reason: z.string() }),
  z.strictObject({ kind: z.literal('account_resumed') }),
  /** Clicks from `ends_at` on earn nothing. `account_kept`: that was withdrawn. */
  z.strictObject({ kind: z.literal('account_ending'), reason: z.string(), ends_at: instant }),
  z.strictObject({ kind: z.literal('account_kept') }),
  /** To no group if null. */
  z.strictObject({ kind: z.literal('group_moved'), group: z.nullable(z.string()), effective_at: instant }),
  /** How the brand counts and pays: its window, its days to return, its payout minimum and so on. */
  z.strictObject({ kind: z.literal('settings_changed') }),
  /** An order earned a commission. `held`: the brand reviews it first. */
  z.strictObject({ kind: z.literal('sale'), order_id: z.string(), amount: money, held: z.boolean() }),
  z.strictObject({ kind: z.literal('reversal'), order_id: z.string(), amount: money }),
  z.strictObject({
    kind: z.literal('hold'),
    order_id: z.string(),
    outcome: z.enum(['held', 'released', 'declined', 'expired']),
  }),
  /** Of the other side of a conversation. `account` is its merchant account. */
  z.strictObject({ kind: z.literal('message'), account: z.string() }),
  z.strictObject({ kind: z.literal('announcement'), announcement_id: z.string(), title: z.string() }),
  /** `requested` is for the brand's staff, the others for the creator. */
  z.strictObject({
    kind: z.literal('payout'),
    step: z.enum(['requested', 'approved', 'paid', 'failed']),
    account: z.string(),
    amount: money,
  }),
  /** About the reader's own place on a brand's team. */
  z.strictObject({
    kind: z.literal('staff'),
    change: z.enum(['added', 'role_changed', 'removed']),
    role: brandRole,
  }),
  /** `webhook_off`: an address of the brand gets no events any more. `deliveries`: what shops sent needs someone. */
  z.strictObject({ kind: z.literal('delivery_failed'), what: z.enum(['webhook_off', 'deliveries']) }),
  z.strictObject({
    kind: z.literal('security'),
    action: z.enum([
      'password_changed',
      'password_reset',
      'password_set',
      'email_changed',
      'new_device',
      'two_factor_on',
      'two_factor_off',
      'two_factor_removed',
      'second_factor_added',
      'second_factor_gone',
      'recovery_code_used',
      'google_connected',
      'google_disconnected',
      'payout_details_changed',
    ]),
  }),
  /** What a brand added to or took from the creator's available balance. */
  z.strictObject({ kind: z.literal('bonus'), amount: money, reason: z.string() }),
  z.strictObject({ kind: z.literal('correction'), amount: signedMoney, reason: z.string() }),
  /** To staff who decide orders: a creator objects to a decline. */
  z.strictObject({ kind: z.literal('objection'), order_id: z.string(), account: z.string(), due_at: instant }),
  z.strictObject({
    kind: z.literal('objection_answered'),
    order_id: z.string(),
    /** `lapsed`: the brand did not answer in time, so it was decided for the creator. */
    state: z.enum(['accepted', 'rejected', 'lapsed']),
  }),
  z.strictObject({ kind: z.literal('feed_failed'), fault: feedFault }),
  /** To staff who decide orders: a creator misses an order. `order` is its number, or the day if they don’t know it. */
  z.strictObject({ kind: z.literal('claim'), order: z.string(), account: z.string() }),
  z.strictObject({ kind: z.literal('claim_answered'), order: z.string(), state: z.enum(['credited', 'rejected']) }),
  /** About a suspension by an operator. With a brand, about its pause: then only `upheld` and `lapsed`. */
  z.strictObject({ kind: z.literal('suspension'), step: z.enum(['suspended', 'lifted', 'upheld', 'lapsed']) }),
  /**
   * To whoever suspended: the creator objects, or the suspension has ended because nobody answered. `account`: of a pause
   * by a brand.
   */
  z.strictObject({
    kind: z.literal('suspension_objection'),
    state: z.enum(['open', 'lapsed']),
    account: z.nullable(z.string()),
    due_at: instant,
  }),
  z.strictObject({ kind: z.literal('application'), application_id: z.string() }),
  /**
   * To operators: a name or a host of a brand waits for them, or is new. To those who change a brand's settings: what an
   * operator decided. The reason is empty unless it was refused or withdrawn.
   */
  z.strictObject({
    kind: z.literal('brand_review'),
    what: z.enum(['name', 'host']),
    value: z.string(),
    state: z.enum(['waiting', 'open', 'approved', 'refused', 'withdrawn']),
    reason: z.string(),
  }),
]);
export type Notice = z.output<typeof notice>;
export type NoticeKind = Notice['kind'];

export const notification = z.strictObject({
  id: z.string(),
  /** Null: not about a brand. `slug` is the one of its addresses. */
  brand: z.nullable(z.strictObject({ slug: z.string(), display_name: z.string(), logo: z.nullable(z.string()) })),
  /** The creator whom it is about, for a brand's staff. */
  creator: z.nullable(z.string()),
  notice,
  created_at: instant,
  read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

/** A creator's unread messages and announcements have counts of their own, so they aren't in it. At most 100. */
const unreadCount = z.strictObject({ unread_count: whole });

export const listNotifications = endpoint({
  method: 'GET',
  path: '/me/notifications',
  summary: 'What the user’s bell lists, newest first',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  query: z.strictObject(cursorQuery),
  reply: z.array(notification),
  meta: cursorMeta,
});

export const countNotifications = endpoint({
  method: 'GET',
  path: '/me/notifications/count',
  summary: 'How many notifications are unread, up to 100',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: unreadCount,
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/me/notifications/read',
  summary: 'Mark notifications as read, by id or all at once; ids of others are ignored. Announcements stay unread',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.union(
    [
      z.strictObject({ notification_ids: list(id, { min: 1, max: 100, noun: 'notifications' }) }),
      z.strictObject({ all: z.literal(true) }),
    ],
    'must have notification_ids, a list of 1 to 100 ids, or all: true',
  ),
  reply: unreadCount,
  allowedWhileSuspended: true,
});
