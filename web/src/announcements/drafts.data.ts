import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type AnnouncementDraft,
  createAnnouncementDraft,
  deleteAnnouncementDraft,
  type DraftFields,
  getAnnouncementDraft,
  listAnnouncementAudiences,
  listAnnouncementDrafts,
  publishAnnouncementDraft,
  saveAnnouncementDraft,
  scheduleAnnouncementDraft,
  testAnnouncementDraft,
  unscheduleAnnouncementDraft,
} from '@vitrine/contract/announcements.drafts.ts';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function draftsQuery(merchant: string) {
  return infiniteQueryOptions({
    queryKey: ['announcement-drafts', merchant, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAnnouncementDrafts,
        { params: { merchant }, query: { ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

/** Never from the cache: an editor that opens an old revision could not save it. */
export function draftQuery(merchant: string, id: string) {
  return queryOptions({
    queryKey: ['announcement-drafts', merchant, 'one', id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(getAnnouncementDraft, { params: { merchant, draft_id: id } }, signal)).data,
  });
}

export function audiencesQuery(merchant: string) {
  return queryOptions({
    queryKey: ['announcement-drafts', merchant, 'audiences'],
    queryFn: async ({ signal }) => (await call(listAnnouncementAudiences, { params: { merchant } }, signal)).data,
  });
}

/** Products to choose from; the first few without a search. */
export function productChoicesQuery(merchant: string, search: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'products', 'choices', search],
    queryFn: async ({ signal }) =>
      (await call(listCatalogue, { params: { merchant }, query: { limit: 8, ...(search && { search }) } }, signal))
        .data,
  });
}

type Revision = { id: string; revision: number };

/** The calls that change drafts. Each refreshes what lists of drafts and announcements show. */
export function useDraftMutations(merchant: string) {
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [
        ['announcement-drafts', merchant],
        ['published-announcements', merchant],
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const paramsOf = (id: string) => ({ merchant, draft_id: id });
  const save = useApiMutation({
    mutationFn: async ({ draft, fields }: { draft: AnnouncementDraft | undefined; fields: DraftFields }) =>
      draft
        ? (
            await call(saveAnnouncementDraft, {
              params: paramsOf(draft.id),
              body: { ...fields, revision: draft.revision },
            })
          ).data
        : (await call(createAnnouncementDraft, { params: { merchant }, body: fields })).data,
    onSettled,
  });
  const publish = useApiMutation({
    mutationFn: async ({ id, revision }: Revision) =>
      (await call(publishAnnouncementDraft, { params: paramsOf(id), body: { revision } })).data,
    onSettled,
  });
  const schedule = useApiMutation({
    mutationFn: async ({ id, revision, localTime }: Revision & { localTime: string }) =>
      (
        await call(scheduleAnnouncementDraft, {
          params: paramsOf(id),
          body: { revision, local_time: localTime },
        })
      ).data,
    onSettled,
  });
  const unschedule = useApiMutation({
    mutationFn: async (id: string) => (await call(unscheduleAnnouncementDraft, { params: paramsOf(id) })).data,
    onSettled,
  });
  const remove = useApiMutation({
    mutationFn: (id: string) => call(deleteAnnouncementDraft, { params: paramsOf(id) }),
    onSettled,
  });
  const test = useApiMutation({
    mutationFn: async (id: string) => (await call(testAnnouncementDraft, { params: paramsOf(id) })).data,
  });
  const upload = useApiMutation({
    mutationFn: async (file: File) =>
      (await call(uploadPicture, { query: { purpose: 'message', merchant }, file })).data,
  });
  return { save, publish, schedule, unschedule, remove, test, upload };
}
