/**
 * Text of a shop as the database takes it: without NUL, and without half a character, which cutting can leave. At most
 * so many letters.
 */
export function storableText(text: string, longest = text.length): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\u0000', '\uFFFD');
}

const longestReference = 100;

/** How a shop names an order to people, on one line; null if it says nothing of use. It never makes an order invalid. */
export function referenceIn(sent: unknown): string | null {
  const text = typeof sent === 'number' ? String(sent) : sent;
  if (typeof text !== 'string') return null;
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, longestReference).join('').trim() || null;
}
