import type { IncomingHttpHeaders } from 'node:http';

/** The one value of a header, or the first of several. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/**
 * A person follows a link into a document of its own (Fetch Metadata). An image, a script or a `fetch()` of a page does
 * not, nor does a frame, unless the shopper pressed the link in there.
 */
function embeddingOf(headers: IncomingHttpHeaders): string {
  const kind = headerText(headers['sec-fetch-dest']) ?? 'document';
  if (kind === 'document' || headers['sec-fetch-user'] === '?1') return '';
  return `embedded ${kind === 'empty' ? 'fetch' : kind}`;
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
