import {
  changeAnnouncement,
  getAnnouncementList,
  getMerchantList,
  getThread,
  listMessages,
  listPublishedAnnouncements,
  listThreadMessages,
  listThreads,
  markMessagesRead,
  markThreadRead,
  publishAnnouncement,
  readAnnouncements,
  sendMessage,
  sendThreadMessage,
} from '@vitrine/contract/conversations.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  changeAnnouncementOf,
  listAnnouncementsFor,
  listPublishedBy,
  publishFor,
  readAnnouncementsOf,
} from './announcements.service.ts';
import { accessBrandThread, accessOwnThread } from './conversations.access.ts';
import {
  listMerchantsOf,
  listThreadsOf,
  markRead,
  presentThread,
  readThread,
  sendMessageTo,
} from './conversations.service.ts';

export function registerConversations(routes: Routes): void {
  serve(routes, getMerchantList, (call, ctx) => listMerchantsOf(ctx, call.actor));
  serve(routes, getAnnouncementList, (call, ctx) => listAnnouncementsFor(ctx, call.actor, call.query));
  serve(routes, readAnnouncements, (call, ctx) => readAnnouncementsOf(ctx, call.actor, call.body));
  serve(routes, listMessages, async ({ actor, params, query }, ctx) =>
    readThread(ctx, await accessOwnThread(ctx, actor, params.merchant_account_id), query),
  );
  serve(routes, sendMessage, async ({ actor, params, body }, ctx) =>
    sendMessageTo(ctx, actor, await accessOwnThread(ctx, actor, params.merchant_account_id), body),
  );
  serve(routes, markMessagesRead, async ({ actor, params, body }, ctx) =>
    markRead(ctx, await accessOwnThread(ctx, actor, params.merchant_account_id), body),
  );
  serve(routes, listThreads, (call, ctx) => listThreadsOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, getThread, async ({ actor, params }, ctx) =>
    presentThread(ctx, await accessBrandThread(ctx, actor, params.merchant, params.merchant_account_id)),
  );
  serve(routes, listThreadMessages, async ({ actor, params, query }, ctx) =>
    readThread(ctx, await accessBrandThread(ctx, actor, params.merchant, params.merchant_account_id), query),
  );
  serve(routes, sendThreadMessage, async ({ actor, params, body }, ctx) =>
    sendMessageTo(ctx, actor, await accessBrandThread(ctx, actor, params.merchant, params.merchant_account_id), body),
  );
  serve(routes, markThreadRead, async ({ actor, params, body }, ctx) =>
    markRead(ctx, await accessBrandThread(ctx, actor, params.merchant, params.merchant_account_id), body),
  );
  serve(routes, listPublishedAnnouncements, (call, ctx) =>
    listPublishedBy(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, publishAnnouncement, (call, ctx) => publishFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, changeAnnouncement, (call, ctx) =>
    changeAnnouncementOf(ctx, call.actor, call.params.merchant, call.params.announcement_id, call.body),
  );
}
