import type { IncomingHttpHeaders } from 'node:http';

/** The one value of a header, or the first of several. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** Why a browser says that it asks: `prefetch` and the like; '' for a person's own request. */
export function purposeOf(headers: IncomingHttpHeaders): string {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'];
  return headerText(purpose) ?? '';
}

/** The country that a trusted proxy found out; '' where it says none. */
export function countryOf(headers: IncomingHttpHeaders): string {
  const country = headerText(
    headers['cf-ipcountry'] ?? headers['cloudfront-viewer-country'] ?? headers['x-country-code'],
  );
  return country?.length === 2 ? country : '';
}
