import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What `GET /version` answers. `schema` is the newest migration that this version has. */
export type ProductVersion = { version: string; commit: string | null; schema: string };

const root = new URL('../../../', import.meta.url);
const migrationsFolder = new URL('database/migrations/', root);

/** The files in database/migrations, in the order in which they run. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
}

/** The version in package.json. */
export async function productVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  return version;
}

let read: Promise<ProductVersion> | undefined;

/** Read once: a process doesn't change its version. */
export function readVersion(): Promise<ProductVersion> {
  return (read ??= findVersion());
}

async function findVersion(): Promise<ProductVersion> {
  const [version, commit, names] = await Promise.all([productVersion(), readCommit(), migrationNames()]);
  return { version, commit, schema: names.at(-1)?.replace(/\.sql$/, '') ?? '' };
}

/** From release.json, which `npm run build` writes, or from git. Null where there is neither. */
async function readCommit(): Promise<string | null> {
  const release = await readFile(new URL('release.json', root), 'utf8').catch(() => undefined);
  if (release !== undefined) {
    const { commit }: { commit: string | null } = JSON.parse(release);
    return commit;
  }
  // Naming the folder also works in a clone of another account, which git would otherwise refuse.
  const args = ['--git-dir', fileURLToPath(new URL('.git', root)), 'rev-parse', 'HEAD'];
  const found = await promisify(execFile)('git', args).catch(() => undefined);
  return found?.stdout.trim() ?? null;
}
