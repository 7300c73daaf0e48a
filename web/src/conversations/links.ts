import { LinkifyIt } from 'linkify-it';

export type Part = { text: string; href?: string };

// Also matches a user name before the host, so that such an address is found and refused below.
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
for (const scheme of ['ftp:', 'mailto:', '//']) finder.add(scheme, null);

function hrefOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // A user name before the @ can make one host look like another.
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return undefined;
  return url.href;
}

/** Splits the text of a message at its links: complete http and https addresses only. */
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
