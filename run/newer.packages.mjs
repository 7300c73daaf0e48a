import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './child.mjs';

// Packages of a newer Debian release than the machine's, unpacked in a folder of their own: the system stays as it is.
// Only for programs that need no other package.

const folder = join(root, '.cache', 'newer');

export function newerFolder(name) {
  return join(folder, name);
}

/** Downloads a package of this release and unpacks it; whether that could be done. */
export async function installNewer(name, release) {
  const mirror = debianMirror();
  if (mirror === undefined) return false;
  const apt = join(folder, 'apt');
  for (const part of ['lists/partial', 'cache/archives/partial', 'downloads'])
    mkdirSync(join(apt, part), { recursive: true });
  rmSync(join(apt, 'downloads'), { recursive: true });
  mkdirSync(join(apt, 'downloads'));
  const sources = join(apt, 'sources.list');
  writeFileSync(sources, `deb ${mirror} ${release} main\n`);
  const own = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=/dev/null',
    'Dir::Etc::preferences=/dev/null',
    'Dir::Etc::preferencesparts=/dev/null',
    `Dir::State::lists=${join(apt, 'lists')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'Acquire::Retries=0',
    'Acquire::http::Timeout=10',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const quiet = { cwd: join(apt, 'downloads'), stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['-qq', ...own, 'update'], quiet);
  if ((await run('apt-get', ['-qq', ...own, 'download', name], quiet)) !== 0) return false;
  const [file] = readdirSync(join(apt, 'downloads'));
  const draft = `${newerFolder(name)}.unpacking`;
  rmSync(draft, { recursive: true, force: true });
  if ((await run('dpkg-deb', ['--extract', file, draft], quiet)) !== 0) return false;
  rmSync(newerFolder(name), { recursive: true, force: true });
  renameSync(draft, newerFolder(name));
  return true;
}

/** Where this machine gets Debian's packages from. */
function debianMirror() {
  const targets = execFileSync('apt-get', ['indextargets', '--format', '$(ORIGIN)|$(COMPONENT)|$(REPO_URI)|$(LABEL)'], {
    encoding: 'utf8',
  });
  return targets
    .split('\n')
    .map((line) => line.split('|'))
    .find(([origin, component, , label]) => origin === 'Debian' && component === 'main' && label === 'Debian')?.[2];
}
