import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { command, root, run } from './node.mjs';

const skipped = new Set(['node_modules', 'dist', 'test-results']);
const marker = join(root, 'web', 'dist', '.built');

/** Builds the web app if its sources have changed; resolves to an exit code. `node` is the Node to build with. */
export async function buildWeb(node = process.execPath) {
  if (!hasWeb()) return 0;
  const sources = digestSources();
  if (isBuiltFrom(sources)) return 0;
  console.log('Building the web app (about 20 seconds) …');
  const vite = [command('vite'), 'build', '--logLevel', 'warn'];
  const code = await run(node, vite, { cwd: join(root, 'web') });
  if (code === 0) writeFileSync(marker, sources);
  return code;
}

/** Whether the web app is built from the sources that are there. */
export function isWebBuilt() {
  return !hasWeb() || isBuiltFrom(digestSources());
}

function isBuiltFrom(sources) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === sources;
}

export function hasWeb() {
  return existsSync(join(root, 'web', 'vite.config.ts'));
}

function digestSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['contract', 'web']) {
    for (const path of filesBelow(join(root, folder))) {
      // Not the whole path: a folder that was moved or copied doesn't have to build again.
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const wanted = entries.filter(({ name }) => !skipped.has(name) && !name.endsWith('.tsbuildinfo'));
  return wanted
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
