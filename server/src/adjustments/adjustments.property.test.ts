import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveAdjustments, listAdjustments } from '@vitrine/contract/adjustments.ts';
import { listCommissions, readEarnings } from '@vitrine/contract/commissions.ts';
import { failPayout, listPayouts, payPayout } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { approve, earnCurrent, openEarner, proofOf, request } from '../payouts/payouts.testing.ts';

// Whatever happens in whatever order: the balances are the sum of all commissions and all adjustments, each adjustment is
// in at most one payout, and the books verify.

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const amount = fc.integer({ min: 1, max: 9_000 });
const action = fc.oneof(
  amount.map((by) => ({ kind: 'bonus' as const, by })),
  fc.tuple(amount, fc.boolean()).map(([by, less]) => ({ kind: 'correction' as const, by: less ? -by : by })),
  amount.map((by) => ({ kind: 'earn' as const, by })),
  fc.constantFrom(
    { kind: 'request' as const, by: 0 },
    { kind: 'fail' as const, by: 0 },
    { kind: 'pay' as const, by: 0 },
  ),
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;
type Scene = { creator: Client; earner: TestEarner; handle: string };

const params = { merchant: 'glow-lab' };

async function endPayout({ creator, earner }: Scene, kind: 'fail' | 'pay'): Promise<void> {
  const own = { merchant_account_id: earner.merchantAccountId };
  const open = granted(await creator.call(listPayouts, { params: own })).find(({ state }) => state === 'requested');
  if (!open) return;
  const of = { ...params, payout_id: open.id };
  if (kind === 'fail') return void granted(await owner.call(failPayout, { params: of, body: { reason: 'Returned' } }));
  granted(await approve(owner, 'glow-lab', open.id));
  granted(await owner.call(payPayout, { params: of, body: {} }));
}

async function take(scene: Scene, { kind, by }: Action): Promise<void> {
  world.clock.advance(1_000);
  if (kind === 'earn') return void (await earnCurrent(world, scene.earner, BigInt(by)));
  if (kind === 'request') return void (await request(scene.creator, scene.earner));
  if (kind === 'fail' || kind === 'pay') return endPayout(scene, kind);
  const rows = [{ creator: scene.handle, amount: by.toString() }];
  const body = { kind, reason: 'A random adjustment', rows, proof: await proofOf(owner) };
  granted(await owner.call(giveAdjustments, { params, body }));
}

/** Everything that a creator sees of their money. */
async function read({ creator }: Scene) {
  const [balance] = granted(await creator.call(readEarnings)).balances;
  const sum = (amounts: readonly { amount: string }[]) =>
    amounts.reduce((total, each) => total + BigInt(each.amount), 0n);
  const query = { limit: 100 };
  const adjustments = granted(await creator.call(listAdjustments, { query }));
  const commissions = granted(await creator.call(listCommissions, { query }));
  return {
    balances: [balance?.current, balance?.pending, balance?.processing, balance?.paid].map(
      (each) => each?.amount ?? '0',
    ),
    given: sum(adjustments.map((row) => row.amount)),
    earned: sum(commissions.map((row) => row.net)),
    states: adjustments.map((row) => row.state).toReversed(),
  };
}

test('balances are the sum of commissions and adjustments, and the same actions give the same books', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
      const seen = [];
      for (let round = 0; round < 2; round += 1) {
        const { email, ...rest } = await openEarner(world);
        const scene = { ...rest, handle: email.split('@')[0] ?? '' };
        for (const each of actions) await take(scene, each);
        const found = await read(scene);
        const total = found.balances.reduce((sum, balance) => sum + BigInt(balance), 0n);
        expect(total).toBe(found.given + found.earned);
        seen.push(found);
      }
      expect(seen[1]).toEqual(seen[0]);
      expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
    }),
    { numRuns: 12 },
  );
}, 120_000);
