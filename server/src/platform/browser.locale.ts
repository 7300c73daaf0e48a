import { languageOf } from './locale.ts';

// The language and time zone that a browser sends for a new account. Unknown ones are never refused.

export function languageOfBrowser(given: string | undefined): string {
  return languageOf(given?.split('-', 1)[0]?.toLowerCase() ?? '');
}

export function timeZoneOfBrowser(given: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
