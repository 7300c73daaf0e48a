import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidOfClick } from '../server/src/hits/click-id.ts';
import { verifyClicks } from '../server/src/figures/figures.verify.ts';
import type { BenchFigure } from './figure.ts';
import pg from 'pg';
import { largePicture } from '../server/src/pictures/pictures.testing.ts';
import { openNode } from './nodes.ts';
import { drained, freePort, startProcess } from './redirect.process.ts';
import { pause, startCrowd } from './redirect.shopper.ts';
import { openStage, type BenchStage } from './redirect.stage.ts';
import { giveCredentials, startRush, tallyText, tokensOf } from './rush.ts';

// A redirector that is killed again and again under load: every click id that a shopper got must be in the database,
// exactly once. The drain runs five times a second, so that many kills hit it in the middle.

const links = 2_000;
const connections = 64;

export type Compared = { acknowledged: number; lost: number; extra: number };

/** Compares the click ids that shoppers got with the stored ones. */
export async function compare(stage: BenchStage, clickIds: readonly string[]): Promise<Compared> {
  const rows = await stage.query<{ id: string }>('select id from hits');
  const stored = new Set(rows.map(({ id }) => id));
  const acknowledged = new Set(clickIds.map(uuidOfClick));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  return { acknowledged: acknowledged.size, lost, extra: stored.size - (acknowledged.size - lost) };
}

/** Whether the figures equal the sums of the rows. */
export async function recounts(stage: BenchStage): Promise<string> {
  const client = new pg.Client({ connectionString: stage.url });
  await client.connect();
  try {
    const verdict = await verifyClicks(client);
    return verdict.agrees ? '' : `${verdict.about}: ${verdict.found}`;
  } finally {
    await client.end();
  }
}

export async function measureCrash(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  const cycles = options.quick ? 10 : 50;
  const dataDir = join(stage.folder, 'redirect');
  const port = await freePort();
  const start = () => startProcess('product', { port, args: [stage.url, dataDir] });
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
  await rm(dataDir, { recursive: true, force: true });
  const { acknowledged, extra } = await compare(stage, crowd.tally.clicks);
  const share = (extra / acknowledged) * 100;
  const unseen: BenchFigure = {
    name: '  stored, but the answer was lost',
    value: `${extra} (${share.toFixed(2)} %)`,
    yardstick: '',
    ratio: '',
    goal: '≤ 0.5 %',
    holds: share <= 0.5,
  };
  return [...(await compareAll(stage, crowd.tally.clicks, `${cycles} kill -9`, isDrained)), unseen];
}

async function compareAll(
  stage: BenchStage,
  clickIds: readonly string[],
  kills: string,
  isDrained: boolean,
): Promise<BenchFigure[]> {
  const { acknowledged, lost } = await compare(stage, clickIds);
  const difference = await recounts(stage);
  return [
    {
      name: `clicks lost over ${kills}`,
      value: String(lost),
      yardstick: `${acknowledged} acknowledged`,
      ratio: '',
      goal: '0',
      holds: lost === 0 && acknowledged > 0 && isDrained,
    },
    {
      name: '  figures agree with the rows',
      value: difference === '' ? 'yes' : difference,
      yardstick: '',
      ratio: '',
      goal: 'yes',
      holds: difference === '',
    },
  ];
}

/**
 * The same with the whole server, while users upload and log in. An upload that was answered must be readable
 * afterwards.
 */
export async function measureCrashInRush({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  await giveCredentials(stage);
  const cycles = quick ? 4 : 12;
  const picture = new Uint8Array(await largePicture());
  const node = await openNode(1, stage.url, join(stage.folder, 'node'));
  const port = Number(new URL(node.url).port);
  try {
    await node.start();
    const tokens = await tokensOf(node.url);
    const crowd = startCrowd({ port: () => port, connections, codes: links });
    const rush = startRush(node.url, tokens, picture);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      // Long enough for a few uploads to be answered.
      await pause(2_000 + Math.random() * 3_000);
      await node.kill();
      await node.start();
    }
    await Promise.all([crowd.stop(), rush.stop()]);
    const isDrained = await isStored(stage, crowd.tally.clicks);
    const figures = await compareAll(stage, crowd.tally.clicks, `${cycles} kill -9 in a rush`, isDrained);
    const missing = await missingPictures(rush.pictures);
    const uploads: BenchFigure = {
      name: '  uploaded pictures that cannot be read afterwards',
      value: String(missing),
      yardstick: `${rush.pictures.length} answered 201 (${tallyText(rush.tally)})`,
      ratio: '',
      goal: '0',
      holds: missing === 0 && rush.pictures.length > 0,
    };
    return [...figures, uploads];
  } finally {
    await node.kill();
  }
}

/** Waits until the drain has stored every click that shoppers got, at most 4 minutes. */
async function isStored(stage: BenchStage, clickIds: readonly string[]): Promise<boolean> {
  for (const until = Date.now() + 240_000; Date.now() < until; await pause(1_000))
    if ((await compare(stage, clickIds)).lost === 0) return true;
  return false;
}

async function missingPictures(addresses: readonly string[]): Promise<number> {
  const answers = await Promise.all(addresses.map(async (address) => (await fetch(address)).ok));
  return answers.filter((isThere) => !isThere).length;
}
