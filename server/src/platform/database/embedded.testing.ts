import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest';
import { type EmbeddedPostgres, postgresPackage, startEmbeddedPostgres } from './embedded.ts';

// Shared by the tests of the embedded database.

export const isRoot = process.getuid?.() === 0;
const facts: string[] = [];
let home = '';
let prepared = '';
let folders = 0;

/** Gives the tests of a file one folder for their clusters, deleted at the end: deleting files slows down the next fsync. */
export function useFolder(): void {
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-embedded-')));
    prepared = join(home, 'prepared');
    // Temporary folders are private, but when we are root the server's account has to pass.
    if (isRoot) await chmod(home, 0o711);
    await (await start(prepared)).stop();
  });
  afterEach(() => {
    facts.length = 0;
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
}

export function log(fact: object, message: string): void {
  facts.push(message, JSON.stringify(fact));
}

/** Everything logged in this test. */
export function logged(): string {
  return facts.join('\n');
}

export function start(dataDir: string, binaries = postgresPackage(18)): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, binaries, log });
}

export function newFolder(): string {
  folders += 1;
  return join(home, `folder-${folders}`);
}

/** A folder with a cluster in it, faster than a first start. */
export async function newDataDir(): Promise<string> {
  const dataDir = newFolder();
  await cp(prepared, dataDir, { recursive: true });
  return dataDir;
}

export async function queryValue(url: string, question: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query({ text: question, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end().catch(() => {});
  }
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  // PostgreSQL creates the file before it writes to it.
  if (Number.isNaN(pid)) throw new Error('the pid is not written yet');
  return pid;
}

export async function startInChild(dataDir: string) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
    process.on('SIGTERM', () => process.exit(0));
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    console.log(server.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url]: string[] = await once(createInterface(child.stdout), 'line');
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid, url: url ?? '', end };
}
