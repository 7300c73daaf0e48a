import pg from 'pg';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { beginWith, keepingNotices } from '../server/src/platform/database/begin.ts';
import { keepingEnd } from '../server/src/platform/database/kept.notices.ts';

const clients = 64;
const rounds = 3;
const limits = { statementMs: 0, lockMs: 0, idleMs: 0 };

/** Transactions a second that each record an event for a user and one for a brand, on connections of their own. */
async function pace(connections: readonly pg.Client[], forMs: number, isKept: boolean): Promise<number> {
  const begin = beginWith({ role: 'vitrine_system', ...(isKept ? keepingNotices : {}) }, limits);
  const end = isKept ? keepingEnd : ['commit'];
  const event = (audience: string) => `record_event(now(), gen_random_uuid(), null, 'x', '{}', '${audience}')`;
  let committed = 0;
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (client, index) => {
      const record = `select ${event(`user ${index}`)}, ${event(`merchant ${index}`)}`;
      while (performance.now() - startedAt < forMs) {
        await Promise.all([begin, record, ...end].map((text) => client.query(text)));
        committed += 1;
      }
    }),
  );
  return (committed * 1_000) / (performance.now() - startedAt);
}

/** What NOTIFY costs when many transactions commit at once. Alternates, because other work on the machine changes. */
export async function measureNotices(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using bench = await openBench({});
  const connections = Array.from(
    { length: clients },
    () => new pg.Client({ connectionString: bench.url, pipeline: true }),
  );
  await Promise.all(connections.map((client) => client.connect()));
  try {
    const forMs = options.quick ? 2_000 : 5_000;
    const paces = { kept: [] as number[], notified: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      paces.kept.push(await pace(connections, forMs, true));
      paces.notified.push(await pace(connections, forMs, false));
    }
    const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const [kept, notified] = [middle(paces.kept), middle(paces.notified)];
    return [
      {
        name: `transactions with two notices, ${clients} at once`,
        value: `${kept.toFixed(0)}/s carried by the node`,
        yardstick: `${notified.toFixed(0)}/s with NOTIFY`,
        ratio: (kept / notified).toFixed(1),
        goal: '≥ 1',
        holds: kept >= notified,
      },
    ];
  } finally {
    await Promise.all(connections.map((client) => client.end()));
  }
}
