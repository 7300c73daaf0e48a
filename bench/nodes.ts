import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './redirect.process.ts';

const rootFolder = fileURLToPath(new URL('../', import.meta.url));

/** What the nodes seal secrets with. */
export const nodeSecretKey = 'bench-bench-bench-bench-bench-bench';

export type Node = {
  url: string;
  pid(): number;
  start(): Promise<void>;
  /** SIGKILL unless stated otherwise. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Hits that are not in the database yet. */
  backlog(): Promise<number>;
};

export type NodeOptions = { command?: readonly string[] | undefined; settings?: Readonly<Record<string, string>> };

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function backlogOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { 'Accept-Encoding': 'identity' } })).text();
  const line = /^vitrine_click_backlog (\d+)$/m.exec(metrics);
  if (line === null) throw new Error('the node has no metrics of its journal');
  return Number(line[1]);
}

/** A server process as `npm start` runs it (or another one with the same environment), on an existing database. */
export async function openNode(
  number: number,
  databaseUrl: string,
  dataDir: string,
  { command = [join(rootFolder, 'run/serve.mjs')], settings = {} }: NodeOptions = {},
): Promise<Node> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: '0',
    RATE_LIMITS: '0',
    NODE_ID: `node-${number}`,
    // In development, every answer is also compared with the contract.
    NODE_ENV: 'production',
    SECRET_KEY: nodeSecretKey,
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    ...settings,
  };
  return {
    url,
    pid: () => child?.pid ?? 0,
    backlog: () => backlogOf(url),
    start: async () => {
      child = spawn(process.execPath, command, {
        cwd: rootFolder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`node ${number} did not start`);
        await pause(50);
      }
    },
    kill: async (signal = 'SIGKILL') => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
