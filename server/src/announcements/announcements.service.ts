// An announcement goes from a brand to all of its creators, or to those of some groups. Creators who join the brand later
// can read earlier ones that went to all, which don't count as unread; whoever joins a group later doesn't get what the
// group got before. A withdrawn one disappears for creators and stays in the brand's list.
import type {
  Announcement,
  changeAnnouncement,
  getAnnouncementList,
  listAnnouncementReaders,
  listPublishedAnnouncements,
  PublishedAnnouncement,
  publishAnnouncement,
  readAnnouncements,
} from '@vitrine/contract/announcements.ts';
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { readNotices, withdrawNotices } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { insertReads, updateAnnouncement } from './announcements.queries.ts';
import { announcementPageOf, findAnnouncementOf } from './announcements.views.ts';
import { findPublished, isTargeted, pageOfPublished, pageOfReaders } from './published.views.ts';
import { announceChange, publishIn } from './publishing.ts';
import { unreadAnnouncementsOf } from './unread.ts';

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

/** One that the creator may read; for others it doesn't exist. */
export async function readAnnouncementFor(ctx: Context, actor: Actor, id: string): Promise<Announcement> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const found =
    isId(id) &&
    (await ctx.database.as({ role: 'app', creatorId: actor.userId }, (tx) =>
      findAnnouncementOf(ctx, tx, actor.userId, id),
    ));
  if (!found) throw new Refusal('not_found');
  return found;
}

async function readPublished(ctx: Context, tx: Tx, merchantId: string, id: string): Promise<PublishedAnnouncement> {
  const found = isId(id) ? await findPublished(ctx, tx, merchantId, id) : undefined;
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
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfPublished(ctx, tx, merchantId, query));
}

type Params = { merchant: string; announcement_id: string };

export async function readPublishedBy(ctx: Context, actor: Actor, params: Params): Promise<PublishedAnnouncement> {
  const { merchantId } = await accessBrand(ctx, actor, params.merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) =>
    readPublished(ctx, tx, merchantId, params.announcement_id),
  );
}

export async function listReadersOf(
  ctx: Context,
  actor: Actor,
  params: Params,
  query: QueryOf<typeof listAnnouncementReaders>,
): Promise<ReplyOf<typeof listAnnouncementReaders>> {
  const { merchantId } = await accessBrand(ctx, actor, params.merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { id } = await readPublished(ctx, tx, merchantId, params.announcement_id);
    return pageOfReaders(ctx, tx, { merchantId, id }, query);
  });
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
    const id = newId(ctx.clock.now());
    const problem = await publishIn(ctx, tx, actor, merchantId, {
      ...input,
      id,
      content: null,
      picture: null,
      productIds: [],
      audience: { kind: 'all' },
      authorId: actor.userId,
    });
    if (problem === 'brand_paused' || problem === 'brand_closed') throw new Refusal(problem);
    return readPublished(ctx, tx, merchantId, id);
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
    const { id } = await readPublished(ctx, tx, merchantId, announcementId);
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
      await announceChange(ctx, tx, merchantId, { id, isTargeted: await isTargeted(tx, merchantId, id) });
    }
    return readPublished(ctx, tx, merchantId, id);
  });
}
