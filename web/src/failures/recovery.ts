import { type Query, QueryClient } from '@tanstack/react-query';
import { answersHere } from '../api/door.ts';
import { isPassing } from '../api/problem.ts';
import type { PortalRouter } from '../router.ts';

const shortestPauseMs = 3000;
const longestPauseMs = 30_000;

/** Half of the pause is random, so that browsers don't all retry at once when the server comes back. */
function pauseAfter(rounds: number): number {
  const whole = Math.min(longestPauseMs, shortestPauseMs * 2 ** rounds);
  return (whole * (1 + Math.random())) / 2;
}

/**
 * Reloads the page when the browser is back online and the server answers. "Online" only means that there is a network,
 * and a reload without an answer would end on the browser's own error page. So it asks for this page's own address
 * first. Returns a function that ends the waiting.
 */
export function reloadOnceBack(): () => void {
  const ended = new AbortController();
  let rounds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = async () => {
    clearTimeout(timer);
    const isBack = await answersHere();
    if (ended.signal.aborted) return;
    if (isBack) window.location.reload();
    else timer = setTimeout(reload, pauseAfter(rounds++));
  };
  window.addEventListener('online', reload, ended);
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

/** Refetches in a client of its own, so that the page keeps showing the failure instead of its skeleton. */
async function fetchSeparately(query: Query): Promise<void> {
  const beside = new QueryClient();
  try {
    query.setData(
      await beside.fetchQuery({ ...query.options, queryKey: query.queryKey, networkMode: 'always', retry: false }),
    );
  } catch (error) {
    // A different error replaces the one on the page.
    if (error instanceof Error && query.state.data === undefined) query.setState({ error });
  } finally {
    beside.clear();
  }
}

/** Retries the queries that failed temporarily. Returns how many succeeded and how many are still missing. */
export async function refetchMissing(queryClient: QueryClient, isWanted: (query: Query) => boolean) {
  const isMissing = ({ state }: Query) => state.status === 'error' && isPassing(state.error);
  const failed = queryClient.getQueryCache().findAll({
    fetchStatus: 'idle',
    predicate: (query) => isMissing(query) && isWanted(query),
  });
  await Promise.all(
    failed.map((query) =>
      query.state.data === undefined
        ? fetchSeparately(query)
        : queryClient.refetchQueries({ queryKey: query.queryKey, exact: true }),
    ),
  );
  const missing = failed.filter(isMissing).length;
  return { came: failed.length - missing, missing };
}

/** Retries temporary failures until they succeed, and at once when the browser is back online. */
export function recoverByItself(router: PortalRouter, queryClient: QueryClient): void {
  let rounds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStuck = () => router.state.matches.some(({ status }) => status === 'error');
  const later = () => {
    timer ??= setTimeout(retry, pauseAfter(rounds));
  };
  const retry = async () => {
    timer = undefined;
    if (document.visibilityState === 'hidden') return later();
    const { came, missing } = await refetchMissing(queryClient, (query) => query.isActive() || isStuck());
    rounds = missing > 0 ? rounds + 1 : 0;
    if (missing > 0) later();
    if (came > 0 && isStuck()) await router.invalidate();
  };
  const now = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    rounds = 0;
    void retry();
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isPassing(event.action.error)) later();
  });
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
}
