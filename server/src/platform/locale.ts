import { isLanguage, type Language, languages } from '@vitrine/contract/values/languages.ts';
import { dateFormat, numberFormat } from '@vitrine/contract/values/formatters.ts';

// Emails and documents are written in the language of their reader. The texts of all languages have the same type, so
// that a missing translation doesn't compile.

export function languageOf(locale: string): Language {
  return isLanguage(locale) ? locale : 'en';
}

/** The locale for dates and numbers, the same as on screens. */
export function localeOf(locale: string): string {
  return languages[languageOf(locale)].region;
}

export function textsIn<Texts>(texts: Record<Language, Texts>, locale: string): Texts {
  return texts[languageOf(locale)];
}

type Moment = { locale: string; timeZone: string };

/** March 4, 2026 */
export function dayText(at: Date, { locale, timeZone }: Moment): string {
  return dateFormat(localeOf(locale), { dateStyle: 'long', timeZone }).format(at);
}

/** Wednesday, March 4, 2026 at 9:30 AM */
export function momentText(at: Date, { locale, timeZone }: Moment): string {
  return dateFormat(localeOf(locale), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);
}

/** 1,894 */
export function countText(count: number, locale: string): string {
  return numberFormat(localeOf(locale), {}).format(count);
}

/** 1250 basis points as 12.5%. */
export function portionText(basisPoints: number, locale: string): string {
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const;
  return numberFormat(localeOf(locale), percent).format(basisPoints / 10_000);
}
