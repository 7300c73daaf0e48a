import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

// Segment files of a journal: 00000001.journal and so on. They are filled with zeros beforehand, because a write that
// does not make a file longer reaches the disk in half the time.

export const segmentBytes = 4 * 1024 * 1024;

const namePattern = /^\d{8}\.journal$/;

export function segmentPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(8, '0')}.journal`);
}

/** The folder's segments in the order in which they were written. */
export async function listSegments(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => namePattern.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Makes a segment that will not grow; it and its name are on the disk when this ends. */
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

/** A name is only as durable as its folder. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle for a folder and needs none: its file system writes names through.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
