import { expect, test } from 'vitest';
import { occupyThreadPool } from '../platform/thread.pool.testing.ts';
import { hashPassword, passwordFits } from './password.ts';

test('passwords are hashed and checked while every thread of the pool is busy', async () => {
  const release = occupyThreadPool();
  try {
    const stored = await hashPassword('a long walk');
    expect(stored).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
    expect(await passwordFits('a long walk', stored)).toBe(true);
    expect(await passwordFits('a short walk', stored)).toBe(false);
    expect(await passwordFits('a long walk', undefined)).toBe(false);
  } finally {
    await release();
  }
});

test('a hash that was stored before is still the same', async () => {
  const stored = 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$H8xAYa-WDvNfTQgXQjPCmUazkCzgyqg-i9m8aSWfcCM';
  expect(await passwordFits('a long walk', stored)).toBe(true);
});

test('of a flood of sign-ins so many wait as the line takes, and the others are refused as busy', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => passwordFits('a long walk', undefined)));
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'busy' });
  expect(refused.length).toBeLessThan(outcomes.length);
});
