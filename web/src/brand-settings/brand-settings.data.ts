import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  changeBrandSettings,
  listSettingChanges,
  readBrandRules,
  readBrandSettings,
} from '@vitrine/contract/brand-settings.ts';
import { cancelBrandReview } from '@vitrine/contract/brand-reviews.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export type WantedSettings = BodyOf<typeof changeBrandSettings>;

export function brandSettingsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'settings'],
    queryFn: async ({ signal }) => (await call(readBrandSettings, { params: { merchant } }, signal)).data,
  });
}

export function settingChangesQuery(merchant: string) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'setting-changes'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listSettingChanges,
        { params: { merchant }, query: { limit: 10, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

/** How a brand counts and pays, for one of its creators. */
export function brandRulesQuery(account: string) {
  return queryOptions({
    queryKey: ['brand-rules', account],
    queryFn: async ({ signal }) =>
      (await call(readBrandRules, { params: { merchant_account_id: account } }, signal)).data,
  });
}

export function useCancelReview(merchant: string) {
  return useApiMutation({
    mutationFn: (id: string) => call(cancelBrandReview, { params: { merchant, review_id: id } }),
    onSettled: useRefetch(merchant),
  });
}

export function useBrandSettingsMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const change = useApiMutation({
    mutationFn: async (body: WantedSettings) => (await call(changeBrandSettings, { params: { merchant }, body })).data,
    onSettled,
  });
  const changeLogo = useApiMutation({
    mutationFn: async (file: File | null) => {
      const logo = file && (await call(uploadPicture, { query: { purpose: 'logo', merchant }, file })).data.path;
      return (await call(changeBrandSettings, { params: { merchant }, body: { logo } })).data;
    },
    onSettled,
  });
  return { change, changeLogo };
}
