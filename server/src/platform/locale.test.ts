import { describe, expect, test } from 'vitest';
import { countText, dayText, languageOf, localeOf, momentText, portionText, textsIn } from './locale.ts';

const at = new Date('2026-03-04T14:30:00Z');
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en', 'en', 'en-US'],
  ['es', 'es', 'es-ES'],
  ['fr', 'en', 'en-US'],
  ['ES', 'en', 'en-US'],
  ['es-MX', 'en', 'en-US'],
  ['', 'en', 'en-US'],
  ['__proto__', 'en', 'en-US'],
])('%j is read as %s, with the dates of %s', (locale, language, place) => {
  expect([languageOf(locale), localeOf(locale)]).toEqual([language, place]);
  expect(textsIn({ en: 'en', es: 'es' }, locale)).toBe(language);
});

test('§127: counts in emails are grouped from 1,000 on, in Spanish too (S20)', () => {
  const written = (locale: string) => [999, 1_894, 48_019].map((count) => countText(count, locale));
  expect({ en: written('en'), es: written('es') }).toEqual({
    en: ['999', '1,894', '48,019'],
    es: ['999', '1.894', '48.019'],
  });
});

describe('a day', () => {
  test('is written in the reader’s language', () => {
    expect(dayText(at, { locale: 'en', timeZone: 'UTC' })).toBe('March 4, 2026');
    expect(dayText(at, { locale: 'es', timeZone: 'UTC' })).toBe('4 de marzo de 2026');
  });

  test('is the one where the reader lives', () => {
    const late = new Date('2026-03-05T02:00:00Z');
    expect(dayText(late, { locale: 'en', timeZone: 'America/New_York' })).toBe('March 4, 2026');
    expect(dayText(late, { locale: 'en', timeZone: 'Asia/Tokyo' })).toBe('March 5, 2026');
  });
});

test('a moment has its weekday and the time where the reader lives', () => {
  expect(plain(momentText(at, { locale: 'en', timeZone: 'America/New_York' }))).toBe(
    'Wednesday, March 4, 2026 at 9:30 AM',
  );
  expect(plain(momentText(at, { locale: 'es', timeZone: 'Europe/Madrid' }))).toBe(
    'miércoles, 4 de marzo de 2026, 15:30',
  );
});

test.each([
  [0, '0%', '0 %'],
  [1, '0.01%', '0,01 %'],
  [1_250, '12.5%', '12,5 %'],
  [1_500, '15%', '15 %'],
  [10_000, '100%', '100 %'],
])('%d basis points are %s in English and %s in Spanish', (points, english, spanish) => {
  expect([plain(portionText(points, 'en')), plain(portionText(points, 'es'))]).toEqual([english, spanish]);
});
