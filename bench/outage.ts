import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compare, recounts } from './crash.ts';
import type { BenchFigure } from './figure.ts';
import { drained, startProcess, type ServedProcess } from './redirect.process.ts';
import { type Crowd, pause, startCrowd } from './redirect.shopper.ts';
import { openStage } from './redirect.stage.ts';

// The database is stopped under load, a second node starts cold meanwhile, and the database comes back.

const links = 20_000;
const perSecond = 1_000;

async function until(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

export async function measureOutage(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  const seconds = options.quick ? 8 : 30;
  const dataDir = join(stage.folder, 'redirect');
  const node = (name: string) => startProcess('product', { args: [stage.url, dataDir, name] });
  const crowdAt = (served: ServedProcess): Crowd =>
    startCrowd({ port: () => served.port, connections: 32, codes: links, perSecond });

  const first = await node('node-1');
  // Within seconds of its first reading, a node writes the snapshot that the second node starts from.
  await pause(4_000);
  const early = crowdAt(first);
  await pause(1_000);
  await stage.stopDatabase();
  await pause((seconds * 1_000) / 3);
  const second = await node('node-2');
  const late = crowdAt(second);
  await pause((seconds * 2_000) / 3);
  await stage.startDatabase();
  const backAt = performance.now();
  await pause(2_000);
  await Promise.all([early.stop(), late.stop()]);
  const isDrained = await until(async () => (await drained(first, 0)) && (await drained(second, 0)), 60_000);
  const caughtUp = (performance.now() - backAt) / 1_000;
  const others = [early, late].reduce((sum, { tally }) => sum + tally.others + tally.broken, 0);
  const withoutClickId = [early, late].reduce(
    (sum, { tally }) => sum + tally.answers - tally.others - tally.clicks.length,
    0,
  );
  const { acknowledged, lost } = await compare(stage, [...early.tally.clicks, ...late.tally.clicks]);
  const difference = await recounts(stage);
  await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')]);
  await rm(dataDir, { recursive: true, force: true });
  const line = (name: string, value: string, goal: string, holds: boolean, yardstick = ''): BenchFigure => ({
    name,
    value,
    yardstick,
    ratio: '',
    goal,
    holds,
  });
  const answers = early.tally.answers + late.tally.answers;
  return [
    line(
      `answers that were no redirect, database away ${seconds} s`,
      String(others),
      '0',
      others === 0,
      `${answers} answers`,
    ),
    line(
      '  of them on a node started cold meanwhile',
      String(late.tally.others + late.tally.broken),
      '0',
      late.tally.others + late.tally.broken === 0,
      `${late.tally.answers} answers`,
    ),
    line('  redirects without a click id', String(withoutClickId), '0', withoutClickId === 0),
    line('  clicks lost', String(lost), '0', lost === 0 && acknowledged > 0, `${acknowledged} acknowledged`),
    line('  all in the database after its return', `${caughtUp.toFixed(1)} s`, '≤ 60 s', isDrained && caughtUp <= 60),
    line('  figures agree with the rows', difference === '' ? 'yes' : difference, 'yes', difference === ''),
  ];
}
