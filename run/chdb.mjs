import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './child.mjs';

// ClickHouse's engine as a library, for tests. It takes 545 MB, so it is no dependency: the engine tests install it, in
// the pinned version, into a folder of its own.

const pinned = join(root, 'server', 'world', 'chdb');
const folder = join(root, '.cache', 'chdb');

/** The library's folder; undefined if it can't be installed here. CHDB_PATH names another. */
export async function chdbPath() {
  const { CHDB_PATH: named } = process.env;
  if (named !== undefined && named !== '') return named;
  const library = join(folder, 'node_modules', 'chdb');
  if (existsSync(library)) return library;
  console.log('Installing chdb, the engine of ClickHouse, for tests (545 MB) …');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(pinned, name), join(folder, name));
  // Not `npm ci`: it refuses a lock file without the libraries of other systems, which npm leaves out when it writes one.
  const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run('npm', flags, { cwd: folder, shell: process.platform === 'win32' }).catch(() => 1);
  return code === 0 && existsSync(library) ? library : undefined;
}
