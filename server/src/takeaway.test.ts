import { expect, test } from 'vitest';
import { exportEverything } from '@vitrine/contract/settings.ts';
import { stepUp } from '@vitrine/contract/step-up.ts';
import { demoPassword } from '../world/people.ts';
import { granted } from '../world/shelves.ts';
import { openWorld } from '../world/world.ts';

test('everything of a creator is one file, and nothing of anybody else is in it (S27)', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(exportEverything, { body: { proof: 'none' } })).problem.code).toBe('step_up_needed');
  const { proof } = granted(await ava.call(stepUp, { body: { password: demoPassword } }));
  const data = granted(await ava.call(exportEverything, { body: { proof } }));
  expect(data).toMatchObject({ format: 'vitrine-export', version: 1 });
  expect(Object.keys(data.parts)).toEqual(
    expect.arrayContaining(['profile', 'storefronts', 'links', 'clicks_by_day', 'commissions', 'payouts', 'messages']),
  );
  expect(data.parts['profile']).toMatchObject([{ display_name: 'Ava Lindqvist' }]);
  expect(data.parts['placements']?.length).toBeGreaterThan(0);
  const accounts = new Set(data.parts['placements']?.map((row) => row['merchant_account_id']));
  expect(accounts.has(world.people.accounts.noorNorthwind)).toBe(false);
  expect(JSON.stringify(data)).not.toMatch(/password|token_hash|sealed/);
});
