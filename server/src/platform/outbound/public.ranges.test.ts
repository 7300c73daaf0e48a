import { expect, test } from 'vitest';
import { urlFault } from './outbound.url.ts';
import { isPublicAddress } from './public.ranges.ts';

test.each([
  ['8.8.8.8', true],
  ['203.0.114.9', true],
  ['2606:4700:4700::1111', true],
  ['127.0.0.1', false],
  ['127.9.9.9', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['100.100.100.200', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['192.0.0.192', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::1', false],
  ['2002:7f00:1::', false],
  ['2001:0:1::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
])('whether %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const allowed = [
  'https://shop.example/hooks',
  'https://shop.example:8443/',
  'https://8.8.8.8/',
  'https://shop.example./',
];
const refused = [
  ['shop.example/hooks', 'must be an address'],
  ['http://shop.example/', 'must begin with https://'],
  ['ftp://shop.example/', 'must begin with https://'],
  ['https://user:word@shop.example/', 'must not contain a user name'],
  ['https://shop.example:22/', 'must use port 443 or 8443, not 22'],
  ['https://intranet/', 'must have a complete host name'],
  ['https://localhost/', 'must not lead to this server’s own network'],
  ['https://LOCALHOST./', 'must not lead to this server’s own network'],
  ['https://a.localhost/', 'must not lead to this server’s own network'],
  ['https://127.0.0.1/', 'must not lead to this server’s own network'],
  ['https://2130706433/', 'must not lead to this server’s own network'],
  ['https://0x7f.1/', 'must not lead to this server’s own network'],
  ['https://[::1]/', 'must not lead to this server’s own network'],
  ['https://[::ffff:127.0.0.1]/', 'must not lead to a private network'],
  ['https://10.0.0.1/', 'must not lead to a private network'],
  ['https://169.254.169.254/latest/meta-data', 'must not lead to a private network'],
] as const;

test.each(allowed)('a request may go to %s', (url) => {
  expect(urlFault(url, { loopback: false })).toBeUndefined();
});

test.each(refused)('no request goes to %s', (url, reason) => {
  expect(urlFault(url, { loopback: false })).toContain(reason);
});

test('with the setting for it, requests may go to loopback, but still not to a private network', () => {
  expect(urlFault('http://127.0.0.1:9000/', { loopback: true })).toBeUndefined();
  expect(urlFault('http://localhost:9000/', { loopback: true })).toBeUndefined();
  expect(urlFault('ftp://localhost/', { loopback: true })).toBeDefined();
  expect(urlFault('https://192.168.0.1/', { loopback: true })).toBeDefined();
  expect(urlFault('http://shop.example/', { loopback: true })).toBeDefined();
});
