import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { syncFolder } from '../journal/journal.segments.ts';
import { encodeFrame, readFrames, type SnapshotFrame, type SnapshotHead } from './link.snapshot.file.ts';
import type { LinkTable } from './link.table.ts';

// The table on this node's disk, for a start while the database is down, and so that a start reads only what changed
// since. It is written to another file, synced and renamed, so a reader finds a complete file or none.

const format = 3;
/** Written bytes are synced this often, so that the sync of a large file doesn't delay that of the journal. */
const syncedBytes = 16 * 1024 * 1024;

function* framesOf(table: LinkTable): Generator<SnapshotFrame> {
  // The position of the start: what changes while the rest is written is read again after a restart.
  const reachedCap = table.reachedCap();
  yield { kind: 'head', head: { format, seed: table.seed(), position: table.position(), reachedCap } };
  yield* table.parts();
  yield { kind: 'end' };
}

/** `signal` ends the writing; the snapshot before stays. */
export async function writeSnapshot(path: string, table: LinkTable, signal?: AbortSignal): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  let unsynced = 0;
  try {
    for (const frame of framesOf(table)) {
      signal?.throwIfAborted();
      const bytes = encodeFrame(frame);
      await file.writeFile(bytes);
      unsynced += bytes.length;
      if (unsynced < syncedBytes) continue;
      await file.datasync();
      unsynced = 0;
    }
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** A draft that nobody wrote to for this long was left by a process that was killed. */
const abandonedMs = 600_000;

async function removeAbandonedDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.draft')) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < systemClock.now().getTime() - abandonedMs) await rm(join(folder, name), { force: true });
  }
}

/** Fills the table; leaves it empty and returns false if there is no complete snapshot. */
export async function readSnapshot(path: string, table: LinkTable): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  let head: SnapshotHead | undefined;
  try {
    for await (const frame of readFrames(file)) {
      if (frame.kind === 'head') {
        if (frame.head.format !== format) break;
        ({ head } = frame);
        table.clear(head.seed, head.reachedCap);
      } else if (frame.kind === 'end') {
        if (head !== undefined && table.isLoaded()) {
          takePosition(table, head);
          return true;
        }
      } else if (!table.load(frame)) break;
    }
  } finally {
    await file.close();
  }
  table.clear();
  return false;
}

/** With a higher cap than before, the links that were left out are read. */
function takePosition(table: LinkTable, { position, reachedCap }: SnapshotHead): void {
  if (position === undefined) return;
  const isRaised = reachedCap !== undefined && table.reachedCap() === undefined;
  table.setPosition(isRaised ? { ...position, readTo: '' } : position);
}

/** A larger table is not written once more at the end: a stopping process has only seconds. */
const mostBytesAtStop = 256 * 1024 * 1024;
const longestPauseMs = 600_000;
const shortestPauseMs = 1_000;

export type Snapshots = { stop(): Promise<void> };

/**
 * Writes the snapshot when the table has changed: a small table within about a second, a large one within ten minutes,
 * so that writing takes about a hundredth of the time.
 */
export function keepSnapshots(options: {
  dataDir: string;
  table: LinkTable;
  log: Log;
  /** The table's revision in the file, -1 if there is none. */
  written: number;
}): Snapshots {
  const { table, log } = options;
  const path = snapshotPath(options.dataDir);
  let { written } = options;
  let timer: NodeJS.Timeout | undefined;
  const stopped = new AbortController();

  const writeIfChanged = async (signal?: AbortSignal): Promise<number> => {
    const revision = table.revision();
    if (revision === written) return 0;
    const startedAt = performance.now();
    try {
      await removeAbandonedDrafts(path);
      await writeSnapshot(path, table, signal);
      written = revision;
    } catch (error) {
      if (signal?.aborted !== true) log.warn({ error: String(error) }, 'could not write the link snapshot');
    }
    return performance.now() - startedAt;
  };

  let last: Promise<unknown> = Promise.resolve();
  const schedule = (pauseMs: number): void => {
    timer = setTimeout(() => {
      last = writeIfChanged(stopped.signal).then((tookMs) => {
        if (!stopped.signal.aborted) schedule(Math.min(Math.max(tookMs * 100, shortestPauseMs), longestPauseMs));
      });
    }, pauseMs);
  };
  schedule(shortestPauseMs);
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await last;
      if (table.bytes() <= mostBytesAtStop) await writeIfChanged();
    },
  };
}

export function snapshotPath(dataDir: string): string {
  return join(dataDir, 'links.snapshot');
}
