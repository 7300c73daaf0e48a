export type Part = { text: string; href?: string };

/** An address as people type it within a sentence: what ends the sentence or closes a bracket does not belong to it. */
const address = /https?:\/\/[^\s<>"'`{}|\\^]+/giu;
const trailing = /[.,;:!?…)\]]+$/u;

function hrefOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // A name before an @ makes one host look like another.
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return undefined;
  return url.href;
}

/** The text of a message in parts, so that addresses can be followed. Only http and https, written out in full. */
export function partsOf(body: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of body.matchAll(address)) {
    const typed = found[0].replace(trailing, '');
    const href = hrefOf(typed);
    if (href === undefined) continue;
    if (found.index > from) parts.push({ text: body.slice(from, found.index) });
    parts.push({ text: typed, href });
    from = found.index + typed.length;
  }
  if (from < body.length) parts.push({ text: body.slice(from) });
  return parts;
}
