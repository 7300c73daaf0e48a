import ipaddr from 'ipaddr.js';

// Which addresses of the internet a request may go to when its URL was written by a user. Only what every host on the
// internet can reach: nothing of this machine, of its network, or of the platform that runs it.

/** The global unicast addresses of IPv6 (RFC 4291). Everything else is local, reserved, or contains an IPv4 address. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Services of cloud platforms for their own machines that have a public address. */
const platformServices = ['168.63.129.16'];

/** Whether a text is an IPv4 or IPv6 address, without brackets. */
export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}

/** Whether an address can be reached by everyone, so that a request from here gives nothing that others don't have. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || platformServices.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
