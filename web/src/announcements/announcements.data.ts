import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  changeAnnouncement,
  getAnnouncement,
  getAnnouncementList,
  getPublishedAnnouncement,
  listAnnouncementReaders,
  listPublishedAnnouncements,
  readAnnouncements,
} from '@vitrine/contract/announcements.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { addPlacement } from '@vitrine/contract/storefront.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function announcementsQuery(accountId?: string) {
  return infiniteQueryOptions({
    queryKey: ['announcements', accountId ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        getAnnouncementList,
        { query: { page: pageParam, ...(accountId !== undefined && { merchant_account_id: accountId }) } },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.pages ? meta.page + 1 : undefined),
  });
}

/** One announcement, as the creator may read it. */
export function announcementQuery(id: string) {
  return queryOptions({
    queryKey: ['announcements', 'one', id],
    queryFn: async ({ signal }) => (await call(getAnnouncement, { params: { announcement_id: id } }, signal)).data,
  });
}

export function publishedQuery(merchant: string) {
  return infiniteQueryOptions({
    queryKey: ['published-announcements', merchant, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listPublishedAnnouncements,
        { params: { merchant }, query: { ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function publishedOneQuery(merchant: string, id: string) {
  return queryOptions({
    queryKey: ['published-announcements', merchant, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(getPublishedAnnouncement, { params: { merchant, announcement_id: id } }, signal)).data,
  });
}

export type ReadState = 'read' | 'unread';

export function readersQuery(merchant: string, id: string, state: ReadState) {
  return infiniteQueryOptions({
    queryKey: ['published-announcements', merchant, 'readers', id, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAnnouncementReaders,
        {
          params: { merchant, announcement_id: id },
          query: { state, ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function useReadAnnouncements() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (body: BodyOf<typeof readAnnouncements>) => call(readAnnouncements, { body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['merchant-list'] }),
        queryClient.invalidateQueries({ queryKey: ['announcements'] }),
      ]),
  });
}

/** Pins, unpins or withdraws. */
export function useChangeAnnouncement(merchant: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: ({ id, change: body }: { id: string; change: BodyOf<typeof changeAnnouncement> }) =>
      call(changeAnnouncement, { params: { merchant, announcement_id: id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['published-announcements', merchant] }),
  });
}

/** Adds a product of an announcement to the creator's storefront. */
export function useAddAnnounced(accountId: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (productId: string) =>
      call(addPlacement, { params: { merchant_account_id: accountId }, body: { product_id: productId } }),
    onSettled: () =>
      Promise.all(
        [['announcements'], ['placements', accountId], ['catalogue', accountId]].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
