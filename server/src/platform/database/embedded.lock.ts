import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { inspectProcess, thisPlace } from './embedded.process.ts';

// The lock file names the one process that owns the data folder, and how to reach its database. It is written elsewhere
// and then linked, so it is never read half-written. The pid alone proves nothing, because pids are reused: start time
// and place must match as well.

export type Owner = {
  pid: number;
  startedAt: string;
  place: string;
  token: string;
  url: string | undefined;
};

export type Claim = { publish(url: string): Promise<void>; release(): Promise<void> };

export class DataDirInUse extends Error {
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(
      `DATA_DIR ${dataDir} is in use by another Vitrine process (pid ${pid}). ` +
        'Stop it first, or use a different DATA_DIR.',
    );
    this.name = 'DataDirInUse';
    this.pid = pid;
  }
}

/** Makes this process the owner of the data folder, or refuses with DataDirInUse. */
export async function claimDataDir(dataDir: string): Promise<Claim> {
  const path = lockPath(dataDir);
  const mine = await describeSelf();
  const draft = `${path}.${mine.token}`;
  await writeOwner(draft, mine);
  try {
    await takeLock(dataDir, draft);
  } finally {
    await rm(draft, { force: true });
  }
  return {
    async publish(url) {
      await writeOwner(draft, { ...mine, url });
      await rename(draft, path);
    },
    async release() {
      const current = await readOwner(dataDir);
      if (current?.token === mine.token) await rm(path, { force: true });
    },
  };
}

/** The running process that owns the data folder, if there is one. */
export async function findLiveOwner(dataDir: string): Promise<Owner | undefined> {
  const owner = await readOwner(dataDir);
  return owner && (await isLive(owner)) ? owner : undefined;
}

/** Waits for a starting owner to publish its address; undefined if it ends before that. */
export async function waitForAddress(dataDir: string): Promise<string | undefined> {
  for (;;) {
    const owner = await findLiveOwner(dataDir);
    if (!owner || owner.url !== undefined) return owner?.url;
    await pause(50);
  }
}

async function takeLock(dataDir: string, draft: string): Promise<void> {
  const path = lockPath(dataDir);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await linkIfFree(draft, path)) return;
    const found = await readOwner(dataDir);
    if (found && (await isLive(found))) throw new DataDirInUse(dataDir, found.pid);
    await clearStale(path, found);
  }
  throw new Error(`DATA_DIR ${dataDir}: ${path} is contended: other processes keep taking the lock`);
}

async function clearStale(path: string, judged: Owner | undefined): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  const moved = await rename(path, temporary).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  const removed = await readOwnerFile(temporary);
  // Another process may have replaced the stale file just before the rename: put its lock back.
  if (removed?.token !== judged?.token) await linkIfFree(temporary, path);
  await rm(temporary, { force: true });
}

async function linkIfFree(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function describeSelf(): Promise<Owner> {
  const [facts, place] = await Promise.all([inspectProcess(process.pid), thisPlace()]);
  const startedAt = facts?.startedAt ?? '';
  return { pid: process.pid, startedAt, place, token: randomUUID(), url: undefined };
}

async function isLive(owner: Owner): Promise<boolean> {
  // A pid from another container means nothing here, but the socket inside the data folder answers.
  if (owner.place !== (await thisPlace())) return owner.url !== undefined && answers(owner.url);
  const facts = await inspectProcess(owner.pid);
  return facts !== undefined && facts.startedAt === owner.startedAt;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'postgres.lock');
}

async function writeOwner(path: string, owner: Owner): Promise<void> {
  await writeFile(path, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
}

async function readOwner(dataDir: string): Promise<Owner | undefined> {
  try {
    return await readOwnerFile(lockPath(dataDir));
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} belongs to another user, so its lock can’t be read`, {
      cause: error,
    });
  }
}

async function readOwnerFile(path: string): Promise<Owner | undefined> {
  try {
    const found: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isOwner(found) ? found : undefined;
  } catch (error) {
    // Invalid JSON was cut short by a crash of the machine and locks nothing.
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  return 'pid' in value && 'token' in value && typeof value.pid === 'number';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
