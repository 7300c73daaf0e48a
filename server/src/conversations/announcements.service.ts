// An announcement goes from a brand to all of its creators. Creators who join later can read earlier ones, which don't
// count as unread. A withdrawn one disappears for creators and stays in the brand's list.
import type {
  changeAnnouncement,
  getAnnouncementList,
  listPublishedAnnouncements,
  PublishedAnnouncement,
  publishAnnouncement,
  readAnnouncements,
} from '@vitrine/contract/conversations.ts';
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify, readNotices, withdrawNotices } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { announcementPageOf, findPublished, pageOfPublished } from './announcements.views.ts';
import { insertAnnouncement, insertReads, updateAnnouncement } from './conversations.queries.ts';
import { unreadAnnouncementsOf } from './conversations.views.ts';

export async function listAnnouncementsFor(
  ctx: Context,
  actor: Actor,
  { page, merchant_account_id: account }: QueryOf<typeof getAnnouncementList>,
): Promise<ReplyOf<typeof getAnnouncementList>> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const accountId =
    account === undefined ? undefined : (await accessMerchantAccount(ctx, actor, account)).merchantAccountId;
  return ctx.database.as({ role: 'app', creatorId: actor.userId }, (tx) =>
    announcementPageOf(ctx, tx, actor.userId, { page, accountId }),
  );
}

export async function readAnnouncementsOf(ctx: Context, actor: Actor, input: BodyOf<typeof readAnnouncements>) {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const { userId } = actor;
  return ctx.database.as({ role: 'app', creatorId: userId }, async (tx) => {
    const ids = 'all' in input ? 'all' : input.announcement_ids.filter(isId);
    const isNew = await insertReads(tx, userId, ids, ctx.clock.now());
    const unread_announcement_count = await unreadAnnouncementsOf(tx, userId);
    if (isNew) await readNotices(ctx, tx, { userId, about: ids }, 'announcement');
    if (isNew) await record(ctx, tx, { userId }, { kind: 'unread-count-update' });
    return { unread_announcement_count };
  });
}

async function readPublished(tx: Tx, merchantId: string, id: string): Promise<PublishedAnnouncement> {
  const found = isId(id) ? await findPublished(tx, merchantId, id) : undefined;
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function listPublishedBy(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listPublishedAnnouncements>,
): Promise<ReplyOf<typeof listPublishedAnnouncements>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfPublished(tx, merchantId, query));
}

/** One event reaches all creators, however many they are. Their lock is always taken before the brand's. */
async function notifyAll(ctx: Context, tx: Tx, merchantId: string): Promise<void> {
  await record(ctx, tx, { creatorsOf: merchantId }, { kind: 'unread-count-update' });
  await record(ctx, tx, { merchantId }, { kind: 'unread-count-update' });
}

export async function publishFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: BodyOf<typeof publishAnnouncement>,
): Promise<PublishedAnnouncement> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (actor.kind !== 'person') throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const now = ctx.clock.now();
    const id = newId(now);
    await insertAnnouncement(tx, {
      merchant_id: merchantId,
      id,
      ...input,
      author_id: actor.userId,
      published_at: now,
      withdrawn_at: null,
      mails_due: true,
    });
    await audit(ctx, tx, actor, {
      action: 'announcement.published',
      merchantId,
      subject: { kind: 'announcement', id },
    });
    ctx.database.afterCommit('mail_announcements', () => ctx.jobs.soon('mail_announcements'));
    await notify(ctx, tx, { merchantId, creators: 'all' }, { kind: 'announcement', title: input.title }, id);
    await notifyAll(ctx, tx, merchantId);
    return readPublished(tx, merchantId, id);
  });
}

export async function changeAnnouncementOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  announcementId: string,
  { pinned, withdrawn }: BodyOf<typeof changeAnnouncement>,
): Promise<PublishedAnnouncement> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { id } = await readPublished(tx, merchantId, announcementId);
    const change = {
      ...(pinned === undefined ? {} : { pinned }),
      ...(withdrawn === undefined ? {} : { withdrawn_at: ctx.clock.now() }),
    };
    const hasChanged = Object.keys(change).length > 0 && (await updateAnnouncement(tx, { merchantId, id }, change));
    if (hasChanged) {
      await audit(ctx, tx, actor, {
        action: withdrawn ? 'announcement.withdrawn' : 'announcement.changed',
        merchantId,
        subject: { kind: 'announcement', id },
        ...(pinned === undefined ? {} : { details: { pinned } }),
      });
      if (withdrawn) await withdrawNotices(tx, { merchantId, about: id }, 'announcement');
      await notifyAll(ctx, tx, merchantId);
    }
    return readPublished(tx, merchantId, id);
  });
}
