import { createRecent } from '../platform/recent.ts';

export type Referrer = { host: string; path: string };

const nowhere: Referrer = { host: '', path: '' };
const hostPattern = /^[a-z0-9._:[\]-]{1,120}$/;

/** Host and path of a referrer; empty if it is no URL. Apps have the form android-app://package. */
export const referrerOf = createRecent(5_000, (text: string): Referrer => {
  if (text === '') return nowhere;
  const url = URL.parse(text);
  if (url === null) return nowhere;
  const host = url.host.toLowerCase();
  return hostPattern.test(host) ? { host, path: url.pathname } : nowhere;
});

const sitePattern = /^[a-z][a-z-]{1,20}:\/\/[^/?#]{1,120}\/?$/;

/** Whether it names a site and no page of it, as browsers send it to another site; or nothing. */
export function isOnlySite(text: string): boolean {
  return text === '' || sitePattern.test(text);
}

/** Pages of this installation that are not for shoppers: a hit from there was made by someone at work in it. */
export function isOwnPage(referrer: Referrer, ownHosts: readonly string[]): boolean {
  if (referrer.host === '' || referrer.path.startsWith('/@') || referrer.path.startsWith('/s/')) return false;
  return ownHosts.some((own) => own !== '' && (referrer.host === own || referrer.host.endsWith(`.${own}`)));
}

export type Utm = Record<string, string>;

const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const;
const utmCap = 120;

/** Parameters that search engines add to the URL of an ad. Their values identify a person and are not stored. */
const adParameters = ['gclid', 'gbraid', 'wbraid', 'msclkid'];

/** The utm parameters of a query without their prefix, and `search_ad` for a search engine's ad parameter. */
export function utmOf(query: string): Utm {
  const ad = adParameters.find((name) => query.includes(`${name}=`));
  if (!ad && !query.includes('utm_')) return {};
  const parameters = new URLSearchParams(query);
  const found: Utm = {};
  for (const name of utmNames) {
    const value = parameters.get(`utm_${name}`)?.replaceAll('\0', '').trim();
    if (value) found[name] = value.slice(0, utmCap).toWellFormed();
  }
  return ad ? { ...found, search_ad: ad } : found;
}
