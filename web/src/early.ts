// The first thing a page runs, a file of its own that needs no other: it asks the server for what the page will ask for,
// while the app is still on its way. The app takes the answers in place of asking again (api/early.ts).
import type { Early } from './api/early.ts';

type Account = { id: string; slug: string };

const token = localStorage.getItem('token');

function ask(path: string): Promise<Response> {
  const answer = fetch(`/api/v1${path}`, {
    credentials: 'include',
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
  // Whoever takes it hears of its failure.
  answer.catch(() => undefined);
  window.early?.answers.set(`/api/v1${path}`, answer);
  return answer;
}

/** What stands on a storefront is asked for by its id, which the answer about the person names. */
async function askForShelf(user: Promise<Response>, slug: string): Promise<void> {
  const { data }: { data: { merchant_accounts: Account[] } } = await (await user).clone().json();
  const account = data.merchant_accounts.find((each) => each.slug === slug);
  if (!account) return;
  void ask(`/merchant-accounts/${account.id}/placements`);
  void ask(`/merchant-accounts/${account.id}/collections`);
}

function start(path: string, search: string): void {
  const shelf = /^\/manage\/([\w-]+)\/products$/.exec(path)?.[1];
  if (!['/', '/earnings'].includes(path) && !shelf) return;
  const user = ask('/me');
  if (path === '/' && search === '') void ask('/overview?days=30');
  if (path === '/earnings') void ask('/earnings');
  if (shelf) askForShelf(user, shelf).catch(() => undefined);
}

if (token && /^[\w-]+$/.test(token)) {
  const early: Early = { token, askedAt: Date.now(), answers: new Map() };
  window.early = early;
  start(window.location.pathname, window.location.search);
}
