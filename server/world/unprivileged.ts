import { execFile, type SpawnOptions } from 'node:child_process';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

// PostgreSQL and Patroni refuse to run as root. Tests that root starts run them as `nobody`, as Debian numbers it.

const nobody = 65_534;

export const unprivileged: Pick<SpawnOptions, 'uid' | 'gid'> =
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** A temporary folder that these programs own. */
export async function unprivilegedFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (unprivileged.uid !== undefined) await chown(folder, nobody, nobody);
  return folder;
}

export async function runUnprivileged(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...args], { ...unprivileged, cwd: '/' });
}
