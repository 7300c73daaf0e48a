// The first thing a page runs, a file of its own that needs no other: it asks the server for what the page will ask for,
// while the app is still on its way. The app takes the answers in place of asking again (api/early.ts).
import type { Placement } from '@vitrine/contract/storefront.ts';
import type { Early } from './api/early.ts';
import { firstPictures } from './storefront/first-seen.ts';
import { pages } from 'virtual:early-pages';
import warmAddress from './warm.ts?worker&url';

type Person = { merchant_accounts: { id: string; slug: string }[] };

const token = localStorage.getItem('token');

function ask(path: string): Promise<Response> | undefined {
  const address = `/api/v1${path}`;
  // The app was faster: an answer that nobody takes now would be taken later, when it is out of date.
  if (window.early?.answers.has(address)) return undefined;
  const answer = fetch(address, {
    credentials: 'include',
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
  // Whoever takes it hears of its failure.
  answer.catch(() => undefined);
  window.early?.answers.set(address, answer);
  return answer;
}

/** The answer stays whole for the app. */
async function readAhead<Data>(answer: Promise<Response> | undefined): Promise<Data | undefined> {
  const response = await answer;
  if (!response?.ok) return undefined;
  const { data }: { data: Data } = await response.clone().json();
  return data;
}

async function loadPictures(answer: Promise<Response> | undefined): Promise<void> {
  for (const address of firstPictures((await readAhead<readonly Placement[]>(answer)) ?? [])) {
    const picture = new Image();
    picture.fetchPriority = 'high';
    picture.src = address;
  }
}

/** Lets another thread read what formatters need while this one has better to do (warm.ts). */
function warmUp(): Worker {
  const policy = window.trustedTypes?.createPolicy('vitrine', { createScriptURL: () => warmAddress });
  return new Worker(policy?.createScriptURL('') ?? warmAddress);
}

async function start(pathname: string, search: string): Promise<void> {
  for (const { pattern, calls, plainCalls, accountCalls, pictures } of pages) {
    const address = pattern.exec(pathname);
    if (!address) continue;
    const user = ask('/me');
    for (const call of search === '' ? [...calls, ...plainCalls] : calls) void ask(call);
    if (accountCalls.length === 0) return;
    const accounts = (await readAhead<Person>(user))?.merchant_accounts;
    const account = accounts?.find(({ slug }) => slug === address[1]);
    if (!account) return;
    for (const call of accountCalls) {
      const answer = ask(`/merchant-accounts/${account.id}${call}`);
      if (call === pictures) void loadPictures(answer);
    }
  }
}

// By the same rules as in the app: a token of ours (api/token.ts), and nobody while they register with Google (S06).
if (token && /^[a-z]{2,8}_[\w-]{43}$/.test(token) && localStorage.getItem('google_registration') !== '1') {
  const early: Early = { token, askedAt: Date.now(), answers: new Map() };
  window.early = early;
  start(window.location.pathname, window.location.search).catch(() => undefined);
  warmUp();
}
