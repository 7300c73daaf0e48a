import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded.ts';
import type { BenchFigure } from './figure.ts';
import { freePort } from './redirect.process.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A server that only answers: what Node and the framework alone take to start. */
const bareServer = `import { fastify } from 'fastify';
  const app = fastify();
  app.get('/', () => 'ok');
  await app.listen({ port: Number(process.env.PORT) });
  console.log('Vitrine is ready');`;

type Started = { command: string; args: string[]; cwd: string; env: Record<string, string> };

/** From the start of a process until it prints that it is ready, in milliseconds. It is stopped again. */
async function timeStart({ command, args, cwd, env }: Started): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let readyAfter = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Vitrine is ready')) continue;
    readyAfter = performance.now() - startedAt;
    child.kill('SIGTERM');
  }
  await ended;
  return readyAfter;
}

async function timeStarts(started: Started, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeStart(started));
  return times;
}

/** `npm start` in production, on a database of its own. The first start sets it up and is not measured. */
export async function measureStart({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-start-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => undefined });
  undo.defer(() => database.stop());
  const port = String(await freePort());
  const env = {
    NODE_ENV: 'production',
    DEMO: '0',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: 'bench-bench-bench-bench-bench-bench',
  };
  const product = { command: 'npm', args: ['start', '--silent'], cwd: root, env };
  await timeStart(product);
  const rounds = quick ? 2 : 5;
  const slowest = Math.max(...(await timeStarts(product, rounds)));
  const args = ['--input-type=module', '--eval', bareServer];
  const bare = { command: process.execPath, args, cwd: join(root, 'server'), env: { PORT: port } };
  const slowestBare = Math.max(...(await timeStarts(bare, rounds)));
  return [
    {
      name: '`npm start` in a prepared production folder to ready, slowest',
      value: `${(slowest / 1_000).toFixed(2)} s`,
      yardstick: `bare Fastify ${(slowestBare / 1_000).toFixed(2)} s`,
      ratio: (slowest / slowestBare).toFixed(1),
      goal: '≤ 3 s',
      holds: slowest <= 3_000,
    },
  ];
}
