import type * as z from 'zod/mini';
import { locales } from '@vitrine/contract/values/preferences.ts';
import { dateFormat, numberFormat } from '@vitrine/contract/values/formatters.ts';

// What leaves the portal, a mail or a document, speaks the language of whoever reads it. A text stands once for each
// language, in one shape: what is missing in one of them does not compile.

export type Language = z.output<typeof locales>;

/** The place whose dates and numbers each language is written with; the same as on the screens. */
const places: Record<Language, string> = { en: 'en-US', es: 'es-ES' };

export function languageOf(locale: string): Language {
  const known = locales.safeParse(locale);
  return known.success ? known.data : 'en';
}

export function placeOf(locale: string): string {
  return places[languageOf(locale)];
}

export function wordsIn<Words>(words: Record<Language, Words>, locale: string): Words {
  return words[languageOf(locale)];
}

type Moment = { locale: string; timeZone: string };

/** March 4, 2026 */
export function dayText(at: Date, { locale, timeZone }: Moment): string {
  return dateFormat(placeOf(locale), { dateStyle: 'long', timeZone }).format(at);
}

/** Wednesday, March 4, 2026 at 9:30 AM */
export function momentText(at: Date, { locale, timeZone }: Moment): string {
  return dateFormat(placeOf(locale), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);
}

/** 12.5% of basis points. */
export function portionText(basisPoints: number, locale: string): string {
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const;
  return numberFormat(placeOf(locale), percent).format(basisPoints / 10_000);
}
