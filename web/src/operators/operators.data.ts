import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import {
  addBrandOwner,
  changeBrand,
  checkAuditLog,
  createBrand,
  endUserSessions,
  handOverLink,
  listAuditEntries,
  listBrands,
  listMails,
  listUsers,
  readMail,
  readUser,
  resendMail,
  setBrandStatus,
  setUserStatus,
} from '@vitrine/contract/operators.ts';
import { prove } from '../passwords/prove.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

type Filter<Query> = Omit<Query, 'cursor' | 'limit'>;

export function usersQuery(filter: Filter<QueryOf<typeof listUsers>>) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'users', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function personQuery(uid: string) {
  return queryOptions({
    queryKey: ['operator', 'person', uid],
    queryFn: async ({ signal }) => (await call(readUser, { params: { uid } }, signal)).data,
  });
}

export function mailsQuery(filter: Filter<QueryOf<typeof listMails>>) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'mails', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listMails, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

/** Fetched again each time it is opened, because the address of its HTML part is valid for one minute. */
export function mailQuery(mailId: string) {
  return queryOptions({
    queryKey: ['operator', 'mail', mailId],
    queryFn: async ({ signal }) => (await call(readMail, { params: { mail_id: mailId } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function auditQuery(filter: Filter<QueryOf<typeof listAuditEntries>>) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function auditCheckQuery() {
  return queryOptions({
    queryKey: ['operator', 'audit-check'],
    queryFn: async ({ signal }) => (await call(checkAuditLog, {}, signal)).data,
  });
}

export function brandsQuery() {
  return queryOptions({
    queryKey: ['operator', 'brands'],
    queryFn: async ({ signal }) => (await call(listBrands, {}, signal)).data,
  });
}

function useAskAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['operator'] });
}

/** The changes that an operator can make to a user. */
export function usePersonMutations(uid: string) {
  const onSettled = useAskAgain();
  const setStatus = useApiMutation({
    mutationFn: async (body: BodyOf<typeof setUserStatus>) =>
      (await call(setUserStatus, { params: { uid }, body })).data,
    onSettled,
  });
  const endSessions = useApiMutation({
    mutationFn: async (body: BodyOf<typeof endUserSessions>) =>
      (await call(endUserSessions, { params: { uid }, body })).data,
    onSettled,
  });
  return { setStatus, endSessions };
}

export function useResend(mailId: string) {
  const onSettled = useAskAgain();
  return useApiMutation({ mutationFn: () => call(resendMail, { params: { mail_id: mailId } }), onSettled });
}

/** Gets the link of an email after the operator confirms their password. Neither stays in the cache. */
export function useHandOver(mailId: string) {
  return useApiMutation({
    mutationFn: async ({ password, reason }: { password: string; reason: string }) => {
      const body = { proof: await prove(password), reason: reason.trim() };
      return (await call(handOverLink, { params: { mail_id: mailId }, body })).data;
    },
    gcTime: 0,
  });
}

/** The changes that an operator can make to a brand. */
export function useBrandMutations(brandId: string) {
  const onSettled = useAskAgain();
  const params = { merchant_id: brandId };
  const change = useApiMutation({
    mutationFn: async (body: BodyOf<typeof changeBrand>) => (await call(changeBrand, { params, body })).data,
    onSettled,
  });
  const setStatus = useApiMutation({
    mutationFn: async (body: BodyOf<typeof setBrandStatus>) => (await call(setBrandStatus, { params, body })).data,
    onSettled,
  });
  const addOwner = useApiMutation({
    mutationFn: async (body: BodyOf<typeof addBrandOwner>) => (await call(addBrandOwner, { params, body })).data,
    onSettled,
  });
  return { change, setStatus, addOwner };
}

export function useOpenBrand() {
  const onSettled = useAskAgain();
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof createBrand>) => (await call(createBrand, { body })).data,
    onSettled,
  });
}
