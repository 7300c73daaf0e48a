import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { type BookCreator, createCreators, openBooks } from './ledger.books.testing.ts';
import { type ActionName, actions, seededRandom, shares } from './ledger.actions.testing.ts';
import { verifyLedger } from './ledger.verify.ts';
import { differences, newWorker, runWorkers, widenRaces } from './ledger.workers.testing.ts';

let world: World;
let creators: BookCreator[];
beforeAll(async () => {
  world = await openWorld();
  creators = await createCreators(world.ctx, 3);
});
afterAll(() => world[Symbol.asyncDispose]());

// Time passes more often than in the concurrent test, so that even a short run reaches payouts.
const names = fc.oneof(
  ...Object.entries({ ...shares, passTime: 12 }).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as ActionName),
  })),
);
const open = () => openBooks(world.ctx, world.clock, creators, world.people.users.glowStaff);

test('after any mutations with any amounts in any order, the database matches the model (R08, R10)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(names, fc.nat()), { minLength: 10, maxLength: 60, size: 'max' }),
      async (script) => {
        const books = await open();
        const worker = newWorker('alone', books, 0, true);
        for (const [name, seed] of script) {
          worker.draw = seededRandom(seed);
          await actions[name](worker);
          expect(await differences(books, worker.model)).toEqual([]);
        }
      },
    ),
    { numRuns: 12, seed: 20_261_120, endOnFailure: false },
  );
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
  const kinds = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('ledger_transactions').select('kind').distinct().orderBy('kind').execute(),
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'commission',
    'maturity',
    'payout_cancel',
    'payout_paid',
    'payout_request',
    'reversal',
  ]);
});

test('eight concurrent mutations, with races made likely, end as in the model (R08: I1–I10, I12)', async () => {
  const books = await open();
  await widenRaces(world.ctx.database.url, 10);
  const model = await runWorkers(books, { workers: 8, mutations: 700, seed: 7 });
  expect(await differences(books, model)).toEqual([]);
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});
