import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BenchFigure } from './figure.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** From `npm start` until the server prints that it is ready, in milliseconds. The server is stopped again. */
async function timeStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const env = { ...process.env, PORT: String(21_000 + (process.pid % 20_000)), DATA_DIR: dataDir, DEMO: '1' };
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let readyAfter = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Vitrine is ready')) continue;
    readyAfter = performance.now() - startedAt;
    child.kill('SIGTERM');
  }
  await ended;
  return readyAfter;
}

/** The first start prepares the data folder and is not measured. */
export async function measureStart({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-start-'));
  try {
    const first = await timeStart(dataDir);
    const times: number[] = [];
    for (let round = 0; round < (quick ? 2 : 5); round += 1) times.push(await timeStart(dataDir));
    const slowest = Math.max(...times);
    return [
      {
        name: '`npm start` in a prepared checkout to ready, slowest',
        value: `${(slowest / 1_000).toFixed(2)} s`,
        yardstick: `first start with the demo ${(first / 1_000).toFixed(1)} s`,
        ratio: (slowest / first).toFixed(2),
        goal: '≤ 4 s',
        holds: slowest <= 4_000,
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
