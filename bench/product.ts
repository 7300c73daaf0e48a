import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './redirect.process.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export type BenchProduct = { origin: string; [Symbol.asyncDispose](): Promise<void> };

/** The whole product with its demo data, as `npm start` runs it, on a data folder of its own. */
export async function openProduct(): Promise<BenchProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-product-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['run/serve.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '1', RATE_LIMITS: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const deadline = performance.now() + 120_000;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error('the product did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { origin, [Symbol.asyncDispose]: stop };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
