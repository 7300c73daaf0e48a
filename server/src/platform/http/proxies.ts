import { BlockList, isIP } from 'node:net';

// Whose word counts on where a request comes from. A header about it is believed only when the connection itself
// comes from a configured proxy.

const loopback = ['127.0.0.0/8', '::1'];
const rememberedCap = 10_000;
const longestAddress = 45;

export type Proxies = {
  /** Whether headers of a connection from this address may be believed. */
  trusts(address: string): boolean;
  /** The client's address: the last one in X-Forwarded-For that no trusted proxy has. */
  clientOf(socketAddress: string, forwardedFor: string | undefined): string;
};

/** Entries are addresses, networks such as 10.0.0.0/8, or the word `loopback`. */
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
      // Almost always there is one address, and it is the client's: what it is worth is looked at later.
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

/** An IPv4 address that came in IPv6 clothing is the same address. */
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
