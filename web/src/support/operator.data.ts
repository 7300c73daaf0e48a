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

/** Whoever runs the site, as far as its address tells; until the settings have been asked, or where they cannot be. */
export function operatorOfHost(host: string): Operator {
  return { name: `the operator of ${host}`, email: `legal@${host}`, address: null, law: null };
}
