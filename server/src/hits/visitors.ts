import { hash } from 'node:crypto';
import { isIP } from 'node:net';

// What is stored of a person: an address cut to its network, and a hash that changes every day.

/** 203.0.113.0/24 or 2001:db8:1::/48; '' if it is no address. */
export function visitorNetwork(address: string): string {
  const family = isIP(address);
  if (family === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (family !== 6) return '';
  const groups = groupsOf(address).slice(0, 3);
  while (groups.length > 0 && groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/48`;
}

/**
 * The groups of an IPv6 address before `::`, or all of them, without leading zeros. The groups that `::` stands for are
 * zeros.
 */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const leading = head === '' ? [] : head.split(':');
  if (tail === undefined) return leading.map(shortGroup);
  const trailing = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - leading.length - trailing.length) }, () => '0');
  return [...leading, ...zeros, ...trailing].map(shortGroup);
}

function shortGroup(group: string): string {
  return group.toLowerCase().replace(/^0+(?=.)/, '');
}

/** One address with the salt of the day, as 8 bytes in hex; '' if it is no address. */
export function addressHash(salt: string, address: string): string {
  const family = isIP(address);
  if (family === 0) return '';
  // A machine can choose the last 64 bits of its IPv6 address freely.
  const exact = family === 4 ? address : groupsOf(address).slice(0, 4).join(':');
  return hash('sha256', `${salt}\naddress\n${exact}`, 'hex').slice(0, 16);
}

/** One visitor for a day, as 16 bytes in hex. */
export function visitorHash(
  salt: string,
  visitor: { address: string; userAgent: string; language: string; clientHints: string },
): string {
  const { address, userAgent, language, clientHints } = visitor;
  return hash('sha256', `${salt}\n${address}\n${userAgent}\n${language}\n${clientHints}`, 'hex').slice(0, 32);
}

const dayMs = 86_400_000;

/** Days since 1970, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

export function dateOfDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
