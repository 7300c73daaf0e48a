export const languageCodes = ['en', 'es'] as const;
export type Language = (typeof languageCodes)[number];

/** What each language calls itself, and the locale of its dates and numbers. */
export const languages: Record<Language, { name: string; region: string }> = {
  en: { name: 'English', region: 'en-US' },
  es: { name: 'Español', region: 'es-ES' },
};

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}
