import { expect, test } from 'vitest';
import { withoutLoginFragment } from './address.ts';

test.each([
  ['/settings#_=_', '/settings'],
  ['/settings#_', '/settings'],
  ['/settings?tab=social#_=_', '/settings?tab=social'],
  ['/settings?code=a%23b&state=x#_=_', '/settings?code=a%23b&state=x'],
  ['/settings#social#_=_', '/settings#social'],
  ['/#_=_', '/'],
  ['/settings?tab=social#_=_&row=3', '/settings?tab=social#row=3'],
  ['/settings?tab=social#_=_row-3', '/settings?tab=social#row-3'],
  ['/settings#_%3D_', '/settings'],
  ['/settings#social#_', '/settings#social'],
])('§34: %s becomes %s (S03)', (address, clean) => {
  expect(withoutLoginFragment(address)).toBe(clean);
});

test.each([
  '/settings',
  '/settings#social',
  '/settings#_notes',
  '/settings#',
  '/settings?x=#_-y',
  '/settings?q=_=_',
  '/a_=_b',
])('%s stays as it is', (address) => {
  expect(withoutLoginFragment(address)).toBe(address);
});
