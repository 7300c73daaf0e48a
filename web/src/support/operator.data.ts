import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { readOperator } from '@vitrine/contract/support.ts';
import { call } from '../api/call.ts';

/** Who runs this installation, and how to reach them. */
export type Operator = DataOf<typeof readOperator>;

export function operatorQuery() {
  return queryOptions({
    queryKey: ['operator'],
    queryFn: async ({ signal }) => (await call(readOperator, {}, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The operator's name and address as far as the site's host name tells; used until the settings are loaded, or if they
 * can't be.
 */
export function operatorOfHost(host: string): Operator {
  return { name: `the operator of ${host}`, email: `legal@${host}`, address: null, law: null };
}
