import { createUser } from '../server/src/passwords/passwords.service.ts';
import { createCreators, openBooks } from '../server/src/ledger/ledger.books.testing.ts';
import { verifyLedger } from '../server/src/ledger/ledger.verify.ts';
import { differences, runWorkers, widenRaces } from '../server/src/ledger/ledger.workers.testing.ts';
import { movableClock } from '../server/src/platform/clock.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';

const workers = 16;

/**
 * Orders, refunds, holds, releases, maturity, payouts, rate changes and repeats of each, by workers that share
 * creators. Then every commission and balance is compared with the model, and the ledger with itself.
 */
export async function measureLedgerModel(options: { quick: boolean }): Promise<BenchFigure[]> {
  const clock = movableClock(new Date('2026-11-20T12:00:00Z'));
  await using bench = await openBench({ connections: workers, clock });
  const { ctx, url } = bench;
  const creators = await createCreators(ctx, 6);
  const staff = await createUser(ctx, {
    email: 'staff@bench.test',
    password: 'bench-bench',
    role: 'brand',
    displayName: 'Staff',
  });
  await widenRaces(url, 100);
  const rounds = options.quick ? 2 : 20;
  const mutations = options.quick ? 1_000 : 2_500;
  const violations: string[] = [];
  const from = performance.now();
  for (let seed = 1; seed <= rounds; seed += 1) {
    const books = await openBooks(ctx, clock, creators, staff);
    violations.push(...(await differences(books, await runWorkers(books, { workers, mutations, seed }))));
  }
  const seconds = (performance.now() - from) / 1_000;
  const startedAt = performance.now();
  const verdict = await verifyLedger(url);
  const verifySeconds = (performance.now() - startedAt) / 1_000;
  if (!verdict.agrees) violations.push(`${verdict.about}: ${verdict.found}`);
  for (const violation of violations.slice(0, 5)) console.error(violation);
  const done = rounds * mutations;
  const entries = verdict.agrees ? verdict.entries : 0;
  const wholeBooks = entries > 0 ? (verifySeconds * 5_000_000) / entries : Number.POSITIVE_INFINITY;
  return [
    {
      name: `ledger against its model, ${rounds} seeds, ${workers} workers`,
      value: `${violations.length} differences`,
      yardstick: `${done} changes, ${Math.round(done / seconds)}/s`,
      ratio: String(violations.length),
      goal: '0',
      holds: violations.length === 0,
    },
    {
      name: 'ledger:verify',
      value: `${verifySeconds.toFixed(2)} s`,
      yardstick: `${entries} entries`,
      ratio: `${wholeBooks.toFixed(0)} s for 5,000,000`,
      goal: '≤ 60 s',
      holds: wholeBooks <= 60,
    },
  ];
}
