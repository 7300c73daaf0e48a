import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import {
  cancelEmailChange,
  changeEmail,
  changeHandle,
  changePassword,
  changeProfile,
  confirmEmail,
  endOtherSessions,
  endSession,
  exportEverything,
  listSessions,
  readSecurityLog,
  readSettings,
} from '@vitrine/contract/settings.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { call } from '../api/call.ts';

export function settingsQuery() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => (await call(readSettings, {}, signal)).data,
  });
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['settings', 'sessions'],
    queryFn: async ({ signal }) => (await call(listSessions, {}, signal)).data,
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

/** Everything a person changes about themself; what the server answers is on every screen at once. */
export function useSettingsDeeds() {
  const queryClient = useQueryClient();
  const settle = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  const show = async (user: User) => {
    queryClient.setQueryData(userQuery().queryKey, user);
    await settle();
  };
  const profile = useMutation({
    mutationFn: async (body: BodyOf<typeof changeProfile>) => (await call(changeProfile, { body })).data,
    onSuccess: show,
  });
  const avatar = useMutation({
    mutationFn: async (file: File | null) => {
      const path = file && (await call(uploadPicture, { query: { purpose: 'avatar' }, file })).data.path;
      return (await call(changeProfile, { body: { avatar: path } })).data;
    },
    onSuccess: show,
  });
  const handle = useMutation({
    mutationFn: async (wanted: string) => (await call(changeHandle, { body: { handle: wanted } })).data,
    onSuccess: show,
  });
  const email = useMutation({
    mutationFn: async (body: BodyOf<typeof changeEmail>) => (await call(changeEmail, { body })).data,
    onSuccess: settle,
  });
  const confirm = useMutation({
    mutationFn: async (token: string) => (await call(confirmEmail, { body: { token } })).data,
    onSuccess: show,
  });
  const keepEmail = useMutation({ mutationFn: () => call(cancelEmailChange), onSuccess: settle });
  const password = useMutation({
    mutationFn: async (body: BodyOf<typeof changePassword>) => (await call(changePassword, { body })).data,
    onSuccess: settle,
  });
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { session_id: id } }),
    onSettled: settle,
  });
  const endOthers = useMutation({
    mutationFn: async () => (await call(endOtherSessions)).data,
    onSettled: settle,
  });
  return { profile, avatar, handle, email, confirm, keepEmail, password, end, endOthers };
}

/** Everything of this person as a file that the browser keeps. */
export async function saveEverything(handle: string | null): Promise<void> {
  const { data } = await call(exportEverything);
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `vitrine-${handle ?? 'account'}-${data.made_at.slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
