import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chunkOf, chunks, filesOf, isBuilt, readBuilt } from './built.testing.ts';
import { catalogFile } from './locales/catalogs.ts';
import { pages } from './pages.ts';
import { consolePages } from './pages.consoles.ts';
import { creatorPages } from './pages.creator.ts';

// What a browser has to fetch, counted on the built files: scripts by following imports, and the styles of those
// scripts. Budgets in bytes after gzip.

const kilo = 1000;

const size = (file: string) => gzipSync(readBuilt(file)).length;

function fetched(...names: string[]): { js: number; css: number; files: Set<string> } {
  const files = filesOf(...['base', 'early.ts', 'texts', ...names].map(chunkOf));
  const sum = (ending: string) =>
    [...files].filter((name) => name.endsWith(ending)).reduce((total, name) => total + size(name), 0);
  return { js: sum('.js'), css: sum('.css'), files };
}

/** The page where a creator starts, with its lower sections. */
const overview = () => fetched('frame', creatorPages.overview.code, 'overview/LowerSections.tsx');

/** The pages outside the consoles that have a text catalog of their own. */
const furtherPages = pages.flatMap(({ frame, code, texts }) =>
  texts && frame !== 'brand' && frame !== 'operator' ? [{ code, texts: `locales/en/${catalogFile(texts)}.po` }] : [],
);

describe.skipIf(!isBuilt)('bytes of the built portal (skipped without web/dist: build it first)', () => {
  test('the login page: at most 141 kB of scripts and 12 kB of styles', () => {
    const { js, css } = fetched('login');
    expect(css).toBeGreaterThan(1 * kilo);
    expect(js).toBeLessThanOrEqual(141 * kilo);
    expect(css).toBeLessThanOrEqual(12 * kilo);
  });

  test('the portal loads no addresses of the consoles’ pages', () => {
    const scripts = [...overview().files, ...fetched('login').files].filter((name) => name.endsWith('.js'));
    const { audit, brandAnalytics } = consolePages;
    for (const { path } of [audit, brandAnalytics])
      expect(
        scripts.filter((name) => readBuilt(name).includes(path)),
        path,
      ).toEqual([]);
  });

  test('the overview: at most 182 kB of scripts in all', () => {
    expect(overview().js).toBeLessThanOrEqual(182 * kilo);
  });

  test.each(furtherPages)(
    '$code adds at most 34 kB of scripts to the overview, its texts included',
    ({ code, texts }) => {
      const { files } = overview();
      const added = [...fetched('frame', texts, code).files].filter((name) => name.endsWith('.js') && !files.has(name));
      expect(added).toContain(chunkOf(code).file);
      const sizes = Object.fromEntries(added.map((name) => [name, size(name)]));
      expect(
        added.reduce((total, name) => total + size(name), 0),
        JSON.stringify(sizes),
      ).toBeLessThanOrEqual(34 * kilo);
    },
  );

  test('no script waits for one that waits for it', () => {
    const importsOf = new Map(
      chunks.map((chunk) => [chunk.file, [...filesOf(chunk)].filter((other) => other !== chunk.file)]),
    );
    for (const [name, needed] of importsOf)
      for (const other of needed) expect(importsOf.get(other) ?? [], `${other} needs ${name} back`).not.toContain(name);
  });

  test('the page has no inline script or style, and the first script imports nothing', () => {
    const page = readBuilt('index.html');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)/);
    expect(page).toMatch(new RegExp(`<head>\\s*<script [^>]*src="/${chunkOf('early.ts').file}"`));
    expect([...filesOf(chunkOf('early.ts'))]).toHaveLength(1);
  });

  test('code that every page runs at once has the compile hint as its first line', () => {
    for (const name of [
      'base',
      'frame',
      'login',
      'storefront.pages',
      ...[creatorPages.overview, creatorPages.earnings].map(({ code }) => code),
    ])
      expect(readBuilt(chunkOf(name).file).split('\n', 1), name).toEqual(['//# allFunctionsCalledOnLoad']);
  });
});
