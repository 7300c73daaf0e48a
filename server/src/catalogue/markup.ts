const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Converts a shop's HTML description to plain text, which is escaped wherever it is displayed. */
function plainText(markup: string): string {
  return markup
    .replaceAll(/<(br|\/p|\/li|\/div|\/h[1-6])[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => named[name] ?? '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** More than any field may have. Longer texts are cut here; validation then refuses them for their length. */
const mostFieldLetters = 10_000;
/** The longest description including HTML. A longer one is refused before its tags are removed. */
export const mostMarkupLetters = 200_000;

export const cut = (value: string) =>
  value.length > mostFieldLetters ? value.trim().slice(0, mostFieldLetters) : value;

/** The text of a description in HTML. */
export const textOfMarkup = (markup: string) => cut(markup.length > mostMarkupLetters ? markup : plainText(markup));
