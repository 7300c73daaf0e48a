/**
 * Text of a shop as the database takes it: without NUL, and without half a character, which cutting can leave. At most
 * so many letters.
 */
export function storableText(text: string, longest = text.length): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\u0000', '\uFFFD');
}
