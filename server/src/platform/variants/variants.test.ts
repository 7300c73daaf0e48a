import { describe, expect, test } from 'vitest';
import { addressesOf, type Variants, variantOfHost, variantOfKey } from './variants.ts';
import { shippedVariants } from './variants.testing.ts';

const atelier = { ...shippedVariants.standard, key: 'atelier', hosts: ['circle.atelier.example'] };
const variants: Variants = { ...shippedVariants, byKey: new Map([...shippedVariants.byKey, ['atelier', atelier]]) };

test('two variants ship: the general creator portal and that of a beauty retailer (§3)', () => {
  expect(Object.fromEntries([...shippedVariants.byKey].map(([key, { name }]) => [key, name]))).toEqual({
    beauty: 'Vitrine Beauty',
    general: 'Vitrine',
  });
  expect(variantOfHost(shippedVariants, 'beauty.localhost').key).toBe('beauty');
  expect(variantOfHost(shippedVariants, 'localhost').key).toBe('general');
});

describe('the variant of a host name (§3)', () => {
  test.each([
    ['beauty.localhost', 'beauty'],
    ['beauty.localhost:3000', 'beauty'],
    ['BEAUTY.localhost', 'beauty'],
    ['circle.atelier.example', 'atelier'],
    ['circle.atelier.example:8443', 'atelier'],
    ['localhost:3000', 'general'],
    ['beauty.example', 'general'],
    ['evil.circle.atelier.example', 'general'],
    ['circle.atelier.example.evil.test', 'general'],
    ['circle.atelier.example@evil.test', 'general'],
    ['xcircle.atelier.example', 'general'],
    ['__proto__', 'general'],
    ['', 'general'],
    [undefined, 'general'],
  ])('%s shows %s', (host, key) => {
    expect(variantOfHost(variants, host).key).toBe(key);
  });

  test('is the standard one for a key that no file has', () => {
    expect(variantOfKey(variants, 'closed-shop').key).toBe('general');
  });
});

describe('the addresses of an installation', () => {
  test('are the public one, and the same with each host name', () => {
    expect(addressesOf({ publicUrl: 'https://portal.example:8443', variants })).toEqual([
      'https://portal.example:8443',
      'https://circle.atelier.example:8443',
    ]);
  });

  test('include names of this machine only on this machine', () => {
    expect(addressesOf({ publicUrl: 'http://127.0.0.1:3000', variants })).toContain('http://beauty.localhost:3000');
  });
});
