import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Early, takeEarly } from './early.ts';

const address = '/api/v1/me';
const early = (answers: [string, Promise<Response>][]): Early => {
  const kept: Early = { token: 'mine', askedAt: Date.now(), answers: new Map(answers) };
  vi.stubGlobal('window', { early: kept });
  return kept;
};

describe('what was asked for before the app was there', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('is given once, and to nobody else', () => {
    const answer = Promise.resolve(new Response());
    early([[address, answer]]);
    expect(takeEarly(address, 'another')).toBeUndefined();
    expect(takeEarly(address, 'mine')).toBe(answer);
    expect(takeEarly(address, 'mine')).toBeUndefined();
  });

  test('is known as asked for where the app was faster, so that no answer waits there to grow old', () => {
    const { answers } = early([]);
    expect(takeEarly(address, 'mine')).toBeUndefined();
    expect(answers.has(address)).toBe(true);
  });
});
