import { expect, test } from 'vitest';
import { passwordCost } from '../config.ts';
import { occupyThreadPool } from '../platform/thread.pool.testing.ts';
import { hashPassword, passwordFits } from './password.ts';

test('passwords are hashed and verified while every pool thread is busy', async () => {
  const release = occupyThreadPool();
  try {
    const stored = await hashPassword('a long walk', passwordCost);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwordFits('a long walk', stored, passwordCost)).toBe(true);
    expect(await passwordFits('a short walk', stored, passwordCost)).toBe(false);
    expect(await passwordFits('a long walk', undefined, passwordCost)).toBe(false);
  } finally {
    await release();
  }
});

test('a hash is verified with the cost it was made with', async () => {
  const stored = await hashPassword('a long walk', { memory: 64, passes: 1 });
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await passwordFits('a long walk', stored, passwordCost)).toBe(true);
  expect(await passwordFits('a short walk', stored, passwordCost)).toBe(false);
});

test('a hash stored without its cost is still valid', async () => {
  const stored = 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$H8xAYa-WDvNfTQgXQjPCmUazkCzgyqg-i9m8aSWfcCM';
  expect(await passwordFits('a long walk', stored, passwordCost)).toBe(true);
});

test('in a flood of logins the queue fills to its limit, and the others are refused as busy', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 120 }, () => passwordFits('a long walk', undefined, passwordCost)),
  );
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'busy' });
  expect(refused.length).toBeLessThan(outcomes.length);
});
