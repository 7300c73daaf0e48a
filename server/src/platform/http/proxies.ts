import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { createRecent } from '../recent.ts';

// Finds the client's IP address as Fastify does, also for requests that Fastify never sees. X-Forwarded-For is read
// only if the connection comes from a configured proxy.

export type Proxies = {
  /** Whether headers from this address are trusted. */
  trusts(address: string): boolean;
  /** The client's address: the last one in X-Forwarded-For that is not a trusted proxy; if all are, the first one. */
  clientOf(request: IncomingMessage): string;
};

/** Entries are IP addresses, networks such as 10.0.0.0/8, or `loopback`. */
export function createProxies(entries: readonly string[]): Proxies {
  const isTrusted = compileTrust(entries);
  // Proxies are few, and parsing an address takes longer than the rest of a redirect.
  const trusts = createRecent(10_000, (address) => isTrusted(address, 0));
  return {
    trusts,
    clientOf(request) {
      const found = proxyAddr(request, trusts);
      return plainAddress(isIP(found) === 0 ? (request.socket.remoteAddress ?? '') : found);
    },
  };
}

function compileTrust(entries: readonly string[]): (address: string, hop: number) => boolean {
  try {
    return proxyAddr.compile([...entries]);
  } catch (error) {
    throw new Error(`TRUST_PROXY: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
