import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiProblem } from '../api/problem.ts';
import { askAgain } from './recovery.ts';

const noAnswer = new ApiProblem({ code: 'offline', status: 0, message: 'No answer' });
const gone = new ApiProblem({ code: 'not_found', status: 404, message: 'Gone' });

/** A question that meets these one after the other: failures are thrown, the rest are answers. */
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

test('what nobody answered comes by itself, and its outline is not seen again', async () => {
  const queryClient = client();
  const observer = new QueryObserver(queryClient, { queryKey: ['a'], queryFn: meets(noAnswer, noAnswer, 'here') });
  const seen = await failed(observer);
  expect(await askAgain(queryClient, () => true)).toEqual({ came: 0, missing: 1 });
  expect(await askAgain(queryClient, () => true)).toEqual({ came: 1, missing: 0 });
  expect(observer.getCurrentResult().data).toBe('here');
  expect(seen).not.toContain('pending');
});

test('a list that comes page by page begins with its first page', async () => {
  const queryClient = client();
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: meets(noAnswer, ['first']),
    initialPageParam: 1,
    getNextPageParam: () => 2,
  });
  await failed(observer);
  await askAgain(queryClient, () => true);
  expect(observer.getCurrentResult().data).toEqual({ pages: [['first']], pageParams: [1] });
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
});

test('an answer that will not pass takes the place of the failure, and is not asked about again', async () => {
  const queryClient = client();
  const observer = new QueryObserver(queryClient, { queryKey: ['b'], queryFn: meets(noAnswer, gone) });
  await failed(observer);
  await askAgain(queryClient, () => true);
  expect(observer.getCurrentResult().error).toBe(gone);
  expect(await askAgain(queryClient, () => true)).toEqual({ came: 0, missing: 0 });
});

test('what nobody looks at is left alone', async () => {
  const queryClient = client();
  await failed(new QueryObserver(queryClient, { queryKey: ['c'], queryFn: meets(noAnswer, 'here') }));
  expect(await askAgain(queryClient, () => false)).toEqual({ came: 0, missing: 0 });
});
