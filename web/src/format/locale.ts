/** The languages of the product, each with the place whose dates and numbers it is written with. */
const places = { en: 'en-US', es: 'es-ES' } as const;

export type Locale = keyof typeof places;

export function isLocale(value: string): value is Locale {
  return Object.hasOwn(places, value);
}

let spoken: string = places.en;

export function regionOf(locale: string): string {
  return isLocale(locale) ? places[locale] : places.en;
}

/** From now on numbers and money are written as in this language. */
export function setLocale(locale: Locale): void {
  spoken = places[locale];
}

export function currentRegion(): string {
  return spoken;
}
