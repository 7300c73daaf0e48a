import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './install.mjs';

// Where the tests keep their databases and data folders. They copy a database for nearly every test, and on a disk
// those copies take longer than the tests themselves. On Linux they are in memory, if there is plenty.

const memory = '/dev/shm';
const prefix = 'vitrine-test-run-';
const wantedBytes = 4 * 2 ** 30;

/** A new folder in memory, or undefined where the usual temporary folder must do. */
export function openScratch() {
  if (!isUsable()) return undefined;
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    // Of a run that was killed.
    if (!isRunning(Number(name.slice(prefix.length)))) closeScratch(join(memory, name));
  }
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

export function closeScratch(folder) {
  rmSync(folder, { recursive: true, force: true });
}

function isUsable() {
  if (!existsSync(memory) || !existsSync('/proc/mounts')) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === memory);
  // PostgreSQL's programs may have to be copied there.
  if (mount?.[2] !== 'tmpfs' || mount[3].split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= wantedBytes && availableMemory() >= 2 * wantedBytes;
}

function availableMemory() {
  const kibibytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return Number(kibibytes ?? 0) * 1024;
}
