import type { User } from '@vitrine/contract/accounts.ts';
import { readPortal } from '@vitrine/contract/accounts.ts';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import { readOverview } from '@vitrine/contract/overview.ts';
import { logout, me } from '@vitrine/contract/sessions.ts';
import { readOperator } from '@vitrine/contract/support.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal, saved } from '../calls.testing.ts';
import { ava } from '../components.testing.tsx';
import { operatorToken, showPortal, startPortal, token } from '../portal.testing.tsx';

const never = () => new Promise<never>(() => undefined);
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

type Refusal = ReturnType<typeof refusal>;
type Answered = Partial<User> | Refusal;
const isRefusal = (answer: Answered): answer is Refusal => 'code' in answer;

/** The server's answer to who is logged in. What pages load by themselves never comes; `homes` and `loads` count it. */
function answerMe(answer: () => Answered | Promise<Answered>) {
  const homes = answerCalls(readOverview, never);
  const loads = answerCalls(readEarnings, never);
  const calls = answerCalls(me, async () => {
    const given = await answer();
    return isRefusal(given) ? given : { data: { ...ava, ...given } };
  });
  return { calls, homes, loads };
}

/** Opens an address with a token, as a page load does. */
function open(address: string) {
  localStorage.setItem('token', token);
  const { router } = startPortal(address);
  return {
    router,
    loaded: router.load(),
    place: () => router.latestLocation.pathname,
    /** The page that is there, with all its guards behind it. */
    shown: () => router.state.matches.at(-1)?.fullPath,
  };
}

beforeEach(() => {
  answerCalls(logout, saved);
  answerCalls(readPortal, saved);
  answerCalls(readOperator, () => ({
    data: { name: 'Vitrine', email: 'help@vitrine.test', address: null, law: null },
  }));
});
afterEach(() => {
  vi.useRealTimers();
});

describe('who may use the app pages', () => {
  test('§78: only the status 100 (S05)', async () => {
    let status = 100;
    const { loads } = answerMe(() => ({ user_status: status }));
    open('/earnings');
    await expect.poll(() => loads.length).toBe(1);
    expect(localStorage.getItem('token')).toBe(token);
    for (status of [0, 10, 50, 90, 99, 101]) {
      const barred = open('/earnings');
      await expect.poll(barred.shown, { message: String(status) }).toBe('/login');
      expect(localStorage.getItem('token'), String(status)).toBeNull();
    }
  });

  test.each([
    '/',
    '/earnings',
    '/login',
    '/forgot',
    '/reset-password',
    '/reset-password#vtr_link',
    '/setup#code',
    '/start-invite#glow-lab-invitation',
    '/pages/terms-of-use',
    '/login-as/somebody#code',
    '/apply/glow-lab',
  ])('§79: another status on %s is logged out and sent to /login, which says why (S05)', async (address) => {
    const ended = answerCalls(logout, saved);
    answerMe(() => ({ user_status: 50 }));
    const { router, shown } = open(address);
    await expect.poll(() => [shown(), router.latestLocation.state.barrier]).toEqual(['/login', 'locked']);
    expect(localStorage.getItem('token')).toBeNull();
    await expect.poll(() => ended.length).toBe(1);
  });

  test('§79: another status stays on /register, with its token, also while it points at a link to another page (S05)', async () => {
    answerMe(() => ({ user_status: 10 }));
    const { router, loaded, place } = open('/register');
    await loaded;
    await router.preloadRoute({ to: '/' });
    await router.preloadRoute({ to: '/login' });
    expect(place()).toBe('/register');
    expect(localStorage.getItem('token')).toBe(token);
  });

  test.each([
    ['is open', false],
    ['opens', true],
  ])('§79: a status that changes while a public page %s leads to /login', async (_when, isOpening) => {
    let status = 100;
    answerMe(() => ({ user_status: status, role: 'brand' }));
    localStorage.setItem('token', token);
    const { router, queryClient } = await showPortal('/pages/terms-of-use');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
    status = 50;
    if (isOpening) void router.navigate({ to: '/pages/$slug', params: { slug: 'privacy-policy' } });
    await queryClient.refetchQueries({ queryKey: ['user'] });
    await expect.element(page.getByText(/Your account is locked/)).toBeVisible();
    expect(router.latestLocation.pathname).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('at the start', () => {
  test('§80: with a token the current user is fetched, once (S06)', async () => {
    const { calls, loads } = answerMe(() => ({}));
    open('/earnings');
    await expect.poll(() => loads.length).toBe(1);
    expect(calls.length).toBe(1);
  });

  test('§81: nothing is shown while the user is fetched (S06)', async () => {
    const asked = Promise.withResolvers<void>();
    answerMe(() => {
      asked.resolve();
      return never();
    });
    localStorage.setItem('token', token);
    const { screen } = await showPortal('/earnings');
    await asked.promise;
    expect(screen.container.textContent).toBe('');
    expect(screen.container.childElementCount).toBe(0);
  });

  test.each([
    '/',
    '/earnings',
    '/messages/glow-lab',
    '/brand/glow-lab',
    '/operator/users',
    '/forgot',
    '/login-as/somebody',
  ])('§82 §118: if the fetch fails on %s, the token is cleared and the user goes to /login (S06)', async (address) => {
    for (const code of ['unauthenticated', 'forbidden'] as const) {
      answerMe(() => refusal(code));
      const { place } = open(address);
      await expect.poll(place, { message: code }).toBe('/login');
      expect(localStorage.getItem('token'), code).toBeNull();
    }
  });

  test.each(['/start-invite', '/register'])(
    '§83 §118: if it fails on %s, the token is cleared and the page stays (S06)',
    async (address) => {
      for (const code of ['unauthenticated', 'forbidden'] as const) {
        answerMe(() => refusal(code));
        const { loaded, place } = open(address);
        await loaded;
        expect(localStorage.getItem('token'), code).toBeNull();
        expect(place(), code).toBe(address);
      }
    },
  );

  test.each([
    '/login',
    '/register',
    '/forgot',
    '/reset-password',
    '/reset-password#vtr_link',
    '/start-invite',
    '/pages/terms-of-use',
  ])('§83: during an outage %s is shown at once, and the token stays (S06)', async (address) => {
    for (const outage of [() => refusal('internal'), () => refusal('busy'), noAnswer]) {
      const { calls } = answerMe(outage);
      localStorage.setItem('token', token);
      const { screen, router } = await showPortal(address);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(router.latestLocation.href).toBe(address);
      expect(calls.length).toBe(1);
      expect(localStorage.getItem('token')).toBe(token);
      await screen.unmount();
    }
  });

  test('§82*, §83: a server that takes a connection and doesn’t answer is away after four seconds, until it does', async () => {
    const answer = Promise.withResolvers<Partial<User>>();
    answerMe(() => answer.promise);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    localStorage.setItem('token', token);
    const { router } = await showPortal('/login');
    await vi.advanceTimersByTimeAsync(4000);
    vi.useRealTimers();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Login');
    expect(localStorage.getItem('token')).toBe(token);
    // From then on the guard sends a logged-in user home.
    const again = vi.spyOn(router, 'invalidate').mockResolvedValue();
    answer.resolve({});
    await expect.poll(() => again.mock.calls.length).toBe(1);
  });

  test.each(['/', '/login', '/register', '/start-invite', '/pages/terms-of-use'])(
    '§84 §88: without a token nobody is logged in, and %s fetches no user (S06)',
    async (address) => {
      for (const value of [null, 'not a token', '']) {
        const { calls } = answerMe(() => ({}));
        if (value === null) localStorage.removeItem('token');
        else localStorage.setItem('token', value);
        const { router } = startPortal(address);
        await router.load();
        await expect.poll(() => router.latestLocation.pathname).toBe(address === '/' ? '/login' : address);
        expect(calls).toEqual([]);
      }
    },
  );

  test.each(['/', '/earnings', '/login', '/register', '/start-invite', '/pages/terms-of-use'])(
    '§85: while a registration with Google is in progress, %s fetches no user (S06)',
    async (address) => {
      const { calls } = answerMe(() => ({}));
      localStorage.setItem('google_registration', '1');
      const { loaded } = open(address);
      await loaded;
      expect(calls).toEqual([]);
      expect(localStorage.getItem('token')).toBe(token);
    },
  );
});

describe('addresses', () => {
  test.each(['/login', '/forgot', '/reset-password', '/setup'])(
    '§86: a logged-in user on %s goes to / (S07)',
    async (address) => {
      const { homes } = answerMe(() => ({}));
      const { place } = open(address);
      await expect.poll(() => [place(), homes.length]).toEqual(['/', 1]);
      expect(localStorage.getItem('token')).toBe(token);
    },
  );

  test('§86*: from a link to set a password a logged-in user isn’t sent away', async () => {
    answerMe(() => ({}));
    const { router, loaded } = open('/reset-password#vtr_link');
    await loaded;
    expect(router.latestLocation.href).toBe('/reset-password#vtr_link');
  });

  test.each([
    '/creators/register',
    '/register/now',
    '/pages/register',
    '/login-as/register',
    '/manage/glow-lab/registered',
    '/analytics-page/glow-lab/Register',
    '/pre-register',
  ])('§87: %s contains register and isn’t the register page, so it leads there (S07)', async (path) => {
    const { router } = startPortal(`${path}?code=abc-12345678#part`);
    await router.load();
    await expect.poll(() => router.latestLocation.href).toBe('/register?code=abc-12345678#part');
  });

  test.each([
    '/settings?from=register',
    '/settings#register',
    '/manage/cash-register/products',
    '/messages/register--co',
    '/brand/cash-register/orders',
  ])('§87*: %s doesn’t lead to the register page', async (address) => {
    const { router } = startPortal(address);
    await router.load();
    await expect.poll(() => router.latestLocation.pathname).toBe('/login');
    expect(localStorage.getItem('redirectPath')).toBe(address);
  });
});

describe('an unauthenticated answer', () => {
  test('§36 §117: while a page is open, it leads to /login and keeps the path (S04)', async () => {
    answerMe(() => ({}));
    answerCalls(readEarnings, () => refusal('unauthenticated'));
    const { shown } = open('/earnings?state=paid');
    await expect.poll(shown).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('redirectPath')).toBe('/earnings?state=paid');
  });

  test.each([
    ['§36', '/login'],
    ['§36', '/register'],
    ['§36*, §82*', '/start-invite'],
    ['§36*, §82*', '/apply/glow-lab'],
    ['§36*, §82*', '/pages/privacy-policy'],
    ['§36*, §82*', '/setup'],
    ['§36*, §82*', '/reset-password#vtr_link'],
  ])('%s: on %s it only clears the token', async (_sentences, address) => {
    answerMe(() => refusal('unauthenticated'));
    const { router, loaded } = open(address);
    await loaded;
    expect(localStorage.getItem('token')).toBeNull();
    expect(router.latestLocation.href).toBe(address);
  });

  test('§36*, §103: to an impersonated session, it brings the operator’s own session back, on a public page too (S04, S22)', async () => {
    let answers = 0;
    answerMe(() => (answers++ === 0 ? refusal('unauthenticated') : { role: 'operator' }));
    localStorage.setItem('original_token', operatorToken);
    const { loaded } = open('/pages/privacy-policy');
    await loaded;
    await expect.poll(() => answers).toBeGreaterThan(1);
    expect(localStorage.getItem('token')).toBe(operatorToken);
    expect(localStorage.getItem('original_token')).toBeNull();
  });
});
