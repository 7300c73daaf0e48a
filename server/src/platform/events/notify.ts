import type { Notice, NoticeKind } from '@vitrine/contract/notifications.ts';
import { type BrandRight, rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';

/** Single users, creators by their accounts at a brand (`all` that have not ended), or the staff with a right there. */
export type Recipients =
  | { users: readonly string[]; merchantId: string | null }
  | { merchantId: string; creators: readonly string[] | 'all' }
  | { merchantId: string; staffWith: BrandRight };

/** `isMailed`: an email of its own tells of it. */
type NoticeOptions = { isMailed?: boolean };

/** Time in which a notice may be read, or followed by more of its kind, before an email tells of it. */
export const batchingMs = 5 * 60_000;

/** The kinds that have no email of their own, at least in some cases. All others are emailed by their domains, or never. */
const unmailed: { [K in NoticeKind]?: (notice: Extract<Notice, { kind: K }>) => boolean } = {
  sale: () => true,
  reversal: () => true,
  hold: ({ outcome }) => outcome !== 'declined',
  application: () => true,
  settings_changed: () => true,
  staff: ({ change }) => change !== 'added',
};

/** When an email may tell of a notice together with others; null if none will. */
function mailTime(ctx: Context, notice: Notice): Date | null {
  // Each entry takes the notice of its own kind, which TypeScript can't infer over the union.
  const isUnmailed = unmailed[notice.kind] as ((notice: Notice) => boolean) | undefined;
  return isUnmailed?.(notice) ? new Date(ctx.clock.now().getTime() + batchingMs) : null;
}

/**
 * Puts a notice on the bells of its recipients, in the transaction of what it tells. `about` names the thing, such as a
 * conversation: a newer notice about the same replaces one that is unread, and `readNotices` finds it.
 */
export async function notify(
  ctx: Context,
  tx: Tx,
  to: Recipients,
  notice: Notice,
  about?: string,
  options?: NoticeOptions,
): Promise<void> {
  await notifyingOf(ctx, to, notice, about, options).execute(tx);
}

/** The same as a statement for the end of a transaction. */
export function notifyingOf(
  ctx: Context,
  to: Recipients,
  notice: Notice,
  about?: string,
  { isMailed = false }: NoticeOptions = {},
): RawBuilder<unknown> {
  const { kind, ...payload } = notice;
  const mailAt = sql`${isMailed ? null : mailTime(ctx, notice)}::timestamptz`;
  const what = sql`${ctx.clock.now()}::timestamptz, ${to.merchantId}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb, ${about ?? null}::text`;
  if ('users' in to) return sql`select notify_users(${what}, ${to.users}::uuid[], ${mailAt})`;
  if ('creators' in to)
    return sql`select notify_creators(${what}, ${to.creators === 'all' ? null : to.creators}::uuid[], ${mailAt})`;
  return sql`select notify_staff(${what}, ${[...rolesWith(to.staffWith)]}::text[], ${mailAt})`;
}

type SecurityAction = Extract<Notice, { kind: 'security' }>['action'];

/** Puts what happened to a user's account on their bell. */
export async function notifyOfSecurity(ctx: Context, tx: Tx, userId: string, action: SecurityAction): Promise<void> {
  await notify(ctx, tx, { users: [userId], merchantId: null }, { kind: 'security', action });
}

/** Marks as read what a user, or the staff of a brand, have read elsewhere. */
export async function readNotices(
  ctx: Context,
  tx: Tx,
  by: { userId: string; about: readonly string[] | 'all' } | { staffOf: string; about: readonly string[] },
  kind: NoticeKind,
): Promise<void> {
  const [user, staffOf] = 'userId' in by ? [by.userId, null] : [null, by.staffOf];
  await sql`select read_notifications(${ctx.clock.now()}::timestamptz, ${kind}, ${by.about === 'all' ? null : by.about}::text[],
    ${user}::uuid, ${staffOf}::uuid)`.execute(tx);
}

/** Takes notices about something that its brand withdrew off all bells. */
export async function withdrawNotices(
  tx: Tx,
  { merchantId, about }: { merchantId: string; about: string },
  kind: NoticeKind,
): Promise<void> {
  await sql`select withdraw_notifications(${merchantId}::uuid, ${kind}, ${about})`.execute(tx);
}
