import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { giveTo, type Runner } from './embedded.root.ts';

// The cluster is created in a temporary folder and moved into place when complete, so an interrupted start leaves
// either no cluster or a whole one.

/** Kept between starts: how to log in, and the port to try first. */
export type Access = { password: string; port: number | undefined };

export const superuser = 'vitrine';

/** Refuses a cluster that these binaries or this user can't run. Changes nothing. */
export async function checkCluster(dataDir: string, major: number): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const owner = await stat(cluster).catch(() => undefined);
  if (!owner) return;
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0 && owner.uid !== uid) {
    throw new Error(
      `DATA_DIR ${dataDir} contains a database that belongs to another user (uid ${owner.uid}, you are ${uid}). ` +
        'Start Vitrine as that user, or as root, or choose another DATA_DIR.',
    );
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => 'unknown');
  const found = version.trim();
  if (found === String(major)) return;
  throw new Error(
    `DATA_DIR ${dataDir} contains a PostgreSQL ${found} database, but this Vitrine uses ` +
      `PostgreSQL ${major}. Nothing was changed. Migrate it with pg_upgrade or a dump, ` +
      'or choose another DATA_DIR.',
  );
}

/** Ensures a complete cluster that the runner's account can use, and returns how to log in. */
export async function prepareCluster(dataDir: string, runner: Runner): Promise<Access> {
  const cluster = join(dataDir, 'postgres');
  const existing = await stat(cluster).catch(() => undefined);
  if (!existing) return createCluster(dataDir, runner);
  const { account } = runner;
  if (account && existing.uid !== account.uid) await giveTo(account, cluster);
  if ((existing.mode & 0o777) !== 0o700) await chmod(cluster, 0o700);
  return readAccess(dataDir);
}

export async function rememberAccess(dataDir: string, access: Access): Promise<void> {
  const path = accessPath(dataDir);
  await writeFile(`${path}.new`, `${JSON.stringify(access)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

async function createCluster(dataDir: string, runner: Runner): Promise<Access> {
  const draft = join(dataDir, 'postgres.new');
  const passwordFile = join(dataDir, 'postgres.new.password');
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  const access: Access = { password: randomBytes(24).toString('base64url'), port: undefined };
  await rememberAccess(dataDir, access);
  await mkdir(draft, { mode: 0o700 });
  try {
    await writeFile(passwordFile, access.password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) {
      if (runner.account) await chown(path, runner.account.uid, runner.account.gid);
    }
    await runInitdb(runner, draft, passwordFile, await localeFlags(runner));
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, join(dataDir, 'postgres'));
  await flushFolder(dataDir);
  return access;
}

async function localeFlags(runner: Runner): Promise<string[]> {
  const help = await runProgram(runner, ['--help']);
  // PostgreSQL's own locale doesn't change with the system's libraries; available since version 17.
  const own = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return ['--locale=C', ...(help.includes('--builtin-locale') ? own : [])];
}

async function runInitdb(runner: Runner, folder: string, passwordFile: string, locale: string[]): Promise<void> {
  await runProgram(runner, [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
    ...locale,
  ]);
}

async function runProgram(runner: Runner, options: string[]): Promise<string> {
  const { file, args, ids } = runner.command('initdb', options);
  const child = spawn(file, args, {
    ...ids,
    cwd: runner.account ? '/' : runner.native,
    env: programEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${errors.trim() || output.trim()}`);
  return output;
}

/** Our environment is not inherited: a PGPORT or a LANG of the shell must not reach the server. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function readAccess(dataDir: string): Promise<Access> {
  try {
    const { password, port }: Access = JSON.parse(await readFile(accessPath(dataDir), 'utf8'));
    return { password, port };
  } catch (error) {
    throw new Error(
      `DATA_DIR ${dataDir} contains a database, but its password file ${accessPath(dataDir)} is ` +
        'missing or damaged. Restore it from a backup together with the database.',
      { cause: error },
    );
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows can't open a folder and makes its entries durable by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

function accessPath(dataDir: string): string {
  return join(dataDir, 'postgres.access');
}
