import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { error, type Diagnosis, ok, reasonOf, warning } from './diagnosis.ts';

const leastBytes = { warning: 2 * 2 ** 30, error: 512 * 2 ** 20 };

/** Writes a file to DATA_DIR, as the journal does, and looks at the free space there. */
export async function checkDisk(dataDir: string): Promise<Diagnosis> {
  try {
    await writeOnce(join(dataDir, `.doctor-${process.pid}`));
  } catch (thrown) {
    return error(
      `DATA_DIR ${dataDir} can't be written: ${reasonOf(thrown)}. Free space there, or give this user the folder.`,
    );
  }
  const { bavail, bsize } = await statfs(dataDir);
  return judgeSpace(bavail * bsize, dataDir);
}

/** `free` is in bytes. */
export function judgeSpace(free: number, dataDir: string): Diagnosis {
  const text = `${(free / 2 ** 30).toFixed(1)} GiB free in ${dataDir}`;
  if (free < leastBytes.error) return error(`Only ${text}. Free space now: without it, clicks and orders are refused.`);
  if (free < leastBytes.warning) return warning(`Only ${text}. Free space or enlarge the disk.`);
  return ok(text);
}

async function writeOnce(path: string): Promise<void> {
  try {
    await using file = await open(path, 'w', 0o600);
    await file.write(Buffer.alloc(65_536));
    await file.datasync();
  } finally {
    await rm(path, { force: true });
  }
}
