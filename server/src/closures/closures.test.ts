import { expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { closeAccount, readClosure, requestClosure, undoClosure } from '@vitrine/contract/closures.ts';
import { listUsers } from '@vitrine/contract/operators.ts';
import { approvePayouts, payPayout, readCashOut, requestPayout, sendPayout } from '@vitrine/contract/payouts.ts';
import { operatorAsAva } from '../../authorization.testing.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { eraseDueAccounts } from '../erasure.ts';
import { earn } from '../ledger/ledger.testing.ts';
import { addMethod, avaOf, earnCurrent, openEarner, proofOf } from '../payouts/payouts.testing.ts';

const dayMs = 86_400_000;
const days = (world: World, count: number) => new Date(world.clock.now().getTime() + count * dayMs);

async function close(client: Client, giveUp = false) {
  return client.call(requestClosure, { body: { proof: await proofOf(client), give_up_money: giveUp } });
}

async function statusOf(world: World, userId: string): Promise<number> {
  const { user_status } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('user_status').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return user_status;
}

async function mailsOf(world: World, kind: string) {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').select(['recipient', 'text']).where('kind', '=', kind).execute(),
  );
}

const storefront = async (world: World) => (await world.app.inject({ url: '/@ava/glow-lab' })).statusCode;

test('closing needs the password, says when the account is erased, hides storefronts and emails the way back', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(requestClosure, { body: { proof: 'none' } })).problem.code).toBe('step_up_needed');
  expect(granted(await ava.call(readClosure))).toMatchObject({ state: 'open', grace_days: 14, erase_after: null });
  expect(await storefront(world)).toBe(200);

  const closure = granted(await close(ava));
  expect(closure).toMatchObject({ state: 'closing', erase_after: days(world, 14).toISOString(), by_operator: false });
  expect(closure.erased).toContain('storefronts');
  expect(closure.kept).toContain('books');
  expect(await storefront(world)).toBe(404);
  expect(granted(await ava.call(changeProfile, { body: {} })).closing).toEqual({ erase_after: closure.erase_after });
  const [mail] = await mailsOf(world, 'account_closing');
  expect(mail?.recipient).toBe('ava@creators.test');
  expect(mail?.text).toMatch(/December 4, 2026[^]*\/settings#close/);
});

test('a closure can be undone until its last day, and then everything is as before', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(undoClosure)).problem.code).toBe('conflict');
  granted(await close(ava));
  world.clock.set(new Date(days(world, 14).getTime() - 1));
  const again = await world.signIn('ava@creators.test');
  expect(granted(await again.call(undoClosure))).toMatchObject({ state: 'open', erase_after: null });
  expect(await storefront(world)).toBe(200);
  expect(await mailsOf(world, 'account_kept')).toHaveLength(1);
  world.clock.set(days(world, 30));
  expect(await eraseDueAccounts(world.ctx)).toBe(0);
});

test('from the last day on, it can’t be undone', async () => {
  await using world = await openWorld();
  granted(await close(await world.signIn('ava@creators.test')));
  world.clock.set(days(world, 14));
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(undoClosure)).problem.code).toBe('conflict');
});

test('money that is pending, available or in a payout is paid out first, and the closure names it', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  await addMethod(ava);
  const pending = { amount: 300n, maturesAt: days(world, 20) };
  await earn(world.ctx, avaOf(world), pending);
  granted(await close(ava));
  world.clock.set(days(world, 14));
  expect(await eraseDueAccounts(world.ctx)).toBe(0);
  const waiting = await world.signIn('ava@creators.test');
  const closure = granted(await waiting.call(readClosure));
  expect(closure.state).toBe('waiting');
  expect(closure.owed).toMatchObject([
    { brand: 'Glow Lab', pending: { amount: '300' }, settles_at: pending.maturesAt.toISOString() },
  ]);
});

test('links stop on the day of the erasure, also while money is still owed', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  await earnCurrent(world, avaOf(world), 300n);
  granted(await close(ava));
  const working = () =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('links')
        .select('id')
        .where('creator_id', '=', world.people.users.ava)
        .where('disabled_at', 'is', null)
        .execute(),
    );
  await eraseDueAccounts(world.ctx);
  expect((await working()).length).toBeGreaterThan(0);
  world.clock.set(days(world, 14));
  await eraseDueAccounts(world.ctx);
  expect(await working()).toEqual([]);
});

test('while an account is closed, any amount can be cashed out, and the erasure follows once it is paid', async () => {
  await using world = await openWorld();
  const { creator, earner, email } = await openEarner(world);
  world.clock.set(days(world, 8));
  const params = { merchant_account_id: earner.merchantAccountId };
  await earnCurrent(world, earner, 300n);
  const body = { currency: 'USD' };
  expect((await creator.call(requestPayout, { params, body })).problem.code).toBe('payout_in_the_way');
  granted(await close(creator));
  expect(granted(await creator.call(readCashOut, { params }))).toMatchObject([{ minimum: { amount: '0' } }]);
  const payout = granted(await creator.call(requestPayout, { params, body }));
  world.clock.set(days(world, 14));
  expect(await eraseDueAccounts(world.ctx), 'processing').toBe(0);
  const brand = await world.signIn('brand@glow.test');
  const of = { merchant: 'glow-lab', payout_id: payout.id };
  const approval = { payout_ids: [payout.id], proof: await proofOf(brand) };
  granted(await brand.call(approvePayouts, { params: { merchant: 'glow-lab' }, body: approval }));
  granted(await brand.call(sendPayout, { params: of, body: { reference: 'SEPA 1' } }));
  granted(await brand.call(payPayout, { params: of, body: {} }));
  expect(await eraseDueAccounts(world.ctx)).toBe(1);
  expect(await statusOf(world, earner.creatorId)).toBe(90);
  expect((await mailsOf(world, 'payout_paid')).map(({ recipient }) => recipient)).not.toContain(email);
});

test('a creator who gives up their money is erased on the day, and the books still show it', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  await earnCurrent(world, avaOf(world), 300n);
  granted(await close(ava, true));
  world.clock.set(days(world, 14));
  expect(await eraseDueAccounts(world.ctx)).toBe(1);
  const balance = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('creator_id', '=', world.people.users.ava)
      .where('kind', '=', 'current')
      .where('currency', '=', 'USD')
      .executeTakeFirstOrThrow(),
  );
  expect(balance.balance).toBe(300n);
});

test('the last owner of a brand and the last operator can’t close their accounts, and are told why', async () => {
  await using world = await openWorld();
  const owner = await close(await world.signIn('brand@glow.test'));
  expect(owner.problem).toMatchObject({ code: 'closure_in_the_way', message: expect.stringContaining('Glow Lab') });
  const operator = await close(await world.signIn('operator@vitrine.test'));
  expect(operator.problem).toMatchObject({ code: 'closure_in_the_way', message: expect.stringContaining('operator') });
});

test('a brand’s second owner can close, their membership ends, and an erased colleague counts no more', async () => {
  await using world = await openWorld();
  const { glow } = world.people.merchants;
  const noor = world.people.users.noor;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.updateTable('users').set({ role: 'brand' }).where('id', '=', noor).execute();
    await tx
      .insertInto('merchant_staff')
      .values({ merchant_id: glow, user_id: noor, role: 'owner', joined_at: world.clock.now() })
      .execute();
  });
  granted(await close(await world.signIn('noor@creators.test')));
  expect((await close(await world.signIn('brand@glow.test'))).problem.code).toBe('closure_in_the_way');
  world.clock.set(days(world, 14));
  expect(await eraseDueAccounts(world.ctx)).toBe(1);
  const staff = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('merchant_staff').select('user_id').where('user_id', '=', noor).execute(),
  );
  expect(staff).toEqual([]);
});

test('an operator closes an account for a reason, and its owner is told and can keep it', async () => {
  await using world = await openWorld();
  const operator = await world.signIn('operator@vitrine.test');
  const [user] = granted(await operator.call(listUsers, { query: { search: 'ava@creators.test' } }));
  const params = { uid: user?.uid ?? '' };
  const body = { reason: 'Asked for by phone, ticket 12' };
  const { erase_after } = granted(await operator.call(closeAccount, { params, body }));
  expect(erase_after).toBe(days(world, 14).toISOString());
  expect((await operator.call(closeAccount, { params, body })).problem.code).toBe('conflict');
  const [mail] = await mailsOf(world, 'account_closing');
  expect(mail?.text).toContain(body.reason);
  const ava = await world.signIn('ava@creators.test');
  expect(granted(await ava.call(readClosure))).toMatchObject({ state: 'closing', by_operator: true });
  expect(granted(await ava.call(undoClosure)).state).toBe('open');
});

test('only a logged-in user closes their own account, and only an operator closes another', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  const noor = await world.signIn('noor@creators.test');
  const brand = await world.signIn('brand@glow.test');
  const operator = await world.signIn('operator@vitrine.test');
  const body = { proof: await proofOf(ava) };
  for (const caller of [world.anonymous, world.shop('vtk_demo_glow_lab')]) {
    const expected = caller === world.anonymous ? 401 : 403;
    expect((await caller.call(requestClosure, { body })).status).toBe(expected);
    expect((await caller.call(undoClosure)).status).toBe(expected);
  }
  expect((await noor.call(requestClosure, { body })).problem.code, 'a proof of another user').toBe('step_up_needed');
  const reason = { reason: 'No reason that counts' };
  for (const caller of [ava, noor, brand])
    expect((await caller.call(closeAccount, { params: { uid: 'nobody' }, body: reason })).status).toBe(403);
  expect((await operator.call(closeAccount, { params: { uid: 'nobody' }, body: reason })).status).toBe(404);
  granted(await close(ava));
  expect((await noor.call(undoClosure)).problem.code, 'nothing of hers').toBe('conflict');
  expect(granted(await ava.call(readClosure)).state).toBe('closing');
});

test.each(['view', 'assist'] as const)(
  'an operator who acts as a creator (%s) can neither read, request nor undo a closure',
  async (mode) => {
    await using world = await openWorld();
    const operator = await operatorAsAva(world, mode);
    const proof = await proofOf(await world.signIn('ava@creators.test'));
    expect((await operator.call(readClosure)).problem.code).toBe('owner_only');
    expect((await operator.call(requestClosure, { body: { proof } })).problem.code).toBe('owner_only');
    expect((await operator.call(undoClosure)).problem.code).toBe('owner_only');
  },
);
