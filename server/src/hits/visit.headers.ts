import type { IncomingHttpHeaders } from 'node:http';

/** The header's value, or the first of several. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/**
 * A person follows a link to a top-level document (Fetch Metadata). An image, a script or a `fetch()` of a page
 * doesn't, nor does a frame, unless the shopper clicked the link inside it.
 */
function embeddingOf(headers: IncomingHttpHeaders): string {
  const kind = headerText(headers['sec-fetch-dest']) ?? 'document';
  if (kind === 'document' || headers['sec-fetch-user'] === '?1') return '';
  return `embedded ${kind === 'empty' ? 'fetch' : kind}`;
}

/**
 * The purpose that the browser states: `prefetch` and the like, or `embedded iframe` from inside a page; '' for a
 * person's own request.
 */
export function purposeOf(headers: IncomingHttpHeaders): string {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'];
  return headerText(purpose) ?? embeddingOf(headers);
}

/** The country from a trusted proxy; '' if it sends none. */
export function countryOf(headers: IncomingHttpHeaders): string {
  const country = headerText(
    headers['cf-ipcountry'] ?? headers['cloudfront-viewer-country'] ?? headers['x-country-code'],
  );
  return country?.length === 2 ? country : '';
}
