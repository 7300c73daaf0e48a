import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Log } from '../platform/log.ts';
import { syncFolder } from '../journal/journal.segments.ts';
import type { LinkTable, TableImage } from './link.table.ts';

// The table on this node's disk, for a start while the database is down: a line of JSON with brands and accounts, the
// links' records as in memory, and a checksum of both. It is written to another file, synced and renamed, so a reader
// finds a complete file or none.

const format = 2;
const sumBytes = 4;

type Header = Omit<TableImage, 'records'> & { format: number };

export async function writeSnapshot(path: string, table: LinkTable): Promise<void> {
  const { records, ...rest } = table.image();
  const header = Buffer.from(`${JSON.stringify({ format, ...rest } satisfies Header)}\n`);
  const sum = Buffer.alloc(sumBytes);
  sum.writeUInt32LE(crc32(records, crc32(header)));
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writev([header, records, sum]);
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

/** Fills the table; false if there is no complete snapshot. */
export async function readSnapshot(path: string, table: LinkTable): Promise<boolean> {
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  const end = content.indexOf('\n') + 1;
  const sumAt = content.length - sumBytes;
  if (end === 0 || end > sumAt) return false;
  if (crc32(content.subarray(0, sumAt)) !== content.readUInt32LE(sumAt)) return false;
  const header: Header = JSON.parse(content.toString('utf8', 0, end));
  return header.format === format && table.load({ ...header, records: content.subarray(end, sumAt) });
}

const longestPauseMs = 30_000;
const shortestPauseMs = 1_000;

export type Snapshots = { stop(): Promise<void> };

/**
 * Writes the snapshot when the table has changed: a small table within about a second, a large one at most every half
 * minute, so that writing takes at most a hundredth of the time. Once more at the end.
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
  let isStopped = false;

  const writeIfChanged = async (): Promise<number> => {
    const revision = table.revision();
    if (revision === written) return 0;
    const startedAt = performance.now();
    try {
      await writeSnapshot(path, table);
      written = revision;
    } catch (error) {
      log.warn({ error: String(error) }, 'could not write the link snapshot');
    }
    return performance.now() - startedAt;
  };

  let last: Promise<unknown> = Promise.resolve();
  const schedule = (pauseMs: number): void => {
    timer = setTimeout(() => {
      last = writeIfChanged().then((tookMs) => {
        if (!isStopped) schedule(Math.min(Math.max(tookMs * 100, shortestPauseMs), longestPauseMs));
      });
    }, pauseMs);
  };
  schedule(shortestPauseMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await last;
      await writeIfChanged();
    },
  };
}

export function snapshotPath(dataDir: string): string {
  return join(dataDir, 'links.snapshot');
}
