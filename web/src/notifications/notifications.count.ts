import { queryOptions } from '@tanstack/react-query';
import { countNotifications } from '@vitrine/contract/notifications.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';

/** Separate from the list, because the frames load this at the start. */
export function unreadNotificationsQuery() {
  return queryOptions({
    queryKey: ['notifications', 'count'],
    queryFn: async ({ signal }) => (await call(countNotifications, {}, signal)).data.unread_count,
  });
}

export const notificationsLive: LiveMap = { 'notification-update': () => [{ queryKey: ['notifications'] }] };
