import { LinkifyIt } from 'linkify-it';

export type Part = { text: string; href?: string };

// With a name before the host, a whole address is found, to be refused below.
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
for (const scheme of ['ftp:', 'mailto:', '//']) finder.add(scheme, null);

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
  for (const { index, lastIndex, raw } of finder.match(body) ?? []) {
    const href = hrefOf(raw);
    if (href === undefined) continue;
    if (index > from) parts.push({ text: body.slice(from, index) });
    parts.push({ text: raw, href });
    from = lastIndex;
  }
  if (from < body.length) parts.push({ text: body.slice(from) });
  return parts;
}
