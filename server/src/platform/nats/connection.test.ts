import { expect, test } from 'vitest';
import { readNatsAddress } from './connection.ts';

test.each([
  ['nats://a', { servers: ['a:4222'], user: undefined, password: undefined, isEncrypted: false }],
  [
    'nats://vitrine:p%40ss@10.0.0.1:4222,10.0.0.2:4333, c.example',
    {
      servers: ['10.0.0.1:4222', '10.0.0.2:4333', 'c.example:4222'],
      user: 'vitrine',
      password: 'p@ss',
      isEncrypted: false,
    },
  ],
  ['tls://[::1]:4222/', { servers: ['[::1]:4222'], user: undefined, password: undefined, isEncrypted: true }],
])('%s is read', (text, expected) => {
  expect(readNatsAddress(text)).toEqual(expected);
});

test.each([
  'nats://',
  'nats://a,,b',
  'nats://a:0',
  'nats://a:70000',
  'http://a',
  'nats://user@a',
  'nats://user:%@a',
  'nats://a/path',
  'a:4222',
])('%s is not valid', (text) => {
  expect(readNatsAddress(text)).toBeUndefined();
});
