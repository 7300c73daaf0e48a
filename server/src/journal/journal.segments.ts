import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

// Segment files of a journal: 00000001.journal and so on. They are filled with zeros in advance, because a write that
// doesn't extend the file is synced in half the time.

export const segmentBytes = 4 * 1024 * 1024;

const namePattern = /^\d{8}\.journal$/;

export function segmentPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(8, '0')}.journal`);
}

/** The folder's segments in the order they were written. */
export async function listSegments(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => namePattern.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Creates a segment of fixed size and syncs it and its folder. */
export async function prepareSegment(folder: string, number: number, bytes: number): Promise<string> {
  const path = segmentPath(folder, number);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write(Buffer.alloc(bytes), 0, bytes, 0);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await syncFolder(folder);
  return path;
}

/** Makes new file names in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder and doesn't need to: NTFS writes names through.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
