import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchFigure } from './figure.ts';
import type { TableFigures } from './links.table.ts';
import type { Turns } from './turns.ts';

// The table of a redirect node with many links, and with a cap that takes a quarter of them. Each in a process of its
// own, so that their memory can be told apart.

const script = fileURLToPath(new URL('links.table.ts', import.meta.url));
const longestTurnMs = 20;
const mostBytes = 200;

async function measureTable(links: number, cap: number): Promise<TableFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, String(links), String(cap)]);
  const figures: TableFigures = JSON.parse(stdout);
  return figures;
}

function turnFigure(name: string, turns: Turns): BenchFigure {
  return {
    name,
    value: `${turns.processor.toFixed(1)} ms`,
    yardstick: `by the clock ${turns.clock.toFixed(1)} ms`,
    ratio: '',
    goal: `≤ ${longestTurnMs} ms`,
    holds: turns.processor <= longestTurnMs,
  };
}

function plainFigure(name: string, value: string): BenchFigure {
  return { name, value, yardstick: '', ratio: '', goal: '', holds: true };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

function figuresOf(all: TableFigures): BenchFigure[] {
  const each = all.memory / all.links;
  const ratio = all.lookUpNanoseconds / all.mapNanoseconds;
  const millions = `${(all.links / 1e6).toFixed(0)} million links`;
  const figures: BenchFigure[] = [
    {
      name: `memory of ${millions}, for each`,
      value: `${each.toFixed(0)} bytes`,
      yardstick: `of it the table ${(all.bytes / all.links).toFixed(0)} bytes`,
      ratio: '',
      goal: `≤ ${mostBytes} bytes`,
      holds: each <= mostBytes && all.kept === all.links,
    },
    turnFigure('  longest turn of the event loop while they are added, by processor time', all.fill),
    plainFigure('  time to add them', `${all.fillSeconds.toFixed(0)} s`),
    {
      name: '  find one of them, at random',
      value: `${all.lookUpNanoseconds.toFixed(0)} ns`,
      yardstick: `Map of a million objects ${all.mapNanoseconds.toFixed(0)} ns`,
      ratio: ratio.toFixed(2),
      goal: '≤ 2',
      holds: ratio <= 2,
    },
  ];
  if (all.write === undefined || all.read === undefined) return figures;
  return [
    ...figures,
    turnFigure('  longest turn while their snapshot is written', all.write),
    plainFigure(
      '  snapshot, and memory that writing took',
      `${megabytes(all.write.bytes)} in ${all.write.seconds.toFixed(1)} s, ${megabytes(all.write.memory)}`,
    ),
    turnFigure('  longest turn while it is read', all.read),
    plainFigure('  time to read it', `${all.read.seconds.toFixed(1)} s`),
  ];
}

export async function measureLinks({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const links = quick ? 3_000_000 : 30_000_000;
  const all = await measureTable(links, 0);
  const cap = Math.round(all.bytes / 4);
  const capped = await measureTable(links, cap);
  return [
    ...figuresOf(all),
    {
      name: 'the same links under a cap of a quarter',
      value: megabytes(capped.bytes),
      yardstick: `cap ${megabytes(cap)}`,
      ratio: (capped.bytes / cap).toFixed(3),
      goal: '≤ 1.01',
      holds: capped.bytes <= cap * 1.01,
    },
    plainFigure('  kept in memory', `${capped.kept} links`),
    turnFigure('  longest turn while they are added, by processor time', capped.fill),
  ];
}
