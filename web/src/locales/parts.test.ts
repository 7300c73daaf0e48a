import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../../lingui.config.ts';

// The build strips the texts from the code. A page that shows something of another part must load that part's texts,
// or people would read the names of messages in place of the messages.

const source = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(resolve(source, file), 'utf8');

/** A file and everything it imports, also later. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(resolve(source, file))) return seen;
  seen.add(file);
  for (const [, target = ''] of read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    // What is loaded by loadPart brings its own texts.
    if (!new RegExp(`loadPart\\('[\\w-]+', \\(\\) =>\\s*import\\('${target.replaceAll('.', '\\.')}'`).test(read(file)))
      closure(relative(source, resolve(dirname(resolve(source, file)), target)), seen);
  }
  return seen;
}

const catalogues = (config.catalogs ?? []).map(({ path, include, exclude = [] }) => ({
  name: path.split('/').at(-1)?.replace('.texts', '') ?? '',
  holds: (file: string) =>
    include.some((entry) => `src/${file}`.startsWith(entry)) && !exclude.some((entry) => `src/${file}`.startsWith(entry)),
}));

const loaders = ['sitemap.ts', 'sitemap.consoles.ts', 'frame/Drawers.tsx', 'consoles/ConsoleFrame.tsx', 'accounts/LinkHandover.tsx', 'settings/PayoutMethod.tsx'].flatMap((from) =>
  [...read(from).matchAll(/loadPart\('([\w-]+)', \(\) =>\s*import\('([^']+)'/g)].map(([, part = '', target = '']) => ({
    part,
    file: relative(source, resolve(dirname(resolve(source, from)), target)),
  })),
);

/** The parts that a console's frame brings for all of its pages. */
function textsOf(loader: string): string[] {
  const [, names = ''] = new RegExp(`function ${loader}[\\s\\S]*?loadTexts\\(([^)]*)\\)`).exec(read('sitemap.consoles.ts')) ?? [];
  return [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
}

/** What stands around the pages of a part, where it is not the creator's frame. */
const around: Record<string, string[]> = { legal: [], brand: textsOf('loadBrandFrame'), operator: textsOf('loadOperatorFrame') };

const entries = [
  { file: 'frame/Frame.tsx', parts: ['portal', 'overview'] },
  { file: 'overview/overview.route.tsx', parts: ['portal', 'overview'] },
  ...loaders.map(({ part, file }) => ({ file, parts: [...(around[part] ?? ['portal', 'overview']), part] })),
];

test.each(entries)('$file loads the texts of everything it shows', ({ file, parts }) => {
  const shown = [...closure(file)].filter((each) => /@lingui\/(?:core|react)\/macro/.test(read(each)));
  const known = new Set(['entry', ...parts]);
  const missing = shown.filter((each) => !catalogues.some(({ name, holds }) => known.has(name) && holds(each)));
  expect(missing).toEqual([]);
});

test('every page of the sitemap loads the texts of its part', () => {
  expect(loaders.length).toBeGreaterThan(20);
});
