import { afterEach, expect, test, vi } from 'vitest';
import { hasTooManyAccents, normalizedText } from './accents.ts';
import { email, name, text } from './fields.ts';

afterEach(() => vi.restoreAllMocks());

/** Accents of two classes, which composing has to sort. */
const hostile = `a${'\u0301\u0316'.repeat(50_000)}`;

test('a text with 100,000 accents on one letter is refused before it is composed', () => {
  const composed = vi.spyOn(String.prototype, 'normalize');
  expect(text({ max: 100_000 }).safeParse(hostile).error?.issues[0]?.message).toBe(
    'must have at most 30 accents on one letter',
  );
  expect(name({ max: 100_000 }).safeParse(hostile).error?.issues[0]?.message).toBe(
    'must have at most 30 accents on one letter',
  );
  expect(email.safeParse(hostile).success).toBe(false);
  expect(normalizedText(hostile, 'NFKD')).toBe(hostile);
  expect(composed).not.toHaveBeenCalled();
});

test('texts of any language are composed', () => {
  expect(text({ max: 100 }).parse('Cafe\u0301 Vie\u0323\u0302t')).toBe('Café Việt');
  expect(text({ max: 100 }).parse(`o${'\u0301'.repeat(30)}`)).toBe(`ó${'\u0301'.repeat(29)}`);
  expect(hasTooManyAccents(`o${'\u0301'.repeat(31)}`)).toBe(true);
});
