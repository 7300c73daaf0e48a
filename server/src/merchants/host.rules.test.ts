import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { judgeHost } from './host.rules.ts';

const glow = { host: 'shop.glowlab.example', merchantId: 'glow', brand: 'Glow Lab' };
const rule = { own: ['creators.northwind.example'], current: ['northwind.example'], others: [glow], production: true };
const judge = (host: string) => judgeHost(host, rule);

describe('a host is refused', () => {
  test.each([
    ['co.uk', 'under which anybody can have a name'],
    ['github.io', 'under which anybody can have a name'],
    ['myshopify.com', 'under which anybody can have a name'],
    ['127.0.0.1', 'IP address'],
    ['creators.northwind.example', 'which is this portal'],
    ['beauty.creators.northwind.example', 'which is this portal'],
  ])('also to operators: %s', (host, why) => {
    expect(judge(host)).toMatchObject({ refusal: expect.stringContaining(why), isFirm: true });
  });

  test.each([
    ['paypal.com', 'paypal.com'],
    ['login.paypal.com', 'paypal.com'],
    ['www.amazon.co.uk', 'amazon.co.uk'],
    ['t.co', 't.co'],
    ['x.com', 'x.com'],
    ['paypa1.com', 'looks like paypal'],
    // With Cyrillic letters.
    [domainToASCII('раураl.com'), 'looks like paypal'],
  ])('to brands, because everybody knows it: %s', (host, why) => {
    expect(judge(host)).toMatchObject({ refusal: expect.stringContaining(why), isFirm: false });
  });
});

test.each([
  ['shop.glowlab.example', 'shared'],
  ['evil.glowlab.example', 'shared'],
  ['glowlab.test', 'similar'],
  ['gl0wlab.example', 'similar'],
  ['xn--mnchen-3ya.example', 'international'],
  ['nova.example', 'new'],
  ['nova.myshopify.com', 'new'],
])('%s is one to look at: %s', (host, concern) => {
  expect(judge(host)).toMatchObject({ concern });
});

test.each(['outlet.northwind.example', 'www.northwind.example'])('%s is of a site that the brand has', (host) => {
  expect(judge(host)).toEqual({});
});

test('shops at one platform are different sites', () => {
  const current = ['northwind.myshopify.com'];
  expect(judgeHost('nova.myshopify.com', { ...rule, current })).toMatchObject({ concern: 'new' });
});

test('a shop on this machine is fine while trying things out', () => {
  expect(judgeHost('localhost', { ...rule, production: false })).toEqual({ concern: 'new' });
  expect(judgeHost('localhost', rule)).toHaveProperty('refusal');
});
