import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { changeInstallation, readInstallation, sendTestMail } from '@vitrine/contract/installation.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function installationQuery() {
  return queryOptions({
    queryKey: ['operator', 'installation'],
    queryFn: async ({ signal }) => (await call(readInstallation, {}, signal)).data,
  });
}

export function useChangeInstallation() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof changeInstallation>) => (await call(changeInstallation, { body })).data,
    onSuccess: (changed) => {
      queryClient.setQueryData(installationQuery().queryKey, changed);
    },
  });
}

export function useTestMail() {
  return useApiMutation({
    mutationFn: async (email: string) => (await call(sendTestMail, { body: { email } })).data,
  });
}
