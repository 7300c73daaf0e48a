import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidOfClick } from '../server/src/hits/click-id.ts';
import { verifyClicks } from '../server/src/figures/verify.ts';
import type { Figure } from './figure.ts';
import pg from 'pg';
import { drained, freePort, serve } from './redirect.process.ts';
import { pause, startCrowd } from './redirect.shopper.ts';
import { openStage, type Stage } from './redirect.stage.ts';

// A redirector that is killed again and again under load: what a shopper was told must be found in the database, and
// nothing twice. The drain runs five times a second, so that many of the kills hit it in the middle.

const links = 2_000;
const connections = 64;

export type Compared = { acknowledged: number; lost: number; extra: number };

/** Click ids that were told beside those that are stored. */
export async function compare(stage: Stage, told: readonly string[]): Promise<Compared> {
  const rows = await stage.query<{ id: string }>('select id from hits');
  const stored = new Set(rows.map(({ id }) => id));
  const acknowledged = new Set(told.map(uuidOfClick));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  return { acknowledged: acknowledged.size, lost, extra: stored.size - (acknowledged.size - lost) };
}

/** Whether the roll-ups are what the rows add up to. */
export async function recounts(stage: Stage): Promise<string> {
  const client = new pg.Client({ connectionString: stage.url });
  await client.connect();
  try {
    const verdict = await verifyClicks(client);
    return verdict.agrees ? '' : `${verdict.about}: ${verdict.found}`;
  } finally {
    await client.end();
  }
}

export async function measureCrash(options: { quick: boolean }): Promise<Figure[]> {
  await using stage = await openStage(links);
  const cycles = options.quick ? 10 : 50;
  const dataDir = join(stage.folder, 'redirect');
  const port = await freePort();
  const start = () => serve('product', { port, args: [stage.url, dataDir] });
  const crowd = startCrowd({ port: () => port, connections, codes: links });
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const served = await start();
    await pause(300 + Math.random() * 700);
    await served.kill('SIGKILL');
  }
  await crowd.stop();
  const last = await start();
  const isDrained = await drained(last, 240_000);
  await last.kill('SIGTERM');
  const { acknowledged, lost, extra } = await compare(stage, crowd.told.clicks);
  const difference = await recounts(stage);
  await rm(dataDir, { recursive: true, force: true });
  const share = (extra / acknowledged) * 100;
  return [
    {
      name: `clicks lost over ${cycles} kill -9`,
      value: String(lost),
      yardstick: `${acknowledged} acknowledged`,
      ratio: '',
      goal: '0',
      holds: lost === 0 && acknowledged > 0 && isDrained,
    },
    {
      name: '  stored although the answer was not seen',
      value: `${extra} (${share.toFixed(2)} %)`,
      yardstick: '',
      ratio: '',
      goal: '≤ 0.5 %',
      holds: share <= 0.5,
    },
    {
      name: '  roll-ups agree with the rows',
      value: difference === '' ? 'yes' : difference,
      yardstick: '',
      ratio: '',
      goal: 'yes',
      holds: difference === '',
    },
  ];
}
