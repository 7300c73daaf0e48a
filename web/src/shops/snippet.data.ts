import { queryOptions } from '@tanstack/react-query';
import { readSnippet } from '@vitrine/contract/snippet.ts';
import { call } from '../api/call.ts';

export function snippetQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'snippet'],
    queryFn: async ({ signal }) => (await call(readSnippet, { params: { merchant } }, signal)).data,
  });
}
