import { expect, test } from 'vitest';
import { helpFormAddress, randomAlphanumeric, wrapped } from './form-address.ts';

const user = { motom_user_id: 'm-1', motom_user_unique_key: 'mk_secret' };

test('the help form gets creator portal id, user id, user unique key and merchant id in its address (§114)', () => {
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
    expect(address.searchParams.get(name), name).toContain(identifier);
  expect([...address.searchParams]).toHaveLength(5);
});

test('each identifier is wrapped with 6 random alphanumeric characters before and after (§115, §125)', () => {
  const address = new URL(
    helpFormAddress('https://forms.example/help', { portal: 'general', user, merchantId: 'merchant-7' }),
  );
  expect([...address.searchParams].map(([name, value]) => [name, value.slice(6, -6)])).toEqual([
    ['creator_portal_id', 'general'],
    ['user_id', 'm-1'],
    ['user_unique_key', 'mk_secret'],
    ['merchant_id', 'merchant-7'],
  ]);
  for (const value of address.searchParams.values()) {
    expect(value.slice(0, 6)).toMatch(/^[A-Za-z0-9]{6}$/);
    expect(value.slice(-6)).toMatch(/^[A-Za-z0-9]{6}$/);
  }
});

test('the padding is new each time (§115)', () => {
  expect(new Set(Array.from({ length: 200 }, () => wrapped('x'))).size).toBe(200);
});

test('every letter and digit occurs, and none noticeably more often', () => {
  const counts = new Map<string, number>();
  for (const character of randomAlphanumeric(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1200);
});
