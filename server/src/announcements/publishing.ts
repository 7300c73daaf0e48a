// Publishing, in the transaction of whoever asks for it: a member of the staff, or the job at the time that was set.
import type { AnnouncementAudience } from '@vitrine/contract/announcements.ts';
import type { DraftProblem } from '@vitrine/contract/announcements.drafts.ts';
import type { RichText } from '@vitrine/contract/values/rich-text.ts';
import { openPauses } from '../accounts/open.pauses.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { fixRecipients } from './audience.ts';
import type { StoredPicture } from './announcements.parts.ts';
import { insertAnnouncement } from './announcements.queries.ts';

/** What is published. `content` is null for plain text. */
export type Publication = {
  id: string;
  title: string;
  body: string;
  content: RichText | null;
  picture: StoredPicture | null;
  productIds: string[];
  audience: AnnouncementAudience;
  pinned: boolean;
  authorId: string;
};

/** One event reaches all creators, however many they are. Their lock is always taken before the brand's. */
export async function announceChange(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { id, isTargeted }: { id: string; isTargeted: boolean },
): Promise<void> {
  // The event names an announcement for some creators, so that it is sent to no others.
  const event = { kind: 'unread-count-update', ...(isTargeted && { announcement_id: id }) } as const;
  await record(ctx, tx, { creatorsOf: merchantId }, event);
  await record(ctx, tx, { merchantId }, { kind: 'unread-count-update' });
}

/** Returns why it can't be published; then nothing was written. */
export async function publishIn(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  merchantId: string,
  { id, audience, productIds, authorId, ...written }: Publication,
): Promise<DraftProblem | undefined> {
  const pause = (await openPauses(tx, [merchantId])).get(merchantId);
  if (pause) return pause.status === 'closed' ? 'brand_closed' : 'brand_paused';
  if (written.title === '' || written.body === '') return 'incomplete';
  const now = ctx.clock.now();
  const isTargeted = audience.kind !== 'all';
  if (isTargeted && (await fixRecipients(tx, { merchantId, id }, audience, now)) === 0) return 'audience_empty';
  await insertAnnouncement(tx, {
    ...written,
    merchant_id: merchantId,
    id,
    author_id: authorId,
    product_ids: productIds,
    audience,
    is_targeted: isTargeted,
    published_at: now,
    withdrawn_at: null,
    mails_due: true,
  });
  await audit(ctx, tx, actor, {
    action: 'announcement.published',
    merchantId,
    subject: { kind: 'announcement', id },
    ...(isTargeted && { details: { audience } }),
  });
  ctx.database.afterCommit('mail_announcements', () => ctx.jobs.soon('mail_announcements'));
  await announceChange(ctx, tx, merchantId, { id, isTargeted });
  return undefined;
}
