import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { languageCodes } from '@vitrine/contract/values/languages.ts';
import { expect, test } from 'vitest';

// A page can load several catalogs. Of a text that two of them translate differently, the one that comes last decides.

/** The translations of each text with its context, and the catalogs that have them. */
function translationsIn(language: string): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const filename of readdirSync(join(import.meta.dirname, language))) {
    const content = readFileSync(join(import.meta.dirname, language, filename), 'utf8');
    const entries = formatter().parse(content, { locale: language, sourceLocale: 'en', filename });
    if (entries instanceof Promise) throw new Error('the formatter reads at once');
    for (const [id, { message = id, context = '', translation = '' }] of Object.entries(entries)) {
      const text = `${message} (${context})`;
      const known = found.get(text) ?? new Map<string, string[]>();
      found.set(text, known.set(translation, [...(known.get(translation) ?? []), filename]));
    }
  }
  return found;
}

test.each(languageCodes)('no text has two translations in %s: the second use needs a context', (language) => {
  const translations = translationsIn(language);
  expect(translations.size).toBeGreaterThan(1000);
  const twice = [...translations].filter(([, known]) => known.size > 1);
  expect(twice.map(([text, known]) => [text, Object.fromEntries(known)])).toEqual([]);
});
