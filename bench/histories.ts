import fc from 'fast-check';
import startCluster from '../server/world/cluster.ts';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import { openHistories, type Mismatch, type Scene } from '../server/src/shops/histories.runner.testing.ts';
import { anyHistory, type ShopHistory } from '../server/src/shops/histories.testing.ts';
import type { BenchFigure } from './figure.ts';

// Random histories of orders over all ways in, each delivery sent one to five times over two nodes, against a model.

const goal = 20_000;
const mostShrinkingMs = 120_000;

function seedOf(): number {
  return Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
}

/** `HISTORIES` asks for another number, to look for something in few or many. */
function numberOf(quick: boolean): number {
  return Number(process.env['HISTORIES'] ?? (quick ? 1_000 : goal));
}

/** The smallest history found that still ends differently from the model. */
async function shrink(scene: Scene, history: ShopHistory): Promise<ShopHistory> {
  const failed = await fc.check(
    fc.asyncProperty(anyHistory, async (smaller) => (await scene.play([smaller])).mismatches.length === 0),
    { examples: [[history]], numRuns: 1, endOnFailure: false, interruptAfterTimeLimit: mostShrinkingMs },
  );
  return failed.counterexample?.[0] ?? history;
}

/** Prints a mismatch and its history, which can be pasted into the examples of the property test. */
async function report(scene: Scene, mismatches: readonly Mismatch[]): Promise<void> {
  const [first] = mismatches.toSorted((a, b) => JSON.stringify(a.history).length - JSON.stringify(b.history).length);
  if (!first) return;
  for (const { about } of mismatches.slice(0, 10)) console.error(about);
  console.error(`smallest found: ${JSON.stringify(await shrink(scene, first.history))}`);
}

/** Plain inserts of one row each, in transactions of their own, by as many at once as histories are delivered. */
async function insertsPerSecond(scene: Scene): Promise<number> {
  const { pool } = scene.world.ctx.database;
  await pool.query('create table plain (id bigint generated always as identity primary key, body text not null)');
  const inserts = 4_000;
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    for (let done = 0; done < inserts / 16; done += 1)
      await pool.query('insert into plain (body) values ($1)', ['order']);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  const perSecond = (inserts * 1_000) / (performance.now() - startedAt);
  await pool.query('drop table plain');
  return perSecond;
}

export async function measureHistories({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const stopCluster = await startCluster();
  const seed = seedOf();
  const wanted = numberOf(quick);
  try {
    await using scene = await openHistories({ brands: 8, creators: 32 });
    const perSecond = await insertsPerSecond(scene);
    const histories = fc.sample(anyHistory, { seed, numRuns: wanted });
    const mismatches: Mismatch[] = [];
    let deliveries = 0;
    const startedAt = performance.now();
    for (let from = 0; from < histories.length; from += scene.size) {
      const played = await scene.play(histories.slice(from, from + scene.size));
      deliveries += played.deliveries;
      mismatches.push(...played.mismatches);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await report(scene, mismatches);
    const verdict = await verifyLedger(scene.world.ctx.database.url);
    const cents = mismatches.reduce((sum, mismatch) => sum + mismatch.cents, 0n);
    const rate = deliveries / seconds;
    return [
      {
        name: `random histories against the model, seed ${seed}`,
        value: `${cents} cents apart, ${mismatches.length} differences`,
        yardstick: `${histories.length} histories, ${deliveries} deliveries`,
        ratio: '',
        goal: wanted < goal ? '0' : `0, of at least ${goal}`,
        holds: mismatches.length === 0,
      },
      {
        name: '  deliveries, each applied or known',
        value: `${rate.toFixed(0)}/s for ${seconds.toFixed(0)} s`,
        yardstick: `${perSecond.toFixed(0)} plain inserts/s`,
        ratio: (rate / perSecond).toFixed(3),
        goal: '',
        holds: true,
      },
      {
        name: '  ledger:verify',
        value: verdict.agrees ? 'agrees' : `${verdict.about}: ${verdict.found}`,
        yardstick: verdict.agrees ? `${verdict.entries} entries` : '',
        ratio: '',
        goal: 'agrees',
        holds: verdict.agrees,
      },
    ];
  } finally {
    await stopCluster();
  }
}
