import { isLanguage, type Language, languages } from '@vitrine/contract/values/languages.ts';

let region = languages.en.region;

export function regionOf(locale: string): string {
  return languages[isLanguage(locale) ? locale : 'en'].region;
}

/** From now on numbers and money are written as in this language. */
export function setLocale(locale: Language): void {
  region = regionOf(locale);
}

export function currentRegion(): string {
  return region;
}
