import type { InfiniteData, QueryClient, QueryFilters } from '@tanstack/react-query';
import type { listThreads, MerchantEntry, Thread } from '@vitrine/contract/conversations.ts';
import type { ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { LiveMap } from '../api/queries.ts';
import type { LoadedThread } from './conversations.data.ts';

const listKeys = [{ queryKey: ['merchant-list'] }, { queryKey: ['threads'] }];

type Row = Pick<MerchantEntry & Thread, 'merchant_account_id' | 'unread_message_count' | 'last_message'>;
type RowChange = <Kept extends Row>(row: Kept) => Kept;
type ThreadPages = InfiniteData<ReplyOf<typeof listThreads>>;

/** With this count, and this message as the last one unless a later one is known. */
export function rowChange(change: { unread?: number | undefined; last?: Row['last_message'] }): RowChange {
  return (row) => ({
    ...row,
    ...(change.unread !== undefined && { unread_message_count: change.unread }),
    ...(change.last && change.last.seq >= (row.last_message?.seq ?? 0) && { last_message: change.last }),
  });
}

/** The thread with the newest message comes first; the cursors of the later pages stay valid. */
function changedPages(pages: ThreadPages, account: string, change: RowChange): ThreadPages | undefined {
  const row = pages.pages.flatMap(({ data }) => data).find((each) => each.merchant_account_id === account);
  if (!row) return undefined;
  const changed = change(row);
  const isMoved = changed.last_message?.seq !== row.last_message?.seq;
  return {
    ...pages,
    pages: pages.pages.map((page, place) => {
      if (!isMoved) return { ...page, data: page.data.map((each) => (each === row ? changed : each)) };
      const others = page.data.filter((each) => each !== row);
      return { ...page, data: place === 0 ? [changed, ...others] : others };
    }),
  };
}

/** Changes what is loaded of a query; returns whether it has to be fetched again. */
function changeLoaded<Data>(
  queryClient: QueryClient,
  filters: QueryFilters,
  change: (data: Data) => Data | undefined,
): QueryFilters[] {
  return queryClient
    .getQueryCache()
    .findAll(filters)
    .flatMap(({ queryKey, state }) => {
      // What the key says determines the type of the data.
      const changed = state.data === undefined ? undefined : change(state.data as Data);
      // Its age stays that of its last fetch.
      if (changed !== undefined) queryClient.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
      // An answer that is under way may be older than the change.
      const isCertain = changed !== undefined && state.fetchStatus === 'idle' && !state.isInvalidated;
      return isCertain ? [] : [{ queryKey, exact: true }];
    });
}

/** Changes a conversation in every loaded list; returns the queries that have to be fetched again. */
export function changeRows(queryClient: QueryClient, account: string, change: RowChange): QueryFilters[] {
  const isIn = (row: Row) => row.merchant_account_id === account;
  return [
    ...changeLoaded<MerchantEntry[]>(queryClient, { queryKey: ['merchant-list'] }, (list) =>
      list.some(isIn) ? list.map((row) => (isIn(row) ? change(row) : row)) : undefined,
    ),
    ...changeLoaded<ThreadPages>(
      queryClient,
      { queryKey: ['threads'], predicate: ({ queryKey }) => queryKey[2] === 'list' },
      (pages) => changedPages(pages, account, change),
    ),
    ...changeLoaded<Thread>(
      queryClient,
      { queryKey: ['threads'], predicate: ({ queryKey }) => queryKey[2] === 'one' && queryKey[3] === account },
      change,
    ),
  ];
}

export const conversationsLive: LiveMap = {
  message: ({ merchant_account_id: account, message, unread_message_count: unread }, queryClient) => {
    if (!message) return [{ queryKey: ['thread', account] }, ...listKeys];
    const { seq, side, body, created_at } = message;
    return [
      ...changeLoaded<LoadedThread>(queryClient, { queryKey: ['thread', account] }, ({ messages, meta }) => {
        const last = messages.at(-1)?.seq ?? 0;
        if (seq > last + 1) return undefined;
        return {
          messages: seq === last + 1 ? [...messages, message] : messages,
          meta: { ...meta, last_seq: Math.max(meta.last_seq, seq) },
        };
      }),
      ...changeRows(queryClient, account, rowChange({ unread, last: { seq, side, body, created_at } })),
    ];
  },
  read: ({ merchant_account_id: account, seq }, queryClient) =>
    changeLoaded<LoadedThread>(queryClient, { queryKey: ['thread', account] }, ({ messages, meta }) => ({
      messages,
      meta: { ...meta, seen_seq: Math.max(meta.seen_seq, seq) },
    })),
  'unread-count-update': ({ merchant_account_id: account, unread_message_count: unread }, queryClient) => {
    if (account !== undefined)
      return unread === undefined ? listKeys : changeRows(queryClient, account, rowChange({ unread }));
    return [
      ...listKeys,
      { queryKey: ['announcements'] },
      { queryKey: ['published-announcements'] },
      { queryKey: ['announcement-drafts'] },
    ];
  },
};
