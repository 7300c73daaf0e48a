import { normalizeIP } from '@fastify/rate-limit';

const ownedBits = 64;

/**
 * The key for limits per client: an IPv4 address, or the /64 network of an IPv6 address, because one client usually has
 * a whole /64.
 */
export function clientNetwork(address: string): string {
  return normalizeIP(address, ownedBits);
}
