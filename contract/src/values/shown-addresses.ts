// What reads like the address of a website in a text, and whether it is where the text leads.

/** Names with dots between them, as browsers read them: the last has letters only, or is one of another script. */
const shownHost = /(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)/gu;

/** Other signs that browsers read as a dot, or that look like one. */
const dots = /[\u3002\uff61\u2024\ufe52\uff0e]/gu;

/** The hosts that a reader finds in a text. */
function hostsShownIn(text: string): string[] {
  const plain = text
    .replaceAll(/[\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(dots, '.')
    .normalize('NFKC')
    .toLowerCase();
  return plain.match(shownHost) ?? [];
}

/** The host of an https address; its query and path may contain anything. */
function hostOf(address: string): string {
  return (/^https?:\/\/([^/?#:]+)/i.exec(address)?.[1] ?? '').toLowerCase();
}

/**
 * The host that a text shows although it leads elsewhere; undefined if there is none. To show `glow.example` and lead to
 * `shop.glow.example` is honest.
 */
export function misleadingHost(text: string, address: string): string | undefined {
  // A text that is the address itself may have other addresses in its query.
  if (text.trim() === address) return undefined;
  const host = hostOf(address);
  return hostsShownIn(text).find((shown) => {
    const name = shown.replace(/^www\./, '');
    return host !== shown && host !== name && !host.endsWith(`.${name}`);
  });
}
