import { post } from '../server/src/ledger/ledger.service.ts';
import type { BenchFigure } from './figure.ts';
import { openBench, openBenchBrand } from './ledger.database.ts';

const clients = 16;
const goal = 2_000;

/**
 * Postings per second through `post`, each in a durable transaction of its own, to the accounts of one brand. The best
 * of several windows counts, because other load on the machine can only reduce it.
 */
export async function measurePostings(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using bench = await openBench({ connections: clients });
  const { ctx } = bench;
  const { merchantId, accounts } = await openBenchBrand(ctx, 20);
  const windows = options.quick ? 3 : 6;
  let posted = 0;
  let until = 0;
  const client = async (number: number) => {
    for (let round = 0; performance.now() < until; round += 1) {
      const account = accounts[(number + round * clients) % accounts.length];
      if (!account) throw new Error('no account');
      await ctx.database.as({ role: 'app', merchantId }, (tx) =>
        post(tx, {
          merchantId,
          merchantAccountId: account.id,
          key: `bench:${until}:${number}:${round}`,
          kind: 'commission',
          reference: `${number}:${round}`,
          currency: 'USD',
          occurredAt: ctx.clock.now(),
          entries: [
            { account: 'pending', amount: 150n },
            { account: 'merchant', amount: -150n },
          ],
        }),
      );
      posted += 1;
    }
  };
  const run = async (forMs: number) => {
    posted = 0;
    const from = performance.now();
    until = from + forMs;
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    return (posted / (performance.now() - from)) * 1_000;
  };
  await run(500);
  const rates: number[] = [];
  for (let window = 0; window < windows; window += 1) rates.push(await run(2_000));
  const perSecond = Math.max(...rates);
  return [
    {
      name: `ledger postings, ${clients} clients on ${accounts.length} accounts of one brand`,
      value: `${Math.round(perSecond)}/s`,
      yardstick: `${goal}/s`,
      ratio: (perSecond / goal).toFixed(2),
      goal: `≥ ${goal}/s`,
      holds: perSecond >= goal,
    },
  ];
}
