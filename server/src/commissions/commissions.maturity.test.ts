import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import { openWorld, type World } from '../../world/world.ts';
import { type TestEarner, earn } from '../ledger/ledger.testing.ts';
import { matureCommissions } from './commissions.maturity.ts';

let world: World;
let ava: TestEarner;

beforeAll(async () => {
  world = await openWorld();
  const { merchants, accounts, users } = world.people;
  ava = { merchantId: merchants.glow, merchantAccountId: accounts.avaGlow, creatorId: users.ava, currency: 'USD' };
});
afterAll(() => world[Symbol.asyncDispose]());

test('commissions become available on their date, once, and the creator is notified', async () => {
  const maturesAt = new Date(world.clock.now().getTime() + 86_400_000);
  const { id, orderId } = await earn(world.ctx, ava, { amount: 1_990n, maturesAt });
  await earn(world.ctx, ava, { amount: 777n, maturesAt, held: 'looks like a purchase of their own' });
  await earn(world.ctx, ava, { amount: 300n, maturesAt: new Date(maturesAt.getTime() + 1) });
  const client = await world.signIn('ava@creators.test');
  const before = await client.call(readEarnings);
  expect(before.data.balances[0]).toMatchObject({
    pending: { amount: '3067' },
    current: { amount: '0' },
    next_maturing: { at: maturesAt.toISOString(), amount: { amount: '1990' } },
  });

  expect(await matureCommissions(world.ctx)).toBe(0);
  world.clock.set(maturesAt);
  const runs = await Promise.all(Array.from({ length: 10 }, () => matureCommissions(world.ctx)));
  expect(runs.reduce((sum, moved) => sum + moved, 0)).toBe(1);

  const after = await client.call(readEarnings);
  expect(after.data.balances[0]).toMatchObject({
    pending: { amount: '1077' },
    current: { amount: '1990' },
    blocked_by: 'below_minimum',
    next_maturing: { amount: { amount: '300' } },
  });
  const seen = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
    commission: await tx
      .selectFrom('commissions')
      .select(['state', 'available_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    events: await tx
      .selectFrom('events')
      .select('payload')
      .where('audience_user', '=', ava.creatorId)
      .where('kind', '=', 'commission-update')
      .execute(),
  }));
  expect(seen.commission).toEqual({ state: 'available', available_at: maturesAt });
  expect(seen.events).toEqual([{ payload: { merchant_account_id: ava.merchantAccountId, order_id: orderId } }]);
});
