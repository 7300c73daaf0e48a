import {
  getMerchantList,
  getThread,
  listMessages,
  listThreadMessages,
  listThreads,
  markMessagesRead,
  markThreadRead,
  sendMessage,
  sendThreadMessage,
} from '@vitrine/contract/conversations.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
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
}
