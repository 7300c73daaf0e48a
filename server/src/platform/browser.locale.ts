import { isLanguage, type Language } from '@vitrine/contract/values/languages.ts';
import { languageOf } from './locale.ts';

// The language and time zone that a browser sends for a new account. Unknown ones are never refused.

export function languageOfBrowser(given: string | undefined): string {
  return languageOf(given?.split('-', 1)[0]?.toLowerCase() ?? '');
}

/** Of an Accept-Language header: the language of ours with the highest weight, the first of several. */
export function languageOfHeader(header = ''): Language {
  const wanted = header.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
    return {
      code: range.split('-', 1)[0]?.toLowerCase() ?? '',
      weight: weight === undefined ? 1 : Number(weight) || 0,
    };
  });
  const codes = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return codes.map(({ code }) => code).find(isLanguage) ?? 'en';
}

export function timeZoneOfBrowser(given: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
