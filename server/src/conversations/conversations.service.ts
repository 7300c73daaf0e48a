// A thread is the conversation of a creator and a brand. A message gets the thread's next number while the thread's row is
// locked, so numbers have no gaps, become visible in order, and are the same for both sides. The client id of a message
// is stored forever, so sending the same message again returns the first one. Unread messages are those of the other side
// beyond one's own read mark, which only moves forward.
import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type {
  listMessages,
  listThreads,
  markMessagesRead,
  MerchantEntry,
  Message,
  NewMessage,
  Thread,
} from '@vitrine/contract/conversations.ts';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { findOwnPicture } from '../pictures/pictures.service.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { LastStatements } from '../platform/database/together.ts';
import { notifyingOf, readNotices } from '../platform/events/notify.ts';
import { type News, recordAll, recordingOf } from '../platform/events/record.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { scopeOf, type ThreadAccess } from './conversations.access.ts';
import { countSent, findSent, insertMessage, lockThread, moveReadMark } from './conversations.queries.ts';
import {
  findThread,
  merchantListOf,
  messagesOf,
  pageOfThreads,
  presentMessage,
  threadMetaOf,
  countUnread,
} from './conversations.views.ts';

const most = { minute: 30, day: 500 };

export async function listMerchantsOf(ctx: Context, actor: Actor): Promise<MerchantEntry[]> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  return ctx.database.as({ role: 'app', creatorId: actor.userId }, (tx) => merchantListOf(ctx, tx, actor.userId));
}

export async function listThreadsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listThreads>,
): Promise<ReplyOf<typeof listThreads>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfThreads(ctx, tx, merchantId, query));
}

export async function presentThread(ctx: Context, thread: ThreadAccess): Promise<Thread> {
  const found = await ctx.database.as(scopeOf(thread), (tx) => findThread(ctx, tx, thread));
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function readThread(
  ctx: Context,
  thread: ThreadAccess,
  query: QueryOf<typeof listMessages>,
): Promise<ReplyOf<typeof listMessages>> {
  return ctx.database.as(scopeOf(thread), async (tx) => {
    // Read the marks first, so that the messages up to them are always included.
    const meta = await threadMetaOf(tx, thread);
    return { data: await messagesOf(ctx, tx, thread, query), meta };
  });
}

type NewsOfSides = { creator: readonly LiveEvent[]; brand: readonly LiveEvent[] };

/** The creator's news come before the brand's. Locks are always taken in this order. */
function newsFor(thread: ThreadAccess, news: NewsOfSides): News[] {
  return [
    ...news.creator.map((event) => ({ audience: { userId: thread.creatorId }, event })),
    ...news.brand.map((event) => ({ audience: { merchantId: thread.merchantId }, event })),
  ];
}

async function notifySides(ctx: Context, tx: Tx, thread: ThreadAccess, news: NewsOfSides): Promise<void> {
  await recordAll(ctx, tx, newsFor(thread, news));
}

const countsChanged = ({ threadId }: ThreadAccess): LiveEvent => ({
  kind: 'unread-count-update',
  merchant_account_id: threadId,
});

async function picturesOf(ctx: Context, thread: ThreadAccess, paths: readonly string[]) {
  const scope = thread.side === 'creator' ? { creatorId: thread.userId } : { merchantId: thread.merchantId };
  return Promise.all(
    paths.map(async (path, place) => {
      const picture = await findOwnPicture(ctx, scope, path);
      if (!picture) throw invalid(`pictures.${place}`, 'must be the path of a picture you uploaded');
      return picture;
    }),
  );
}

/** Called after the message was inserted, so that one that was only sent again doesn't count. */
async function refuseFlood(ctx: Context, tx: Tx, senderId: string): Promise<void> {
  if (!ctx.config.limits) return;
  const now = ctx.clock.now().getTime();
  const sent = await countSent(tx, senderId, { minute: new Date(now - 60_000), day: new Date(now - 86_400_000) });
  if (sent.minute > most.minute || sent.day > most.day)
    throw new Refusal('rate_limited', {
      message: `You can send at most ${most.minute} messages a minute and ${most.day} a day. Try again later.`,
    });
}

/** The begin travels with the lock of the thread, which changes nothing by itself. */
export async function sendMessageTo(ctx: Context, actor: Actor, thread: ThreadAccess, input: NewMessage) {
  const attachments = await picturesOf(ctx, thread, input.pictures);
  const work = async (tx: Tx): Promise<LastStatements<Message>> => {
    const { last_seq } = await lockThread(tx, thread);
    const now = ctx.clock.now();
    const seq = last_seq + 1n;
    const row = {
      merchant_id: thread.merchantId,
      thread_id: thread.threadId,
      seq,
      creator_id: thread.creatorId,
      side: thread.side,
      sender_id: thread.userId,
      client_id: input.client_id,
      body: input.body,
      attachments,
      created_at: now,
    };
    if (!(await insertMessage(tx, row))) {
      const before = await sentBefore(ctx, tx, thread, input);
      return { statements: [], result: () => before };
    }
    await refuseFlood(ctx, tx, thread.userId);
    if (thread.impersonated) await auditMessage(ctx, tx, actor, thread, Number(seq));
    const message = presentMessage(ctx, { ...row, sender_name: null }, thread);
    const news = recordingOf(ctx, newsOfMessage(thread, Number(seq)));
    return { statements: [noticeOfMessage(ctx, thread), news], result: () => message };
  };
  return ctx.database.endingWith(scopeOf(thread), work, { isJoined: true });
}

/** The message that was sent with this client id. Another content is refused: it would be lost without a word. */
async function sentBefore(ctx: Context, tx: Tx, thread: ThreadAccess, input: NewMessage): Promise<Message> {
  const before = await findSent(tx, thread.userId, input.client_id);
  // A message in a thread that this side can't see isn't found at all.
  if (before?.thread_id !== thread.threadId)
    throw new Refusal('conflict', {
      message: 'This client_id was already used for a message in another conversation',
    });
  const message = presentMessage(ctx, { ...before, sender_name: null }, thread);
  const paths = message.pictures.map(({ path }) => path);
  if (message.body !== input.body || !isDeepStrictEqual(paths, input.pictures))
    throw new Refusal('conflict', {
      message: `This client_id was already used for message ${message.seq} of this conversation, which has another text or other pictures. Send a new message with a new client_id.`,
    });
  return message;
}

async function auditMessage(ctx: Context, tx: Tx, actor: Actor, thread: ThreadAccess, seq: number): Promise<void> {
  await audit(ctx, tx, actor, {
    action: 'message.sent',
    merchantId: thread.merchantId,
    subject: { kind: 'thread', id: thread.threadId },
    details: { seq },
  });
}

/** A bell has one notification for the unread messages of a conversation. */
function noticeOfMessage(ctx: Context, thread: ThreadAccess) {
  const { merchantId, threadId: account } = thread;
  const to =
    thread.side === 'creator'
      ? ({ merchantId, staffWith: 'messages' } as const)
      : { merchantId, users: [thread.creatorId] };
  return notifyingOf(ctx, to, { kind: 'message', account }, account);
}

function newsOfMessage(thread: ThreadAccess, seq: number): News[] {
  const news: LiveEvent = { kind: 'message', merchant_account_id: thread.threadId, seq };
  return newsFor(
    thread,
    thread.side === 'creator'
      ? { creator: [news], brand: [news, countsChanged(thread)] }
      : { creator: [news, countsChanged(thread)], brand: [news] },
  );
}

export async function markRead(ctx: Context, thread: ThreadAccess, { seq }: BodyOf<typeof markMessagesRead>) {
  return ctx.database.as(scopeOf(thread), async (tx) => {
    const hasMoved = await moveReadMark(tx, thread, thread.side, seq);
    const { read_seq } = await threadMetaOf(tx, thread);
    const unread_message_count = await countUnread(tx, thread);
    if (hasMoved && unread_message_count === 0) {
      const about = [thread.threadId];
      const by =
        thread.side === 'creator' ? { userId: thread.creatorId, about } : { staffOf: thread.merchantId, about };
      await readNotices(ctx, tx, by, 'message');
    }
    if (hasMoved) {
      const { side, threadId } = thread;
      const seen: LiveEvent = { kind: 'read', merchant_account_id: threadId, side, seq: read_seq };
      await notifySides(
        ctx,
        tx,
        thread,
        side === 'creator'
          ? { creator: [countsChanged(thread)], brand: [seen] }
          : { creator: [seen], brand: [countsChanged(thread)] },
      );
    }
    return { read_seq, unread_message_count };
  });
}
