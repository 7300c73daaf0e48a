import { createRecent } from '../platform/recent.ts';

export type Referrer = { host: string; path: string };

const nowhere: Referrer = { host: '', path: '' };
const hostPattern = /^[a-z0-9._:[\]-]{1,120}$/;

/** Host and path of a referrer; empty when it is no address. Apps name themselves as android-app://package. */
export const referrerOf = createRecent(5_000, (text: string): Referrer => {
  if (text === '') return nowhere;
  const url = URL.parse(text);
  if (url === null) return nowhere;
  const host = url.host.toLowerCase();
  return hostPattern.test(host) ? { host, path: url.pathname } : nowhere;
});

/** Pages of this installation that are not for shoppers: whoever comes from them works here. */
export function isOwnPage(referrer: Referrer, ownHosts: readonly string[]): boolean {
  if (referrer.host === '' || referrer.path.startsWith('/@') || referrer.path.startsWith('/s/')) return false;
  return ownHosts.some((own) => own !== '' && (referrer.host === own || referrer.host.endsWith(`.${own}`)));
}

export type Utm = Record<string, string>;

const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const;
const utmCap = 120;

/** Parameters that search engines add to the address of an ad; the value tells one person from another and is not kept. */
const adParameters = ['gclid', 'gbraid', 'wbraid', 'msclkid'];

/** The utm parameters of a query, without their prefix, and `search_ad` for the parameter of a search engine's ad. */
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
