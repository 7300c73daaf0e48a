import { isAddress, isLoopbackAddress, isPublicAddress } from './public.ranges.ts';

/** Where requests may go whose URL was written by a user. */
export type OutboundReach = {
  /** Allows http and any port on loopback, for development and tests. Never in production. */
  loopback: boolean;
};

/** Ports that web servers use. Others would let a user knock at services that were not made for it. */
const allowedPorts = ['', '443', '8443'];

/** The host name of a URL without the brackets of IPv6 and without a final dot. */
export function hostOfUrl(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Whether a host is this machine by its name or address; such names are never looked up. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

/**
 * Why no request may go to this URL; undefined if one may. A host name is judged again when it is looked up, because its
 * addresses can change.
 */
export function urlFault(text: string, reach: OutboundReach): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'must be an address, like https://shop.example/webhooks';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const host = hostOfUrl(url);
  if (isLoopbackHost(host)) {
    if (reach.loopback && ['http:', 'https:'].includes(url.protocol)) return undefined;
    return `must not lead to this server’s own network, like ${host}`;
  }
  if (url.protocol !== 'https:') return `must begin with https://, not ${url.protocol}//`;
  if (!allowedPorts.includes(url.port)) return `must use port 443 or 8443, not ${url.port}`;
  if (isAddress(host)) return isPublicAddress(host) ? undefined : `must not lead to a private network, like ${host}`;
  if (!host.includes('.')) return `must have a complete host name, not only ${host}`;
  return undefined;
}
