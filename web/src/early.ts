// The first script of a page, a file of its own without imports: it makes the page's requests while the app is still
// loading. The app uses the responses instead of fetching again (api/early.ts).
import type { Placement } from '@vitrine/contract/storefront.ts';
import type { Early } from './api/early.ts';
import { firstPictures } from './storefront/first-seen.ts';
import { pages } from 'virtual:early-pages';
import warmAddress from './warm.ts?worker&url';

type Person = { merchant_accounts: { id: string; slug: string }[] };

const token = localStorage.getItem('token');

function request(path: string): Promise<Response> | undefined {
  const address = `/api/v1${path}`;
  // The app was faster. A response stored now would never be used, or only when it is out of date.
  if (window.early?.answers.has(address)) return undefined;
  const answer = fetch(address, {
    credentials: 'include',
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
  // Whoever uses the response handles its failure; a refusal counts even if nobody does.
  answer.then(
    (response) => response.ok || window.early?.refused.push(response.clone()),
    () => undefined,
  );
  window.early?.answers.set(address, answer);
  return answer;
}

/** The app reads the original, so this reads a copy. */
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

/** Lets another thread read the data of the formatters in the meantime (warm.ts). */
function warmUp(): Worker {
  const policy = window.trustedTypes?.createPolicy('vitrine', { createScriptURL: () => warmAddress });
  return new Worker(policy?.createScriptURL('') ?? warmAddress);
}

async function start(pathname: string, search: string): Promise<void> {
  for (const { pattern, calls, plainCalls, accountCalls, pictures } of pages) {
    const address = pattern.exec(pathname);
    if (!address) continue;
    const user = request('/me');
    for (const call of search === '' ? [...calls, ...plainCalls] : calls) void request(call);
    if (accountCalls.length === 0) return;
    const accounts = (await readAhead<Person>(user))?.merchant_accounts;
    const account = accounts?.find(({ slug }) => slug === address[1]);
    if (!account) return;
    for (const call of accountCalls) {
      const answer = request(`/merchant-accounts/${account.id}${call}`);
      if (call === pictures) void loadPictures(answer);
    }
  }
}

// The same rules as in the app: a valid token (api/token.ts), and no user during a registration with Google (S06).
if (token && /^[a-z]{2,8}_[\w-]{43}$/.test(token) && localStorage.getItem('google_registration') !== '1') {
  const early: Early = { token, askedAt: Date.now(), answers: new Map(), refused: new Array<Response>() };
  window.early = early;
  start(window.location.pathname, window.location.search).catch(() => undefined);
  warmUp();
}
