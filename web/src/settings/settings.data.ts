import { infiniteQueryOptions, queryOptions, useMutationState, useQueryClient } from '@tanstack/react-query';
import { changeHandle, changeProfile, type User } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { changeNotificationSettings, readNotificationSettings } from '@vitrine/contract/notifications.settings.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  exportEverything,
  readSecurityLog,
  readSettings,
} from '@vitrine/contract/settings.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { prove } from '../passwords/prove.ts';
import { call } from '../api/call.ts';
import { download } from '../api/download.ts';
import { useApiMutation } from '../api/mutation.ts';

export function settingsQuery() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => (await call(readSettings, {}, signal)).data,
  });
}

export function notificationSettingsQuery() {
  return queryOptions({
    queryKey: ['settings', 'notifications'],
    queryFn: async ({ signal }) => (await call(readNotificationSettings, {}, signal)).data,
  });
}

type NotificationChange = BodyOf<typeof changeNotificationSettings>;
const notificationChanges = ['settings', 'change-notifications'];

/** The changes that aren't saved yet, in the order in which they were made. */
export function useUnsavedNotificationChanges(): NotificationChange[] {
  return useMutationState({
    filters: { mutationKey: notificationChanges, status: 'pending' },
    select: (mutation) => mutation.state.variables as NotificationChange,
  });
}

/** Turns one switch for notifications. */
export function useChangeNotificationSettings() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationKey: notificationChanges,
    // One after the other: each answer has all switches, and an older one must not come last.
    scope: { id: notificationChanges.join(' ') },
    mutationFn: async (body: NotificationChange) => (await call(changeNotificationSettings, { body })).data,
    onSuccess: async (settings) => {
      const { queryKey } = notificationSettingsQuery();
      // A response that was requested before the change would overwrite it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, settings);
    },
  });
}

export function securityLogQuery() {
  return infiniteQueryOptions({
    queryKey: ['settings', 'log'],
    queryFn: ({ pageParam, signal }) =>
      call(readSecurityLog, { query: { limit: 8, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

/** The picture in a data address. */
function fileOf(address: string): Blob {
  const [head = '', data = ''] = address.split(',', 2);
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? '';
  return new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))], { type });
}

/** Every change to the user's own account; the response updates all screens at once. */
export function useSettingsMutations() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  const show = async (user: User) => {
    // A response that was requested before the change would overwrite it.
    await queryClient.cancelQueries({ queryKey: userQuery().queryKey });
    queryClient.setQueryData(userQuery().queryKey, user);
    await refresh();
  };
  const profile = useApiMutation({
    mutationFn: async (body: BodyOf<typeof changeProfile>) => (await call(changeProfile, { body })).data,
    onSuccess: show,
  });
  const avatar = useApiMutation({
    mutationFn: async (picture: string | null) => {
      const file = picture === null ? null : fileOf(picture);
      const path = file && (await call(uploadPicture, { query: { purpose: 'avatar' }, file })).data.path;
      return (await call(changeProfile, { body: { avatar: path } })).data;
    },
    onSuccess: show,
  });
  const handle = useApiMutation({
    mutationFn: async (wanted: string) => (await call(changeHandle, { body: { handle: wanted } })).data,
    onSuccess: show,
  });
  const email = useApiMutation({
    mutationFn: async ({ email: wanted, password: present }: { email: string; password: string }) =>
      (await call(changeEmail, { body: { email: wanted, proof: await prove(present) } })).data,
    onSuccess: refresh,
  });
  const confirm = useApiMutation({
    mutationFn: async (token: string) => (await call(confirmEmail, { body: { token } })).data,
    onSuccess: show,
  });
  const keepEmail = useApiMutation({ mutationFn: () => call(cancelEmailChange), onSuccess: refresh });
  return { profile, avatar, handle, email, confirm, keepEmail };
}

/** Downloads everything about this user as a file. */
export async function saveEverything(proof: string): Promise<void> {
  await download(exportEverything, { body: { proof } });
}
