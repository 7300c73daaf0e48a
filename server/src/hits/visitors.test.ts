import fc from 'fast-check';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createProxies } from '../platform/http/proxies.ts';
import { createRecent } from '../platform/recent.ts';
import { isOwnPage, referrerOf, utmOf } from './referrer.ts';
import { visitorNetwork, visitorHash } from './visitors.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['::1', '::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['no address', ''],
])('of %s only %j is kept', (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});

test('only the first bits of a network address are kept', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const network = visitorNetwork(address);
      expect(network).toMatch(isIPv4(address) ? /^(\d+\.){3}0\/24$/ : /^([0-9a-f]{1,4}(:[0-9a-f]{1,4}){0,2})?::\/48$/);
    }),
  );
});

test('a visitor is the same for a day, and any different trait makes another visitor', () => {
  const person = { address: '203.0.113.7', userAgent: 'a', language: 'en', clientHints: '' };
  const hash = visitorHash('salt', person);
  expect(visitorHash('salt', { ...person })).toBe(hash);
  expect(visitorHash('tomorrow', person)).not.toBe(hash);
  for (const other of [{ address: '203.0.113.8' }, { userAgent: 'b' }, { language: 'de' }, { clientHints: 'x' }]) {
    expect(visitorHash('salt', { ...person, ...other })).not.toBe(hash);
  }
});

describe('the client address', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;
  const proxies = createProxies(['10.0.0.0/8', 'loopback', '2001:db8::/32']);
  test.each([
    ['198.51.100.1', '203.0.113.7', '198.51.100.1'],
    ['10.1.2.3', '203.0.113.7', '203.0.113.7'],
    ['10.1.2.3', 'forged, 203.0.113.7', '203.0.113.7'],
    ['10.1.2.3', '192.0.2.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['::ffff:10.1.2.3', '203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['::1', '2001:db8::5, 10.0.0.1', '2001:db8::5'],
    ['10.1.2.3', 'nonsense, with a comma', '10.1.2.3'],
    ['10.1.2.3', 'x'.repeat(60), '10.1.2.3'],
    ['::ffff:198.51.100.1', undefined, '198.51.100.1'],
  ])('from %s with X-Forwarded-For %j is %s', (socket, forwarded, client) => {
    expect(proxies.clientOf(request(socket, forwarded))).toBe(client);
  });

  test('ignores X-Forwarded-For when no proxy is configured', () => {
    expect(createProxies([]).clientOf(request('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1');
  });

  test('refuses an invalid proxy setting at the start', () => {
    expect(() => createProxies(['proxy.internal'])).toThrow('proxy.internal');
  });
});

test('recent results are cached', () => {
  let calls = 0;
  const recent = createRecent(4, (text) => text + String((calls += 1)));
  expect([recent('a'), recent('a'), recent('b'), recent('a')]).toEqual(['a1', 'a1', 'b2', 'a1']);
  for (let n = 0; n < 100; n += 1) recent(String(n));
  expect(recent('a')).not.toBe('a1');
});

describe('the source of a visit', () => {
  test.each([
    ['https://l.instagram.com/?u=1', 'l.instagram.com'],
    ['android-app://com.instagram.android/', 'com.instagram.android'],
    ['not an address', ''],
    ['https://<script>/', ''],
    ['', ''],
  ])('%j is %j', (referrer, host) => {
    expect(referrerOf(referrer).host).toBe(host);
  });

  test.each([
    ['https://portal.example/links', true],
    ['https://portal.example/brand/orders', true],
    ['https://beauty.portal.example/', true],
    ['https://portal.example/@ava/glow', false],
    ['https://portal.example.evil.example/', false],
    ['https://shop.example/', false],
    ['', false],
  ])('%j is one of our own pages: %s', (referrer, isOwn) => {
    expect(isOwnPage(referrerOf(referrer), ['portal.example'])).toBe(isOwn);
  });

  test('has utm parameters without their prefix, shortened', () => {
    expect(utmOf(`utm_source=IG&utm_campaign=${'x'.repeat(500)}&utm_medium=&other=1`)).toEqual({
      source: 'IG',
      campaign: 'x'.repeat(120),
    });
    expect(utmOf('a=1')).toEqual({});
    expect(utmOf('utm_source=%zz%00')).toEqual({ source: '%zz' });
  });
});
