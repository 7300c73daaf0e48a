/** The product's languages, each with the region whose dates and numbers it uses. */
const places = { en: 'en-US', es: 'es-ES' } as const;

export type Locale = keyof typeof places;

export function isLocale(value: string): value is Locale {
  return Object.hasOwn(places, value);
}

let region: string = places.en;

export function regionOf(locale: string): string {
  return isLocale(locale) ? places[locale] : places.en;
}

/** Sets the language of numbers and money. */
export function setLocale(locale: Locale): void {
  region = places[locale];
}

export function currentRegion(): string {
  return region;
}
