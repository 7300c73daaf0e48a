import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createProxies } from './proxies.ts';

/** A request over a connection from `peer`, with what its proxies said. */
function from(peer: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  // Only these two are read.
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
}
const clientOf = (entries: string[], peer: string | undefined, forwarded?: string) =>
  createProxies(entries).clientOf(from(peer, forwarded));

describe('without proxies', () => {
  test('the client is the connected address, regardless of headers', () => {
    expect(clientOf([], '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  });

  test('an IPv4 address in the form of IPv6 is the same address', () => {
    expect(clientOf([], '::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(clientOf([], '2001:db8::1')).toBe('2001:db8::1');
  });

  test('a connection that is gone has no address', () => {
    expect(clientOf([], undefined)).toBe('');
  });
});

describe('behind a proxy', () => {
  test.each([
    ['one hop', '198.51.100.1', '198.51.100.1'],
    ['what the client made up before it', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['two of our own hops', '198.51.100.1, 10.0.0.8', '198.51.100.1'],
    ['only our own hops', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['nothing', '', '10.0.0.1'],
    ['no address at all', 'unknown', '10.0.0.1'],
  ])('the client is found in %s', (_what, forwarded, client) => {
    expect(clientOf(['10.0.0.0/8'], '10.0.0.1', forwarded)).toBe(client);
  });

  test('that is not ours, nothing it says is believed', () => {
    expect(clientOf(['10.0.0.0/8'], '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  });

  test('on this machine is named loopback, in both kinds of address', () => {
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(clientOf(['loopback'], peer, '198.51.100.1')).toBe('198.51.100.1');
  });

  test('a network ends where its mask says', () => {
    const { trusts } = createProxies(['192.0.2.0/25', '2001:db8::/64']);
    expect(
      ['192.0.2.127', '192.0.2.128', '2001:db8::ffff', '2001:db8:0:1::1'].map((address) => trusts(address)),
    ).toEqual([true, false, true, false]);
  });
});

test.each(['not-a-network', '10.0.0.0/33', ''])('the setting %s is refused with its name', (entry) => {
  expect(() => createProxies([entry])).toThrow(/^TRUST_PROXY: .*/);
});
