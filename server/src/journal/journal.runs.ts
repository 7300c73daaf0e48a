import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inspectProcess, thisPlace } from '../platform/database/embedded.process.ts';
import { syncFolder } from './journal.segments.ts';

// Each process writes to a folder of its own, so that none has to wait for another's lock before it can redirect. The
// folder names its owner; when the owner has ended, the next process on this data folder drains it.

type Owner = { node: string; pid: number; startedAt: string; place: string };

export type Run = {
  folder: string;
  node: string;
  /** Shows other processes on the same data folder that this one is running, where its pid is not visible. */
  beat(): Promise<void>;
  /** Gives up the folder: deleted if it is drained, otherwise left for the next process. */
  leave(options: { isDrained: boolean }): Promise<void>;
};

const ownerFile = 'owner.json';
/** After this long without a sign of life, a process on another machine or container counts as ended. */
const silenceMs = 20_000;

let runsOfThisProcess = 0;

export async function startRun(journals: string, node: string): Promise<Run> {
  await mkdir(journals, { recursive: true, mode: 0o700 });
  const [facts, place] = await Promise.all([inspectProcess(process.pid), thisPlace()]);
  const owner: Owner = { node, pid: process.pid, startedAt: facts?.startedAt ?? '', place };
  runsOfThisProcess += 1;
  const name = `${node}.${process.pid}-${performance.timeOrigin.toFixed(0)}-${runsOfThisProcess}`;
  const folder = join(journals, name);
  const draft = join(journals, `.${name}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(join(draft, ownerFile), JSON.stringify(owner), { mode: 0o600 });
  await rename(draft, folder);
  await syncFolder(journals);
  const ownerPath = join(folder, ownerFile);
  return {
    folder,
    node,
    async beat() {
      const now = performance.timeOrigin / 1_000 + performance.now() / 1_000;
      await utimes(ownerPath, now, now);
    },
    async leave({ isDrained }) {
      await rm(isDrained ? folder : ownerPath, { recursive: true, force: true });
    },
  };
}

/** Folders whose owner has ended, oldest first. */
export async function findLeftRuns(journals: string): Promise<{ folder: string; node: string }[]> {
  const place = await thisPlace();
  const found: { folder: string; node: string; at: number }[] = [];
  for (const entry of await readdir(journals, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = join(journals, entry.name);
    if (await isOwned(folder, place)) continue;
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: 0 }));
    found.push({ folder, node: nodeOf(folder), at: mtimeMs });
  }
  return found.sort((one, other) => one.at - other.at);
}

async function isOwned(folder: string, place: string): Promise<boolean> {
  const path = join(folder, ownerFile);
  const owner = await readOwner(path);
  if (owner === undefined) return false;
  if (owner.place === place) {
    const facts = await inspectProcess(owner.pid);
    return facts !== undefined && facts.startedAt === owner.startedAt;
  }
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return performance.timeOrigin + performance.now() - mtimeMs < silenceMs;
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner: Owner = JSON.parse(await readFile(path, 'utf8'));
    return owner;
  } catch {
    return undefined;
  }
}

function nodeOf(folder: string): string {
  const name = basename(folder);
  return name.slice(0, name.lastIndexOf('.'));
}
