import { join } from 'node:path';
import { largePicture } from '../server/src/pictures/pictures.testing.ts';
import type { BenchFigure } from './figure.ts';
import { openNode } from './nodes.ts';
import { load, shoppers } from './redirect.load.ts';
import { pause } from './redirect.shopper.ts';
import { openStage } from './redirect.stage.ts';
import { giveCredentials, loginsAtOnce, startRush, tallyText, tokensOf, uploadsAtOnce } from './rush.ts';

// Shoppers while users upload the largest allowed pictures and many log in: quiet, busy, quiet, busy on the same server
// within seconds, so that both have the same conditions.

const links = 2_000;
const connections = 32;
const warmupMs = 3_000;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

export async function measureStall({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  await giveCredentials(stage);
  const picture = new Uint8Array(await largePicture());
  const node = await openNode(1, stage.url, join(stage.folder, 'node'));
  const people = shoppers(links);
  const runs = { quiet: [] as number[], busy: [] as number[] };
  const tally = new Map<string, number>();
  let errors = 0;
  try {
    await node.start();
    const origin = node.url;
    const tokens = await tokensOf(origin);
    await pause(warmupMs);
    const measure = (seconds: number) => load({ origin, connections, seconds, shoppers: people });
    await measure(2);
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      const quiet = await measure(5);
      const rush = startRush(origin, tokens, picture);
      const busy = await measure(5);
      await rush.stop();
      runs.quiet.push(quiet.p99);
      runs.busy.push(busy.p99);
      errors += quiet.errors + busy.errors;
      for (const [line, times] of rush.tally) tally.set(line, (tally.get(line) ?? 0) + times);
    }
  } finally {
    await node.kill();
  }
  const ratio = median(runs.busy.map((value, round) => value / (runs.quiet[round] ?? Number.NaN)));
  const failures = [...tally.keys()].filter((line) => !/ (200|201|503)$/.test(line));
  return [
    {
      name: `redirect p99 under ${uploadsAtOnce} uploads of 40 megapixels and ${loginsAtOnce} logins at once`,
      value: `${median(runs.busy).toFixed(1)} ms`,
      yardstick: `without them ${median(runs.quiet).toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      goal: '≤ 2',
      holds: ratio <= 2,
    },
    {
      name: '  answers other than a redirect',
      value: String(errors),
      yardstick: '',
      ratio: '',
      goal: '0',
      holds: errors === 0,
    },
    {
      name: '  uploads and logins, answered 2xx or 503',
      value: tallyText(tally),
      yardstick: '',
      ratio: '',
      goal: 'no other',
      holds: failures.length === 0 && tally.has('upload 201') && tally.has('login 200'),
    },
  ];
}
