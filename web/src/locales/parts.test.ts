import { expect, test } from 'vitest';
import { frames } from '../page.ts';
import { pages } from '../pages.ts';
import { listSources, readSource } from '../sources.testing.ts';
import { catalogSources, type CatalogPart } from './catalogs.ts';

// The build removes the texts from the code. A page that shows another domain's component must load that domain's
// texts, or it shows message ids instead.

const catalogs = catalogSources(pages);
const isIn = (file: string, folders: readonly string[]) =>
  folders.some((folder) => folder === '.' || file === folder || file.startsWith(`${folder}/`));

function hasTextsOf(file: string, parts: readonly string[]): boolean {
  return catalogs.some(
    ({ part, include, exclude }) => parts.includes(part) && isIn(file, include) && !isIn(file, exclude),
  );
}

/** The files that a file shows, now or later, whose texts are in none of these catalogs. */
function withoutTexts(first: string, parts: readonly string[], seen = new Set<string>()): string[] {
  const missing: string[] = [];
  const waiting = [first];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = readSource(file);
    if (source.hasTexts && !hasTextsOf(file, parts)) missing.push(`${first} → ${file}`);
    waiting.push(...source.imports);
    for (const part of source.parts) missing.push(...withoutTexts(part.file, [...parts, part.texts], new Set(seen)));
  }
  return missing;
}

const textsOf = (frame: keyof typeof frames | undefined): readonly CatalogPart[] => (frame ? frames[frame].texts : []);

test.each(Object.values(frames))('$code loads the texts of everything it shows', ({ code, texts }) => {
  expect(withoutTexts(code, ['entry', ...texts])).toEqual([]);
});

test.each(pages.map((page) => ({ ...page, name: page.code })))(
  '$name loads the texts of everything it shows',
  ({ code, frame, texts }) => {
    expect(withoutTexts(code, ['entry', ...textsOf(frame), ...(texts ? [texts] : [])])).toEqual([]);
  },
);

// Lingui warns of each text that no catalog has, and can't fill in its placeholders.
test('every text is in a catalog, because it is written with a macro', () => {
  const sources = listSources();
  expect(sources.length).toBeGreaterThan(500);
  // heading.ts is a macro itself.
  expect(sources.filter((file) => file !== 'heading.ts' && readSource(file).hasRawTexts)).toEqual([]);
});
