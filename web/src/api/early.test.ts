import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Early, forgetEarly, takeEarly } from './early.ts';

const address = '/api/v1/me';
const early = (answers: [string, Promise<Response>][]): Early => {
  const kept: Early = { token: 'mine', askedAt: Date.now(), answers: new Map(answers), refused: new Array<Response>() };
  vi.stubGlobal('window', { early: kept });
  return kept;
};

describe('responses fetched before the app has loaded', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('are returned once, and only for their own token', () => {
    const answer = Promise.resolve(new Response());
    early([[address, answer]]);
    expect(takeEarly(address, 'another')).toBeUndefined();
    expect(takeEarly(address, 'mine')).toBe(answer);
    expect(takeEarly(address, 'mine')).toBeUndefined();
  });

  test('are marked as fetched if the app was faster, so that no response waits there and gets old', () => {
    const { answers } = early([]);
    expect(takeEarly(address, 'mine')).toBeUndefined();
    expect(answers.has(address)).toBe(true);
  });

  test('is not used after something changed on the server', () => {
    early([[address, Promise.resolve(new Response())]]);
    forgetEarly();
    expect(takeEarly(address, 'mine')).toBeUndefined();
  });
});
