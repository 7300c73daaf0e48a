import { expect, test } from 'vitest';
import { withoutLoginFragment } from './address.ts';

test.each([
  ['/settings#_=_', '/settings'],
  ['/settings#_', '/settings'],
  ['/settings?tab=social#_=_', '/settings?tab=social'],
  ['/settings?code=a%23b&state=x#_=_', '/settings?code=a%23b&state=x'],
  ['/settings#social#_=_', '/settings#social'],
  ['/#_=_', '/'],
])('%s becomes %s (S03)', (address, clean) => {
  expect(withoutLoginFragment(address)).toBe(clean);
});

test.each(['/settings', '/settings#social', '/settings#_notes', '/settings?x=#_-y', '/a_=_b'])(
  '%s stays as it is',
  (address) => {
    expect(withoutLoginFragment(address)).toBe(address);
  },
);
