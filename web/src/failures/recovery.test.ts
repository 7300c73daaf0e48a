import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiProblem } from '../api/problem.ts';
import { refetchMissing } from './recovery.ts';

const noAnswer = new ApiProblem({ code: 'offline', status: 0, message: 'No answer' });
const gone = new ApiProblem({ code: 'not_found', status: 404, message: 'Gone' });

/** A query function with these outcomes in turn: errors are thrown, everything else is returned. */
function meets(...outcomes: unknown[]) {
  return () => {
    const next = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
}

function client() {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
}

async function failed(observer: { subscribe: (seen: (result: { status: string }) => void) => () => void }) {
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    observer.subscribe(({ status }) => {
      seen.push(status);
      if (status === 'error') resolve();
    });
  });
  seen.length = 0;
  return seen;
}

test('a query that failed temporarily is retried without showing its skeleton again', async () => {
  const queryClient = client();
  const observer = new QueryObserver(queryClient, { queryKey: ['a'], queryFn: meets(noAnswer, noAnswer, 'here') });
  const seen = await failed(observer);
  expect(await refetchMissing(queryClient, () => true)).toEqual({ came: 0, missing: 1 });
  expect(await refetchMissing(queryClient, () => true)).toEqual({ came: 1, missing: 0 });
  expect(observer.getCurrentResult().data).toBe('here');
  expect(seen).not.toContain('pending');
});

test('a paged list is retried from its first page', async () => {
  const queryClient = client();
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: meets(noAnswer, ['first']),
    initialPageParam: 1,
    getNextPageParam: () => 2,
  });
  await failed(observer);
  await refetchMissing(queryClient, () => true);
  expect(observer.getCurrentResult().data).toEqual({ pages: [['first']], pageParams: [1] });
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
});

test('a permanent error replaces a temporary one and is not retried', async () => {
  const queryClient = client();
  const observer = new QueryObserver(queryClient, { queryKey: ['b'], queryFn: meets(noAnswer, gone) });
  await failed(observer);
  await refetchMissing(queryClient, () => true);
  expect(observer.getCurrentResult().error).toBe(gone);
  expect(await refetchMissing(queryClient, () => true)).toEqual({ came: 0, missing: 0 });
});

test('a query that no page uses is not retried', async () => {
  const queryClient = client();
  await failed(new QueryObserver(queryClient, { queryKey: ['c'], queryFn: meets(noAnswer, 'here') }));
  expect(await refetchMissing(queryClient, () => false)).toEqual({ came: 0, missing: 0 });
});
