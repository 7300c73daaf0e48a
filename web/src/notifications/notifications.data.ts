import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { listNotifications, readNotifications } from '@vitrine/contract/notifications.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function notificationsQuery() {
  return infiniteQueryOptions({
    queryKey: ['notifications', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function useReadNotifications() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (body: BodyOf<typeof readNotifications>) => call(readNotifications, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
}
