import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));

const wildcards: Record<string, string> = { '**/': '(.*/)?', '*': '[^/]*', '.': String.raw`\.` };

/** Whether .dockerignore leaves a path out. Its last line that fits decides; `!` keeps. */
function readIgnored(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line.replace(/^!/, '').replaceAll(/\*\*\/|\*|\./g, (found) => wildcards[found] ?? found);
      return { isIgnored: !line.startsWith('!'), pattern: new RegExp(`^${pattern}$`) };
    });
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isIgnored === true;
}

/** Copies the sources, without what .dockerignore leaves out. */
export async function copySources(folder: string): Promise<void> {
  const isIgnored = readIgnored(await readFile(join(repository, '.dockerignore'), 'utf8'));
  await cp(repository, folder, { recursive: true, filter: (from) => !isIgnored(relative(repository, from)) });
}

async function linkEach(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@vitrine') await symlink(join(from, name), join(to, name));
  }
}

/** Gives a copy of the sources what `npm ci` and a build would make: this repository's packages and web app. */
export async function lendPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await linkEach(join(repository, 'node_modules'), modules);
  await mkdir(join(modules, '@vitrine'));
  for (const name of ['contract', 'server', 'web', 'e2e'])
    await symlink(join(folder, name), join(modules, '@vitrine', name));
  await linkEach(join(repository, 'web', 'node_modules'), join(folder, 'web', 'node_modules'));
  await cp(join(repository, 'web', 'dist'), join(folder, 'web', 'dist'), { recursive: true }).catch(() => undefined);
}
