import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPayoutMethods, readCashOut, removePayoutMethod, setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addMethod, american, avaOf, earnCurrent, french, proofOf, request } from './payouts.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('new bank details can be used 72 hours after a change or removal, and the user gets an email about each (S27)', async () => {
  const ava = avaOf(world);
  const creator = await world.signIn('ava@creators.test');
  const params = { merchant_account_id: ava.merchantAccountId };
  await earnCurrent(world, ava, 3_000n);
  await addMethod(creator);
  const [first] = granted(await creator.call(listPayoutMethods));
  expect(first).toMatchObject({ hint: '•••• 0189', country: 'FR', usable_from: world.clock.now().toISOString() });
  const obstacles = async () => granted(await creator.call(readCashOut, { params }))[0]?.in_the_way;
  expect(await obstacles()).toEqual([]);

  granted(
    await creator.call(removePayoutMethod, {
      params: { payout_method_id: first?.id ?? '' },
      body: { proof: await proofOf(creator) },
    }),
  );
  expect(await obstacles()).toEqual(['no_method']);
  await addMethod(creator, american);
  const [second] = granted(await creator.call(listPayoutMethods));
  expect(second?.usable_from).toBe(new Date(world.clock.now().getTime() + 72 * 3_600_000).toISOString());
  expect((await request(creator, ava)).problem.errors).toEqual({ in_the_way: ['cooling_off'] });
  world.clock.advance(72 * 3_600_000 - 1);
  expect(await obstacles()).toEqual(['cooling_off']);
  world.clock.advance(1);
  expect(await obstacles()).toEqual([]);

  const kept = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
    mails: await tx.selectFrom('mails').select(['recipient', 'text']).orderBy('created_at').execute(),
    methods: await tx.selectFrom('payout_methods').selectAll().execute(),
  }));
  expect(kept.mails.map((mail) => mail.recipient)).toEqual(Array(3).fill('ava@creators.test'));
  expect(kept.mails[2]?.text).toContain('you can use it from');
  expect(JSON.stringify(kept.mails)).not.toContain('000123456789');
  expect(kept.methods.map((method) => method.sealed.toString('latin1')).join()).not.toMatch(/000123456789|FR7630006/);
});

test('saving the same details again changes nothing, and starts no waiting period', async () => {
  const noor = await world.signIn('noor@creators.test');
  await addMethod(noor);
  const first = granted(await noor.call(listPayoutMethods));
  world.clock.advance(60_000);
  await addMethod(noor);
  expect(granted(await noor.call(listPayoutMethods))).toEqual(first);
});

test('details need a password confirmed moments ago; five wrong ones block it for ten minutes (S27)', async () => {
  const noor = await world.signIn('noor@creators.test');
  const bare = await noor.call(setPayoutMethod, { body: { ...french, proof: 'none' } });
  expect(bare.problem.code).toBe('step_up_needed');
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => noor.call(stepUp, { body: { password: 'wrong-password' } })),
  );
  const codes = tries.map((answer) => answer.problem.code).sort();
  expect(codes.filter((code) => code === 'validation_failed')).toHaveLength(5);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7);
  expect((await noor.call(stepUp, { body: { password: demoPassword } })).problem.code).toBe('rate_limited');
  world.clock.advance(10 * 60_000);
  const proof = await proofOf(noor);
  const wrong = await noor.call(setPayoutMethod, { body: { ...french, iban: 'FR7630006000011234567890188', proof } });
  expect(wrong.problem.errors).toEqual({ iban: ['has a typo; the check digits don’t match'] });
  granted(await noor.call(setPayoutMethod, { body: { ...french, proof } }));
});

test('two concurrent changes leave one set of details (R09)', async () => {
  const noor = await world.signIn('noor@creators.test');
  const proof = await proofOf(noor);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => noor.call(setPayoutMethod, { body: { ...french, proof } })),
  );
  expect(answers.some((answer) => answer.status === 200)).toBe(true);
  expect(new Set(answers.map((answer) => answer.status))).toSatisfy((found: Set<number>) =>
    [...found].every((status) => status === 200 || status === 409),
  );
  expect(granted(await noor.call(listPayoutMethods))).toHaveLength(1);
});
