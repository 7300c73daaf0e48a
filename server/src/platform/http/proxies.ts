import { BlockList, isIP } from 'node:net';

// Finds the client's IP address. Headers are trusted only if the connection comes from a configured proxy.

const loopback = ['127.0.0.0/8', '::1'];
const rememberedCap = 10_000;
const longestAddress = 45;

export type Proxies = {
  /** Whether headers from this address are trusted. */
  trusts(address: string): boolean;
  /** The client's address: the last one in X-Forwarded-For that is not a trusted proxy. */
  clientOf(socketAddress: string, forwardedFor: string | undefined): string;
};

/** Entries are IP addresses, networks such as 10.0.0.0/8, or `loopback`. */
export function createProxies(entries: readonly string[]): Proxies {
  const list = new BlockList();
  for (const entry of entries.flatMap((each) => (each === 'loopback' ? loopback : [each]))) addTo(list, entry);
  const remembered = new Map<string, boolean>();

  const trusts = (address: string): boolean => {
    if (entries.length === 0) return false;
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const plain = plainAddress(address);
    const family = isIP(plain);
    const isTrusted = family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
    if (remembered.size >= rememberedCap) remembered.clear();
    remembered.set(address, isTrusted);
    return isTrusted;
  };

  return {
    trusts,
    clientOf(socketAddress, forwardedFor) {
      if (forwardedFor === undefined || !trusts(socketAddress)) return plainAddress(socketAddress);
      // Fast path: there is almost always just one address, which is validated later.
      if (!forwardedFor.includes(',') && forwardedFor.length <= longestAddress) return forwardedFor;
      const chain = forwardedFor.split(',');
      for (const entry of chain.toReversed()) {
        const address = knownAddress(entry.trim(), '');
        if (address === '') break;
        if (!trusts(address)) return address;
      }
      return plainAddress(socketAddress);
    },
  };
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

function knownAddress(text: string, otherwise: string): string {
  return isIP(text) === 0 ? plainAddress(otherwise) : plainAddress(text);
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address);
  if (family === 0) throw new Error(`TRUST_PROXY: ${entry} is not an IP address or network`);
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, kind);
  else list.addSubnet(address, Number(bits), kind);
}
