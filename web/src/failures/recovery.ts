import { type Query, QueryClient } from '@tanstack/react-query';
import { isPassing } from '../api/problem.ts';
import type { PortalRouter } from '../router.ts';

const shortestPauseMs = 3000;
const longestPauseMs = 30_000;

/** Half of the pause is by chance, so that a server that comes back is not met by everybody at once. */
function pauseAfter(rounds: number): number {
  const whole = Math.min(longestPauseMs, shortestPauseMs * 2 ** rounds);
  return whole / 2 + Math.random() * (whole / 2);
}

/** Asks in the place of a query, which would go back to its outline: what is said of the failure stays meanwhile. */
async function askBeside(query: Query): Promise<void> {
  const beside = new QueryClient();
  try {
    query.setData(
      await beside.fetchQuery({ ...query.options, queryKey: query.queryKey, networkMode: 'always', retry: false }),
    );
  } catch (error) {
    // Another answer than before is what is shown from now on.
    if (error instanceof Error && query.state.data === undefined) query.setState({ error });
  } finally {
    beside.clear();
  }
}

/** Asks once more for what nobody could answer; says how much of it came, and how much is still missing. */
export async function askAgain(queryClient: QueryClient, isWanted: (query: Query) => boolean) {
  const isMissing = ({ state }: Query) => state.status === 'error' && isPassing(state.error);
  const asked = queryClient.getQueryCache().findAll({
    fetchStatus: 'idle',
    predicate: (query) => isMissing(query) && isWanted(query),
  });
  await Promise.all(
    asked.map((query) => (query.state.data === undefined ? askBeside(query) : query.fetch().catch(() => undefined))),
  );
  const missing = asked.filter(isMissing).length;
  return { came: asked.length - missing, missing };
}

/** Whatever failed in passing is asked for until it is here; at once when the browser has found the line again. */
export function recoverByItself(router: PortalRouter, queryClient: QueryClient): void {
  let rounds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStuck = () => router.state.matches.some(({ status }) => status === 'error');
  const later = () => {
    timer ??= setTimeout(ask, pauseAfter(rounds));
  };
  const ask = async () => {
    timer = undefined;
    if (document.visibilityState === 'hidden') return later();
    const { came, missing } = await askAgain(queryClient, (query) => query.isActive() || isStuck());
    rounds = missing > 0 ? rounds + 1 : 0;
    if (missing > 0) later();
    if (came > 0 && isStuck()) await router.invalidate();
  };
  const now = () => {
    if (timer === undefined || document.visibilityState === 'hidden') return;
    clearTimeout(timer);
    rounds = 0;
    void ask();
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isPassing(event.action.error)) later();
  });
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
}
