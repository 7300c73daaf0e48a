import { beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft, keepDraft, readDraft } from './registration-draft.ts';
import {
  forgetGoogleRegistration,
  isGoogleRegistrationOpen,
  noteGoOut,
  noteStepTwo,
  readStepTwo,
  takeGoOut,
} from '../google/registration-flags.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const flow = `vtf_${'a'.repeat(43)}`;
const ticket = {
  ticket: `vtg_${'b'.repeat(43)}`,
  name: 'Lena Moor',
  email: 'lena@mail.test',
  picture: null,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
};

test('the three flags of a registration with Google are set, found again and forgotten together (§72)', () => {
  noteGoOut(flow, true);
  expect([...kept.keys()]).toEqual(['google_go_out', 'google_registration']);
  expect(takeGoOut()).toBe(flow);
  expect(takeGoOut()).toBeUndefined();
  noteStepTwo(ticket);
  expect([...kept.keys()].toSorted()).toEqual(['google_registration', 'google_step_2']);
  expect(readStepTwo()).toEqual(ticket);
  expect(isGoogleRegistrationOpen()).toBe(true);
  forgetGoogleRegistration();
  expect(kept.size).toBe(0);
});

test('logging in with Google starts no registration (S06)', () => {
  noteGoOut(flow, false);
  expect(isGoogleRegistrationOpen()).toBe(false);
});

test('an expired or invalid ticket is removed together with its flags', () => {
  for (const value of [
    JSON.stringify({ ...ticket, expires_at: '2020-01-01T00:00:00Z' }),
    '{',
    'null',
    '{"ticket":1}',
  ]) {
    kept.set('google_registration', '1');
    kept.set('google_step_2', value);
    expect(readStepTwo()).toBeUndefined();
    expect(kept.size).toBe(0);
  }
});

test('a draft is restored as it was stored, and anything else is not', () => {
  const draft = { ...emptyDraft('vti_x'), displayName: 'Iris', avatar: 'data:image/jpeg;base64,AAAA' };
  keepDraft(draft);
  expect(readDraft()).toEqual(draft);
  for (const change of [{ step: 'elsewhere' }, { avatar: 'data:text/html,<b>' }, { handle: 5 }]) {
    kept.set('registration_draft', JSON.stringify({ ...draft, ...change }));
    expect(readDraft()).toBeUndefined();
  }
});
