import type { IncomingHttpHeaders } from 'node:http';

/** The one value of a header, or the first of several. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** What a page embeds; a link that is fetched as one of these was not followed, unless the shopper pressed it inside a frame. */
const embedded = new Set([
  'iframe',
  'frame',
  'embed',
  'object',
  'fencedframe',
  'image',
  'script',
  'style',
  'font',
  'video',
]);

function embeddingOf(headers: IncomingHttpHeaders): string {
  const kind = headerText(headers['sec-fetch-dest']) ?? '';
  return embedded.has(kind) && headers['sec-fetch-user'] !== '?1' ? `embedded ${kind}` : '';
}

/** Why a browser says that it asks: `prefetch` and the like, `embedded iframe` from inside a page; '' for a person's own request. */
export function purposeOf(headers: IncomingHttpHeaders): string {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'];
  return headerText(purpose) ?? embeddingOf(headers);
}

/** The country that a trusted proxy found out; '' where it says none. */
export function countryOf(headers: IncomingHttpHeaders): string {
  const country = headerText(
    headers['cf-ipcountry'] ?? headers['cloudfront-viewer-country'] ?? headers['x-country-code'],
  );
  return country?.length === 2 ? country : '';
}
