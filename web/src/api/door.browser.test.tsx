import { readEarnings } from '@vitrine/contract/commissions.ts';
import { exportOrders } from '@vitrine/contract/orders.ts';
import { downloadShopperData } from '@vitrine/contract/privacy-requests.ts';
import { notLoggedInMessage, unauthenticatedMessage } from '@vitrine/contract/refusals.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operatorToken, token } from '../portal.testing.tsx';
import { call } from './call.ts';
import { whenSessionEnds } from './door.ts';
import { download } from './download.ts';
import { followLive } from './live.ts';
import { uploadWithProgress } from './upload.ts';

// Each way in which the portal reaches the API, answered as if the session had ended.

type Sent = { address: string; headers: Headers; credentials?: string | undefined };

const picture = new File(['picture'], 'serum.png', { type: 'image/png' });
const following = new AbortController();

/** Makes one request, and returns when its answer was handled. */
const ways: Record<string, () => Promise<unknown>> = {
  'a call': () => call(readEarnings),
  'the fetch of the user': () => call(me),
  'an upload': () => uploadWithProgress(picture, { purpose: 'message' }, () => undefined, following.signal),
  'a download': () => download(exportOrders, { params: { merchant: 'glow-lab' } }),
  'a download of JSON': () => download(downloadShopperData, { params: { merchant: 'glow-lab', request_id: 'r_1' } }),
  'the event stream': () => followLive({ onEvent: () => undefined, onOpened: () => undefined }, following.signal),
};

const sent: Sent[] = [];
const ended = vi.fn<() => void>();

/** Answers every request, however it is made. */
function answerWith(answer: () => Response): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, headers: new Headers(init.headers), credentials: init.credentials });
    return answer();
  });
  vi.stubGlobal('XMLHttpRequest', uploadsAnsweredWith(answer));
}

function uploadsAnsweredWith(answer: () => Response) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    readonly headers = new Headers();
    withCredentials = false;
    address = '';
    status = 0;
    statusText = '';
    responseText = '';
    open(_method: string, address: string): void {
      this.address = address;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }
    getResponseHeader(): string {
      return 'application/json';
    }
    async send(): Promise<void> {
      const { address, headers } = this;
      sent.push({ address, headers, credentials: this.withCredentials ? 'include' : undefined });
      const response = answer();
      this.status = response.status;
      this.responseText = await response.text();
      this.dispatchEvent(new Event('load'));
    }
  };
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('token', token);
  sent.length = 0;
  ended.mockReset();
  whenSessionEnds(ended);
});
afterEach(() => {
  delete window.early;
});

describe.each(Object.keys(ways))('an unauthenticated answer to %s', (way) => {
  test.each([
    ['§117', 401, unauthenticatedMessage],
    ['§116', 401, notLoggedInMessage],
    ['§116', 500, notLoggedInMessage],
    ['§116', 200, notLoggedInMessage],
    ['§117', 200, unauthenticatedMessage],
  ])(
    '%s §36 §108: ends the session and removes the token, as %i “%s” (S04, S21)',
    async (_sentence, status, message) => {
      answerWith(() => Response.json({ message }, { status }));
      await ways[way]?.().catch(() => undefined);
      expect(localStorage.getItem('token')).toBeNull();
      expect(ended).toHaveBeenCalledOnce();
    },
  );

  test('§102 §105: it carries the bearer token and credentials, below /api/v1 (S21)', async () => {
    answerWith(() => Response.json({ message: unauthenticatedMessage }, { status: 401 }));
    await ways[way]?.().catch(() => undefined);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.address).toMatch(/^\/api\/v1\//);
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(sent[0]?.credentials).toBe('include');
  });
});

test('§108: a refused early request ends the session even if no page takes it (S04)', async () => {
  const refused = () => Response.json({ message: unauthenticatedMessage }, { status: 401 });
  for (const isBefore of [true, false]) {
    localStorage.setItem('token', token);
    ended.mockReset();
    window.early = {
      token,
      askedAt: Date.now(),
      answers: new Map(),
      refused: Array.from({ length: isBefore ? 1 : 0 }, refused),
    };
    whenSessionEnds(ended);
    if (!isBefore) window.early.refused.push(refused());
    await expect.poll(() => ended.mock.calls.length).toBe(1);
    expect(localStorage.getItem('token')).toBeNull();
  }
});

test('§108: a call that takes an early answer handles it like its own (S04)', async () => {
  const answer = Promise.resolve(Response.json({ message: notLoggedInMessage }));
  window.early = {
    token,
    askedAt: Date.now(),
    answers: new Map([['/api/v1/me', answer]]),
    refused: new Array<Response>(),
  };
  await expect(call(me)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(localStorage.getItem('token')).toBeNull();
  expect(ended).toHaveBeenCalledOnce();
});

test('an answer to an earlier session leaves the present one alone', async () => {
  answerWith(() => {
    localStorage.setItem('token', operatorToken);
    return Response.json({ message: unauthenticatedMessage }, { status: 401 });
  });
  await call(readEarnings).catch(() => undefined);
  expect(localStorage.getItem('token')).toBe(operatorToken);
  expect(ended).not.toHaveBeenCalled();
});

test('other refusals, and texts that only contain the message, end nothing', async () => {
  for (const answer of [
    () => Response.json({ message: 'Not allowed', code: 'forbidden' }, { status: 403 }),
    () => Response.json({ message: 'Wrong email or password', code: 'wrong_credentials' }, { status: 401 }),
    () => Response.json({ data: { message: unauthenticatedMessage } }),
    () => new Response('Bad gateway', { status: 502 }),
  ]) {
    answerWith(answer);
    await call(readEarnings).catch(() => undefined);
    expect(localStorage.getItem('token')).toBe(token);
  }
  expect(ended).not.toHaveBeenCalled();
});
