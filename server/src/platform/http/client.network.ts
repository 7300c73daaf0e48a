import { normalizeIP } from '@fastify/rate-limit';

const ownedBits = 64;

/**
 * The address under which limits count a client: an IPv4 address, or the /64 of an IPv6 address, because whoever has
 * one address of it has them all.
 */
export function networkOf(address: string): string {
  return normalizeIP(address, ownedBits);
}
