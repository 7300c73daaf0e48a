import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Appearance, changeAppearance, previewAppearance, readAppearance } from '@vitrine/contract/appearance.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export type Wanted = BodyOf<typeof changeAppearance>;

export function appearanceQuery(accountId: string) {
  return queryOptions({
    queryKey: ['appearance', accountId],
    queryFn: async ({ signal }) =>
      (await call(readAppearance, { params: { merchant_account_id: accountId } }, signal)).data,
  });
}

export function wantedOf({ banner, ...rest }: Appearance): Wanted {
  return { ...rest, banner: banner?.path ?? null };
}

/** The preview address of the storefront with this draft. */
export function previewQuery(accountId: string, wanted: Wanted) {
  return queryOptions({
    queryKey: ['appearance-preview', accountId, wanted],
    queryFn: async ({ signal }) =>
      (await call(previewAppearance, { params: { merchant_account_id: accountId }, body: wanted }, signal)).data.path,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

export function useAppearanceMutations(accountId: string) {
  const queryClient = useQueryClient();
  const save = useApiMutation({
    mutationFn: async (body: Wanted) =>
      (await call(changeAppearance, { params: { merchant_account_id: accountId }, body })).data,
    onSuccess: (saved) => queryClient.setQueryData(appearanceQuery(accountId).queryKey, saved),
  });
  const upload = useApiMutation({
    mutationFn: async (file: File) => (await call(uploadPicture, { query: { purpose: 'banner' }, file })).data,
  });
  return { save, upload };
}
