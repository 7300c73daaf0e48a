import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { installPackages } from './install.mjs';
import { root } from './node.mjs';
import { buildWeb } from './web.mjs';

// A release is a folder that runs with Node alone: the server's sources, its packages, and the built web app.

const files = ['package.json', 'package-lock.json', '.npmrc', '.env.example', 'LICENSE', 'NOTICE', 'CHANGELOG.md'];
const folders = ['contract', 'server', 'database', 'run', 'docs/operate', 'docs/shops', 'variants', 'integrations'];
/** What someone who runs the release may have put into its folder. */
const kept = new Set(['data', '.env']);
const unwanted = /^(node_modules|test-results)$|\.(test|testing)\.ts$|\.tsbuildinfo$/;

/** `npm run build`: makes the folder `release`, or the one named; resolves to an exit code. */
export async function buildRelease(name = 'release') {
  const code = await buildWeb();
  if (code !== 0) return code;
  const release = resolve(root, name);
  // Beside its target, because a folder can only be moved within a disk.
  const draft = `${release}.building`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const path of [...files, ...folders]) copy(path, draft);
  // npm needs the package file of every workspace of the lockfile.
  for (const path of ['web', 'e2e', 'sdk', 'examples/express']) copy(`${path}/package.json`, draft);
  copy('web/dist', draft);
  await installPackages({ folder: draft, production: true });
  for (const path of ['.cache', 'e2e', 'sdk', 'examples', 'web/package.json'])
    rmSync(join(draft, path), { recursive: true, force: true });
  writeFileSync(join(draft, 'release.json'), `${JSON.stringify(origin(), null, 2)}\n`);
  writeFileSync(join(draft, 'start.mjs'), "import './run/start.mjs';\n");
  replaceRelease(release, draft);
  console.log(`Built ${release}. Start it with: node ${join(name, 'start.mjs')}`);
  return 0;
}

function copy(path, draft) {
  if (!existsSync(join(root, path))) return;
  cpSync(join(root, path), join(draft, path), { recursive: true, filter: (from) => !unwanted.test(basename(from)) });
}

function origin() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Where there is no repository, such as in a container, the caller knows the commit.
  const commit = process.env.VITRINE_COMMIT || commitOf(root);
  return { version, commit, platform: `${process.platform}-${process.arch}` };
}

/** Null where there is no git or no repository. */
function commitOf(folder) {
  try {
    const args = ['--git-dir', join(folder, '.git'), 'rev-parse', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

function replaceRelease(release, draft) {
  mkdirSync(release, { recursive: true });
  for (const name of readdirSync(release)) {
    if (!kept.has(name)) rmSync(join(release, name), { recursive: true });
  }
  for (const name of readdirSync(draft)) renameSync(join(draft, name), join(release, name));
  rmSync(draft, { recursive: true });
}
