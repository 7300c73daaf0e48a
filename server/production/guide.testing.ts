import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './sources.testing.ts';

/** The pages of the operator's guide with commands, in the order in which their commands are run. */
export const guidePages = [
  'install',
  'first-brand',
  'backup',
  'incidents',
  'upgrade',
  'container',
  'kubernetes',
  'growing',
] as const;

/**
 * A fenced block of commands. `sh serve` starts a server, which runs until the end; `sh warns` may end with exit code 1;
 * `sh not-run=…` needs a program that isn't here.
 */
export type Block = { page: string; kind: 'run' | 'serve' | 'warns' | 'not-run'; text: string };

/** The blocks of a page with shell commands. Blocks in lists are indented. */
export async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(join(repository, 'docs/operate', `${page}.md`), 'utf8');
  return [...text.matchAll(/^( *)```sh ?(\S*)\n(.*?)^ *```$/gms)].map(([, indent = '', info = '', body = '']) => ({
    page,
    kind: info === 'serve' || info === 'warns' ? info : info.startsWith('not-run=') ? 'not-run' : 'run',
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}
