// Installs the locked packages: all of them, or those that production needs. This file must run on Node 20.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './child.mjs';

/**
 * Installs what is missing in `folder`, which holds the package files. `production` leaves out development packages, and
 * `removeOthers` removes them if they are there. `pinnedNode` is the file of the pinned Node, where it is needed.
 */
export async function installPackages({ removeOthers = false, ...wanted }) {
  const isDone = () => isInstalled(wanted) && !(removeOthers && readMark(wanted.folder) !== markOf(wanted));
  if (isDone()) return;
  const turn = join(wanted.folder, '.cache', 'installing');
  await takeTurn(turn);
  try {
    if (!isDone()) await installWithNpm(wanted);
  } finally {
    rmSync(turn, { force: true });
  }
}

export function isInstalled(wanted) {
  const { folder, production, pinnedNode } = wanted;
  if (pinnedNode !== undefined && !existsSync(pinnedNode)) return false;
  const mark = readMark(folder);
  if (mark === markOf({ folder, production: false }) || mark === markOf(wanted)) return true;
  const installed = readIfThere(join(folder, 'node_modules', '.package-lock.json'));
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  if (!installed || !holdsAll(JSON.parse(lockfile), JSON.parse(installed), production)) return false;
  // Already installed and up to date: `npm ci` would only delete files that are in use.
  writeFileSync(markerIn(folder), markOf(wanted));
  return true;
}

function holdsAll(wanted, installed, production) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    const present = installed.packages[path];
    // Each optional package is for one platform; those of other platforms are not installed.
    const isOptional = entry.optional === true || (production && (entry.dev === true || entry.devOptional === true));
    return present ? present.version === entry.version : isOptional;
  });
}

async function installWithNpm(wanted) {
  const { folder, production, pinnedNode } = wanted;
  console.log(
    production
      ? 'Installing the packages for production with npm ci (less than a minute) …'
      : 'Installing the dependencies with npm ci (a minute or two; half a minute when cached) …',
  );
  const flags = [
    'ci',
    '--include=optional',
    '--prefer-offline',
    '--no-progress',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  if (production) {
    // The packages of the server. Of the root, only the pinned Node is needed, and only where it runs.
    flags.push('--omit=dev', '--workspace=@vitrine/server');
    if (pinnedNode !== undefined) flags.push('--include-workspace-root');
  } else {
    flags.push('--include=dev');
  }
  const { npm_execpath: npm } = process.env;
  const hasNpm = npm !== undefined && npm.endsWith('.js') && existsSync(npm);
  const [file, args] = hasNpm ? [process.execPath, [npm, ...flags]] : ['npm', flags];
  const shell = !hasNpm && process.platform === 'win32';
  const code = await run(file, args, { cwd: folder, shell });
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; see its output above`);
  if (production) removeUnused(join(folder, 'node_modules'));
  writeFileSync(markerIn(folder), markOf(wanted));
}

/**
 * Removes what no server runs, about 130 MB: the compiler (a peer of a package that reads settings), Node's headers,
 * source maps and type declarations.
 */
function removeUnused(modules) {
  const compiler = ['typescript', '@typescript'];
  const headers = readdirSync(modules)
    .filter((name) => /^node-(bin-)?(darwin|linux|win)-/.test(name))
    .map((name) => join(name, 'include'));
  for (const path of [...compiler, ...headers]) rmSync(join(modules, path), { recursive: true, force: true });
  for (const entry of readdirSync(modules, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && /\.(map|d\.[cm]?ts)$/.test(entry.name))
      rmSync(join(entry.parentPath ?? entry.path, entry.name));
  }
}

/** Only one command at a time may replace node_modules; others wait. */
async function takeTurn(turn) {
  mkdirSync(dirname(turn), { recursive: true });
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isFirst) console.log('Waiting for another command to finish installing the dependencies …');
    await pause(500);
    if (!isRunning(Number(readIfThere(turn)))) rmSync(turn, { force: true });
  }
}

/** Whether a process with this id exists. */
export function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function markerIn(folder) {
  return join(folder, 'node_modules', '.vitrine-lock');
}

function readMark(folder) {
  return readIfThere(markerIn(folder))?.toString();
}

/** What is written beside the packages once they are installed. */
function markOf({ folder, production }) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  const digest = createHash('sha256').update(lockfile).digest('hex');
  return production ? `production ${digest}` : digest;
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path) : undefined;
}
