import { infiniteQueryOptions, type QueryClient, type QueryFilters, queryOptions } from '@tanstack/react-query';
import { getThread, listThreads, type Message, type ThreadMeta } from '@vitrine/contract/conversations.ts';
import { call } from '../api/call.ts';
import { changeRows, rowChange } from './conversations.live.ts';
import { markReadFrom, readFrom, type ConversationSide } from './sides.ts';

/** A brand's conversations; `search` is part of the creator's name or handle. */
export function threadsQuery(merchant: string, search = '') {
  return infiniteQueryOptions({
    queryKey: ['threads', merchant, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listThreads,
        { params: { merchant }, query: { ...(search && { search }), ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

/** A brand's conversation with one creator, which can be on a page of the list that is not loaded. */
export function creatorThreadQuery(merchant: string, account: string) {
  return queryOptions({
    queryKey: ['threads', merchant, 'one', account],
    queryFn: async ({ signal }) =>
      (await call(getThread, { params: { merchant, merchant_account_id: account } }, signal)).data,
  });
}

/** The loaded part of a thread: consecutive messages up to the newest. */
export type LoadedThread = { messages: Message[]; meta: ThreadMeta };

const aPage = 50;
const mostAtOnce = 100;
/** With more new messages than this, only the newest page is loaded. */
const mostBehind = 500;

/** Merges two parts in order, each message once. */
export function merged(one: readonly Message[], other: readonly Message[]): Message[] {
  const bySeq = new Map([...one, ...other].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((first, second) => first.seq - second.seq);
}

async function newest(conversationSide: ConversationSide, signal: AbortSignal): Promise<LoadedThread> {
  const { data, meta } = await readFrom(conversationSide, { limit: aPage }, signal);
  return { messages: data, meta };
}

function withLater(known: LoadedThread | undefined, fresh: readonly Message[], meta: ThreadMeta): LoadedThread {
  const messages = merged(known?.messages ?? [], fresh);
  return { messages, meta: { ...meta, last_seq: Math.max(meta.last_seq, messages.at(-1)?.seq ?? 0) } };
}

/** Loads everything after the last loaded message, however long the connection was lost. */
async function readOn(
  queryClient: QueryClient,
  conversationSide: ConversationSide,
  signal: AbortSignal,
): Promise<LoadedThread> {
  const { queryKey } = threadQuery(conversationSide);
  const known = queryClient.getQueryData(queryKey);
  if (!known) return newest(conversationSide, signal);
  const fresh: Message[] = [];
  let last = known.messages.at(-1)?.seq ?? 0;
  for (;;) {
    const { data, meta } = await readFrom(conversationSide, { after: last, limit: mostAtOnce }, signal);
    if (meta.last_seq - last > mostBehind) return newest(conversationSide, signal);
    fresh.push(...data);
    last = data.at(-1)?.seq ?? last;
    // Earlier messages may have been loaded in the meantime, and later ones may have come with live events.
    if (data.length < mostAtOnce) return withLater(queryClient.getQueryData(queryKey), fresh, meta);
  }
}

export function threadQuery(conversationSide: ConversationSide) {
  return queryOptions({
    queryKey: ['thread', conversationSide.account],
    queryFn: ({ client, signal }): Promise<LoadedThread> => readOn(client, conversationSide, signal),
    staleTime: 0,
  });
}

/** Adds earlier messages before the loaded ones. */
export async function loadEarlier(queryClient: QueryClient, conversationSide: ConversationSide): Promise<void> {
  const { queryKey } = threadQuery(conversationSide);
  const first = queryClient.getQueryData(queryKey)?.messages[0]?.seq ?? 0;
  if (first <= 1) return;
  const { data } = await readFrom(conversationSide, { before: first, limit: aPage });
  queryClient.setQueryData(queryKey, (known) => known && { ...known, messages: merged(data, known.messages) });
}

/** Adds a message that the server has just numbered. If others came in between, the thread is refetched. */
export async function showSent(
  queryClient: QueryClient,
  conversationSide: ConversationSide,
  message: Message,
): Promise<void> {
  const { seq, side, body, created_at } = message;
  const { queryKey } = threadQuery(conversationSide);
  const known = queryClient.getQueryData(queryKey);
  const last = known?.messages.at(-1)?.seq ?? 0;
  if (!known) return;
  if (seq > last + 1) await queryClient.invalidateQueries({ queryKey });
  // A live event may have brought it before.
  else if (seq === last + 1) {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, {
      messages: [...known.messages, message],
      meta: { ...known.meta, last_seq: seq },
    });
  }
  const change = rowChange({ last: { seq, side, body, created_at } });
  refetch(queryClient, changeRows(queryClient, conversationSide.account, change));
}

function refetch(queryClient: QueryClient, filters: readonly QueryFilters[]): void {
  for (const each of filters) void queryClient.invalidateQueries(each);
}

export async function markThreadAsRead(
  queryClient: QueryClient,
  conversationSide: ConversationSide,
  seq: number,
): Promise<void> {
  const { queryKey } = threadQuery(conversationSide);
  const { read_seq, unread_message_count: unread } = await markReadFrom(conversationSide, seq);
  queryClient.setQueryData(queryKey, (known) => known && { ...known, meta: { ...known.meta, read_seq } });
  refetch(queryClient, changeRows(queryClient, conversationSide.account, rowChange({ unread })));
}
