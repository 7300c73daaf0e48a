import { i18n, type Messages } from '@lingui/core';
import { isLanguage, type Language } from '@vitrine/contract/values/languages.ts';
import { loadChunk } from '../api/chunk.ts';
import { setLocale } from '../format/locale.ts';
import { catalogFile, type CatalogPart } from './catalogs.ts';
import { groupPlurals } from './grouped-plurals.ts';

groupPlurals(i18n);

/** The build removes the texts from the code, so English comes from its catalogs too. */
const catalogs = import.meta.glob<Messages>('./*/*.po', { import: 'messages' });

/** Catalogs that were requested; switching the language loads them too. */
const wanted = new Set<CatalogPart>(['entry']);

async function loadCatalog(locale: Language, part: CatalogPart): Promise<Messages> {
  const file = catalogs[`./${locale}/${catalogFile(part)}.po`];
  if (!file) throw new Error(`there is no catalog ${part} in ${locale}`);
  return loadChunk(file);
}

async function load(locale: Language, parts: Iterable<CatalogPart>): Promise<void> {
  const loaded = await Promise.all([...parts].map((part) => loadCatalog(locale, part)));
  // Adds the messages instead of replacing them, because another catalog may have loaded first.
  for (const messages of loaded) i18n.load(locale, messages);
}

/** The first language of this browser that is one of ours. */
export function localeOfBrowser(languages: readonly string[] = navigator.languages): Language {
  for (const language of languages) {
    const [plain = ''] = language.toLowerCase().split('-');
    if (isLanguage(plain)) return plain;
  }
  return 'en';
}

/** The language requested last; the catalog of an earlier one may load after it. */
let requested: Language = 'en';

export async function activateLocale(locale: Language): Promise<void> {
  requested = locale;
  let parts: number;
  do {
    parts = wanted.size;
    await load(locale, wanted);
  } while (wanted.size > parts);
  if (requested !== locale) return;
  setLocale(locale);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Switches from the browser's language to the one the user chose. */
export async function showLocale(chosen: string): Promise<void> {
  const locale = isLanguage(chosen) ? chosen : 'en';
  if (locale !== requested || locale !== i18n.locale) await activateLocale(locale);
}

function activeLocale(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en';
}

/** Loads catalogs in the active language, and again if the language changes meanwhile. */
export async function loadTexts(...parts: CatalogPart[]): Promise<void> {
  const missing = parts.filter((part) => !wanted.has(part));
  for (const part of missing) wanted.add(part);
  const locale = activeLocale();
  try {
    await load(locale, parts);
  } catch (error) {
    for (const part of missing) wanted.delete(part);
    throw error;
  }
  if (activeLocale() !== locale) await loadTexts(...parts);
}

/** Loads a part of the app together with its texts; a failure is a ChunkLoadError (S13). */
export async function loadPart<Module>(part: CatalogPart, code: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loadChunk(code), loadTexts(part)]);
  return module;
}
