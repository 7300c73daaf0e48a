import { i18n, type Messages } from '@lingui/core';
import { loadChunk } from '../api/chunk.ts';
import { isLocale, type Locale, speak } from '../format/spoken.ts';

type Load = () => Promise<{ messages: Messages }>;

/**
 * The build strips the texts from the code, so English too comes from its catalogues: `entry` before anybody has signed
 * in, `portal` and `overview` with the frame, each further part with its first page.
 */
const catalogues = {
  en: {
    entry: () => import('./en/entry.po'),
    portal: () => import('./en/portal.po'),
    joining: () => import('./en/joining.texts.po'),
    overview: () => import('./en/overview.texts.po'),
    analytics: () => import('./en/analytics.texts.po'),
    brand: () => import('./en/brand.texts.po'),
    conversations: () => import('./en/conversations.texts.po'),
    earnings: () => import('./en/earnings.texts.po'),
    legal: () => import('./en/legal.texts.po'),
    operator: () => import('./en/operator.texts.po'),
    settings: () => import('./en/settings.texts.po'),
    storefront: () => import('./en/storefront.texts.po'),
    support: () => import('./en/support.texts.po'),
  },
  es: {
    entry: () => import('./es/entry.po'),
    portal: () => import('./es/portal.po'),
    joining: () => import('./es/joining.texts.po'),
    overview: () => import('./es/overview.texts.po'),
    analytics: () => import('./es/analytics.texts.po'),
    brand: () => import('./es/brand.texts.po'),
    conversations: () => import('./es/conversations.texts.po'),
    earnings: () => import('./es/earnings.texts.po'),
    legal: () => import('./es/legal.texts.po'),
    operator: () => import('./es/operator.texts.po'),
    settings: () => import('./es/settings.texts.po'),
    storefront: () => import('./es/storefront.texts.po'),
    support: () => import('./es/support.texts.po'),
  },
} satisfies Record<Locale, Record<string, Load>>;

export type Part = keyof (typeof catalogues)['en'];

/** Parts whose texts were asked for; another language needs them too. */
const wanted = new Set<Part>(['entry']);

async function load(locale: Locale, parts: Iterable<Part>): Promise<void> {
  const loaded = await Promise.all([...parts].map((part) => catalogues[locale][part]()));
  // Added, not put in place: the texts of one part may come before those of another.
  for (const { messages } of loaded) i18n.load(locale, messages);
}

/** The first language of this browser that is one of ours. */
export function localeOfBrowser(languages: readonly string[] = navigator.languages): Locale {
  for (const language of languages) {
    const [plain = ''] = language.toLowerCase().split('-');
    if (isLocale(plain)) return plain;
  }
  return 'en';
}

/** The language that was asked for last; the texts of an earlier one may come after it. */
let asked: Locale = 'en';

export async function activateLocale(locale: Locale): Promise<void> {
  asked = locale;
  let parts: number;
  do {
    parts = wanted.size;
    await load(locale, wanted);
  } while (wanted.size > parts);
  if (asked !== locale) return;
  speak(locale);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** The language that a person chose, in place of the one their browser speaks. */
export async function showLocale(chosen: string): Promise<void> {
  const locale = isLocale(chosen) ? chosen : 'en';
  if (locale !== asked || locale !== i18n.locale) await activateLocale(locale);
}

function activeLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : 'en';
}

/** Adds the texts of parts of the portal, in the language that is active, and in the one that it becomes meanwhile. */
export async function loadTexts(...parts: Part[]): Promise<void> {
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

/** Loads a part of the app together with its texts; what fails is a ChunkLoadError (S13). */
export function loadPart<Module>(part: Part, code: () => Promise<Module>): Promise<Module> {
  return loadChunk(async () => {
    const [module] = await Promise.all([code(), loadTexts(part)]);
    return module;
  });
}
