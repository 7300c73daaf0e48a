import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

// What a browser has to fetch, counted on the built files: scripts by following imports, styles with the scripts they
// belong to. Budgets in bytes after gzip.

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const assets = `${dist}app-assets/`;
const built = existsSync(`${dist}index.html`);
const kilo = 1000;

const read = (name: string) => readFileSync(`${assets}${name}`, 'utf8');
const size = (name: string) => gzipSync(readFileSync(`${assets}${name}`)).length;

/** The files that sources of this name became: `login.route` → `login.route-CO7MYapj.js`. */
function chunks(source: string): string[] {
  return readdirSync(assets).filter(
    (name) => name.startsWith(`${source}-`) && name.endsWith('.js') && !name.slice(source.length + 1, -3).includes('.'),
  );
}

function chunk(source: string): string {
  const found = chunks(source);
  expect(found, `one chunk of ${source}`).toHaveLength(1);
  return found[0] ?? '';
}

function entryFiles(): string[] {
  const page = readFileSync(`${dist}index.html`, 'utf8');
  return [...page.matchAll(/app-assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '');
}

/** Every page of the sitemap that comes with texts of its own: all but the overview and those before the sign-in. */
const furtherPages = [
  ...readFileSync(new URL('./sitemap.ts', import.meta.url), 'utf8').matchAll(
    /loadPart\('([\w-]+)', \(\) =>\s*import\('\.\/[\w-]+\/([\w.-]+)\.tsx'/g,
  ),
].map(([, part = '', page = '']) => ({ part, page }));

/** A chunk, and what it imports before it can run. */
function closure(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (name.endsWith('.js'))
      closure(
        [...read(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, to]) => to ?? ''),
        seen,
      );
  }
  return seen;
}

/** Vite lists in the entry what each lazy chunk brings along, its styles among them. */
function broughtAlong(lazy: string): string[] {
  const entry = entryFiles()
    .map((name) => (name.endsWith('.js') ? read(name) : ''))
    .join('\n');
  const list = /m\.f\|\|\(m\.f=\[([^\]]*)\]\)/.exec(entry)?.[1] ?? '';
  const files = [...list.matchAll(/"app-assets\/([^"]+)"/g)].map(([, name]) => name ?? '');
  const call =
    new RegExp(
      `import\\([\`"']\\./${lazy.replaceAll('.', '\\.')}[\`"']\\)[^;]{0,40}?__vite__mapDeps\\(\\[([\\d,]*)\\]\\)`,
    ).exec(entry)?.[1] ?? '';
  return call
    .split(',')
    .filter(Boolean)
    .map((index) => files[Number(index)] ?? '')
    .filter(Boolean);
}

function fetched(...lazy: string[]): { js: number; css: number; files: Set<string> } {
  const files = closure([...entryFiles(), chunk('texts'), ...lazy, ...lazy.flatMap(broughtAlong)]);
  const sum = (ending: string) =>
    [...files].filter((name) => name.endsWith(ending)).reduce((total, name) => total + size(name), 0);
  return { js: sum('.js'), css: sum('.css'), files };
}

/** Where a creator comes in, with what stands further down on it. */
const overview = () => fetched(...['frame', 'overview.route', 'LowerSections'].map(chunk));

describe.skipIf(!built)('bytes of the built portal (skipped where web/dist is missing: build it first)', () => {
  test('the login page: at most 140 kB of scripts and 12 kB of styles', () => {
    const { js, css } = fetched(chunk('login'));
    expect(css).toBeGreaterThan(1 * kilo);
    expect(js).toBeLessThanOrEqual(140 * kilo);
    expect(css).toBeLessThanOrEqual(12 * kilo);
  });

  test('the overview: at most 180 kB of scripts in all', () => {
    expect(overview().js).toBeLessThanOrEqual(180 * kilo);
  });

  test.each(furtherPages)(
    '$part $page adds at most 30 kB of scripts to the overview, its texts included',
    ({ part, page }) => {
      const { files } = overview();
      for (const file of chunks(page)) {
        const added = [...fetched(chunk('frame'), chunk(`${part}.texts`), file).files].filter(
          (name) => name.endsWith('.js') && !files.has(name),
        );
        expect(added).toContain(file);
        const sizes = Object.fromEntries(added.map((name) => [name, size(name)]));
        expect(
          added.reduce((total, name) => total + size(name), 0),
          JSON.stringify(sizes),
        ).toBeLessThanOrEqual(30 * kilo);
      }
    },
  );

  test('no script waits for one that waits for it', () => {
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const importsOf = new Map(scripts.map((name) => [name, [...closure([name])].filter((other) => other !== name)]));
    for (const [name, needed] of importsOf)
      for (const other of needed) expect(importsOf.get(other), `${other} needs ${name} back`).not.toContain(name);
  });

  test('the page carries no script and no style of its own, and what runs first needs nothing else', () => {
    const page = readFileSync(`${dist}index.html`, 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)/);
    expect(page).toMatch(new RegExp(`<head>\\s*<script [^>]*src="/app-assets/${chunk('early')}"`));
    expect([...closure([chunk('early')])]).toHaveLength(1);
  });

  test('what every page calls at once says so in its first line, above all that a build puts there', () => {
    for (const source of ['base', 'frame', 'login', 'storefront.pages', 'overview.route', 'earnings.route'])
      expect(read(chunk(source)).split('\n', 1), source).toEqual(['//# allFunctionsCalledOnLoad']);
  });
});
