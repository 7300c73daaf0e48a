import { execFile } from 'node:child_process';
import { lchown, readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, copyBinaries, linkLibraries } from './embedded.binaries.ts';

// PostgreSQL refuses to run as root. Started by root, it runs as an existing account, since creating users is not our
// job; that account must be able to reach the programs and the data.

export type SystemUser = { uid: number; gid: number };

/** How to run a PostgreSQL program: in which folder, as which user, through which helper. */
export type Runner = {
  native: string;
  account: SystemUser | undefined;
  command(program: string, args: string[]): { file: string; args: string[]; ids: Partial<SystemUser> };
};

const rootCache = '/var/cache/vitrine';

/** Determines how PostgreSQL can run here on this data folder. */
export async function prepareRunner(binaries: Binaries, dataDir: string, cluster: string): Promise<Runner> {
  const isLinked = await linkLibraries(binaries.native);
  const account = await chooseAccount(dataDir, cluster);
  if (!account) {
    const native = isLinked ? binaries.native : await copyBinaries(binaries, dataDir);
    return directRunner(native, undefined);
  }
  const isDataOpen = await canTraverse(account, dataDir);
  const helper = isDataOpen ? undefined : await findSetpriv(account, dataDir);
  if (!isDataOpen && !helper) throw unreachable(dataDir, account);
  // The helper doesn't work here: PostgreSQL checks its own programs with access(2), which ignores the capability.
  const program = join(binaries.native, 'bin', 'postgres');
  const isUsable = isLinked && (await canTraverse(account, dirname(program))) && (await canExecute(account, program));
  const native = isUsable ? binaries.native : await copyBinaries(binaries, rootCache);
  return helper ? setprivRunner(native, account, helper) : directRunner(native, account);
}

/** Changes the owner of a folder and everything in it. */
export async function giveTo(account: SystemUser, folder: string): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(account, path);
    else await lchown(path, account.uid, account.gid);
  }
}

/** The account to run as when we are root: the owner of the data, or else `nobody`. */
async function chooseAccount(dataDir: string, cluster: string): Promise<SystemUser | undefined> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined;
  const accounts = await readAccounts();
  // Not `postgres`: that account can read and signal the system's own PostgreSQL, and the other way around.
  for (const path of [cluster, dataDir]) {
    const owner = await stat(path).catch(() => undefined);
    const known = accounts.find(({ uid }) => uid === owner?.uid);
    if (known) return { uid: known.uid, gid: known.gid };
  }
  const chosen = ['nobody', 'daemon'].map((name) => accounts.find((each) => each.name === name));
  const account = chosen.find((each) => each !== undefined) ?? accounts[0];
  if (account) return { uid: account.uid, gid: account.gid };
  throw new Error(
    'PostgreSQL can’t run as root, and this system has no other user account. ' +
      'Start Vitrine as a regular user, or set DATABASE_URL.',
  );
}

async function readAccounts(): Promise<{ name: string; uid: number; gid: number }[]> {
  const passwd = await readFile('/etc/passwd', 'utf8');
  const accounts = passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  return accounts.filter(({ uid, gid }) => uid > 0 && gid >= 0);
}

function directRunner(native: string, account: SystemUser | undefined): Runner {
  return {
    native,
    account,
    command(program, args) {
      return { file: join(native, 'bin', program), args, ids: account ?? {} };
    },
  };
}

function setprivRunner(native: string, account: SystemUser, helper: string): Runner {
  return {
    native,
    account,
    command(program, args) {
      const all = [...setprivFlags(account), join(native, 'bin', program), ...args];
      return { file: helper, args: all, ids: {} };
    },
  };
}

function setprivFlags({ uid, gid }: SystemUser): string[] {
  // The capability to read and search makes a private parent folder (0700) passable; writing stays forbidden.
  const capability = '+dac_read_search';
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ];
}

async function findSetpriv(account: SystemUser, dataDir: string): Promise<string | undefined> {
  for (const path of ['/usr/bin/setpriv', '/bin/setpriv', '/usr/local/bin/setpriv']) {
    // Containers often lack the capability, so it is tested first.
    const trial = [...setprivFlags(account), 'test', '-d', join(dataDir, '.')];
    const isUsable = await promisify(execFile)(path, trial, { cwd: '/' }).then(
      () => true,
      () => false,
    );
    if (isUsable) return path;
  }
  return undefined;
}

async function canTraverse(account: SystemUser, folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (!(await canExecute(account, path))) return false;
    if (path === dirname(path)) return true;
  }
}

async function canExecute(account: SystemUser, path: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function unreachable(dataDir: string, { uid }: SystemUser): Error {
  return new Error(
    `PostgreSQL can’t run as root, and the user account it runs as instead (uid ${uid}) can’t ` +
      `access DATA_DIR ${dataDir}, because a parent folder is not open to other users. Either move ` +
      'DATA_DIR to a folder that every user can reach (such as /var/lib/vitrine), or install ' +
      'setpriv (package util-linux) and allow the capability dac_read_search, or start Vitrine as ' +
      'a regular user.',
  );
}
