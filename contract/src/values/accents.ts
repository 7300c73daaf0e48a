/**
 * Composing letters takes time that grows with the square of the accents on one letter: 120,000 of them take half a
 * minute. 30 are more than any language writes (Unicode UAX #15, Stream-Safe Text Format).
 */
export const mostAccents = 30;
const tooMany = /\p{M}{31}/u;

/** Whether a letter has more accents than any language writes, so that the text must not be normalized. */
export function hasTooManyAccents(text: string): boolean {
  return tooMany.test(text);
}

/** The text in a normal form of Unicode; one with too many accents on a letter stays as it is. */
export function normalizedText(text: string, form: 'NFC' | 'NFKD'): string {
  return hasTooManyAccents(text) ? text : text.normalize(form);
}
