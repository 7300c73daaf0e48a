import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { foundHistories } from './histories.examples.testing.ts';
import { openHistories, type Scene } from './histories.runner.testing.ts';
import { anyHistory } from './histories.testing.ts';

// Whatever happens to an order and in whatever order a shop reports it, in the end it has earned what the model says.
// `npm run bench -- histories` does the same with thousands.

let scene: Scene;
beforeAll(async () => {
  scene = await openHistories({ brands: 4, creators: 20 });
});
afterAll(() => scene[Symbol.asyncDispose]());

test('random histories, each delivery sent one to five times over two nodes, end as the model says', async () => {
  const random = fc.sample(anyHistory, { seed: 20_261_125, numRuns: scene.size - foundHistories.length });
  const { mismatches } = await scene.play([...foundHistories, ...random]);
  expect(mismatches).toEqual([]);
  expect(await verifyLedger(scene.world.ctx.database.url)).toMatchObject({ agrees: true });
}, 240_000);
