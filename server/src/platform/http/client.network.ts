import { normalizeIP } from '@fastify/rate-limit';
import ipaddr from 'ipaddr.js';

const ownedBits = 64;
/** What a provider usually gives to one customer: addresses of a whole site, or of a rented server with its neighbors. */
const wide = { v4: 24, v6: 48 };

/**
 * The key for limits per client: an IPv4 address, or the /64 network of an IPv6 address, because one client usually has
 * a whole /64.
 */
export function clientNetwork(address: string): string {
  return normalizeIP(address, ownedBits);
}

/**
 * The network of a client for fair turns, as a /24 or /48. Someone who has many addresses has them in few of these, and
 * whoever shares one with them only waits longer.
 */
export function wideNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const [kind, bits] = parsed.kind() === 'ipv4' ? (['IPv4', wide.v4] as const) : (['IPv6', wide.v6] as const);
  const network = ipaddr[kind].networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}
