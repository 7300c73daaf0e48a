import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCommissions } from '@vitrine/contract/commissions.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { earn, type TestEarner } from '../ledger/ledger.testing.ts';

let world: World;
let glow: TestEarner;
let maison: TestEarner;
let ava: Client;
/** The order of each commission by the moment it was earned. */
const orders = new Map<string, string>();
const moments = [
  // Ava lives in New York: four hours behind UTC until November 1 at 06:00 UTC, then five.
  '2026-10-01T03:59:59.999Z',
  '2026-10-01T04:00:00.000Z',
  '2026-11-01T03:59:59.999Z',
  '2026-11-01T04:00:00.000Z',
  '2026-12-01T04:59:59.999Z',
  '2026-12-01T05:00:00.000Z',
];
beforeAll(async () => {
  world = await openWorld();
  const { merchants, accounts, users } = world.people;
  glow = { merchantId: merchants.glow, merchantAccountId: accounts.avaGlow, creatorId: users.ava, currency: 'USD' };
  maison = { ...glow, merchantId: merchants.maison, merchantAccountId: accounts.avaMaison, currency: 'EUR' };
  for (const at of moments) {
    world.clock.set(new Date(at));
    const of = at === moments[3] ? maison : glow;
    const { orderId } = await earn(world.ctx, of, { amount: 100n, maturesAt: new Date('2027-06-01T00:00:00Z') });
    orders.set(orderId, at);
  }
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

async function listed(client: Client, query: Parameters<typeof client.call<typeof listCommissions>>[1]) {
  return granted(await client.call(listCommissions, query)).map((row) => orders.get(row.order_id));
}

describe('a list of commissions', () => {
  test.each([
    { month: '2026-09', expected: moments.slice(0, 1) },
    { month: '2026-10', expected: moments.slice(1, 3) },
    { month: '2026-11', expected: moments.slice(3, 5) },
    { month: '2026-12', expected: moments.slice(5) },
    { month: '2027-01', expected: [] },
  ])("of $month begins and ends at midnight in the creator's time zone", async ({ month, expected }) => {
    expect(await listed(ava, { query: { month } })).toEqual(expected.toReversed());
  });

  test('combines month, storefront and state', async () => {
    const query = { month: '2026-11', merchant_account_id: glow.merchantAccountId } as const;
    expect(await listed(ava, { query })).toEqual([moments[4]]);
    expect(await listed(ava, { query: { ...query, state: 'pending' } })).toEqual([moments[4]]);
    expect(await listed(ava, { query: { ...query, state: 'available' } })).toEqual([]);
  });

  test('of a page as long as the list has no next page', async () => {
    const whole = await ava.call(listCommissions, { query: { limit: moments.length } });
    expect([whole.data.length, whole.meta.next_cursor]).toEqual([moments.length, null]);
    const short = await ava.call(listCommissions, { query: { limit: moments.length - 1 } });
    expect(short.meta.next_cursor).not.toBeNull();
    const rest = { limit: 100, cursor: short.meta.next_cursor ?? '' };
    expect(await listed(ava, { query: rest })).toEqual([moments[0]]);
  });

  test.each([
    [{ month: '2026-13' }, 'month'],
    [{ month: '2026-1' }, 'month'],
    [{ month: '2026-11-01' }, 'month'],
    [{ state: 'held' }, 'state'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
  ])('with %j is refused', async (query, field) => {
    const { problem } = await ava.call(listCommissions, { query: query as never });
    expect(problem.status).toBe(422);
    expect(Object.keys(problem.errors ?? {})).toEqual([field]);
  });

  test("has nothing of other creators, even with their storefront's id", async () => {
    const noor = await world.signIn('noor@creators.test');
    expect(await listed(noor, {})).toEqual([]);
    expect(await listed(noor, { query: { merchant_account_id: glow.merchantAccountId } })).toEqual([]);
  });
});
