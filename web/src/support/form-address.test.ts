import { expect, test } from 'vitest';
import { helpFormAddress, randomAlphanumeric, wrapped } from './form-address.ts';

const user = { motom_user_id: 'm-1', motom_user_unique_key: 'mk_secret' };

test('the help form gets four hidden identifiers, each between 6 random alphanumeric characters on both sides (S23)', () => {
  const address = new URL(
    helpFormAddress('https://forms.example/help?lang=en', { portal: 'beauty', user, merchantId: 'merchant-7' }),
  );
  expect(address.origin + address.pathname).toBe('https://forms.example/help');
  expect(address.searchParams.get('lang')).toBe('en');
  const identifiers = {
    creator_portal_id: 'beauty',
    user_id: 'm-1',
    user_unique_key: 'mk_secret',
    merchant_id: 'merchant-7',
  };
  for (const [name, identifier] of Object.entries(identifiers))
    expect(address.searchParams.get(name), name).toMatch(new RegExp(`^[A-Za-z0-9]{6}${identifier}[A-Za-z0-9]{6}$`));
  expect([...address.searchParams]).toHaveLength(5);
});

test('the padding is new each time (S23)', () => {
  expect(new Set(Array.from({ length: 200 }, () => wrapped('x'))).size).toBe(200);
});

test('every letter and digit occurs, and none noticeably more often', () => {
  const counts = new Map<string, number>();
  for (const character of randomAlphanumeric(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1200);
});
