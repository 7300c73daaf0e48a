import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { hideInAddresses, hideInAllAddresses } from './shown.addresses.ts';

test.each([
  ['https://shop.example/feed.csv', 'https://shop.example/feed.csv'],
  ['https://shop.example/feed.csv?token=s3cret&x=1', 'https://shop.example/feed.csv?…'],
  ['https://shop.example?s3cret', 'https://shop.example?…'],
  ['https://shop.example/a#s3cret', 'https://shop.example/a#…'],
  ['https://shop.example/?a=https://inner.example/?s3cret', 'https://shop.example/?…'],
  ['https://me:s3cret@shop.example/a', 'https://…@shop.example/a'],
  ['https://me:p@ss@shop.example/a?b', 'https://…@shop.example/a?…'],
  ['https://shop.example/@ava', 'https://shop.example/@ava'],
  ['HTTPS://ME:S3CRET@SHOP.EXAMPLE/A?B', 'HTTPS://…@SHOP.EXAMPLE/A?…'],
  ['postgres://vitrine:s3cret@db.example/vitrine', 'postgres://…@db.example/vitrine'],
  ['sends us to “https://shop.example/?s3cret” (refused)', 'sends us to “https://shop.example/?…” (refused)'],
  ['from https://a.example/?s3cret to https://b.example/#s3cret', 'from https://a.example/?… to https://b.example/#…'],
  ['https://shop.example/feed.csv?token=a b\'s "s3cret', 'https://shop.example/feed.csv?…'],
  ['asked https://shop.example/?token=`a\\s3cret', 'asked https://shop.example/?…'],
  ['no address: a?b', 'no address: a?b'],
])('of %s is shown: %s', (address, shown) => {
  expect(hideInAddresses(address)).toBe(shown);
  expect(hideInAddresses(shown)).toBe(shown);
});

test('addresses are hidden at any depth, and other values stay', () => {
  const at = new Date();
  expect(hideInAllAddresses({ a: [{ b: 'https://a.example/?s3cret' }], n: 1, none: null, at })).toEqual({
    a: [{ b: 'https://a.example/?…' }],
    n: 1,
    none: null,
    at,
  });
});

test('no line of the log has the query or the password of an address, in its text, its fields or its error', () => {
  const output = new PassThrough();
  const log = createLog('info', output);
  log.warn(
    {
      url: 'https://shop.example/?s3cret',
      quoted: '"https://shop.example/?a\\s3cret"',
      err: new Error('no answer from https://me:s3cret@shop.example/x'),
    },
    'asked https://shop.example/feed?s3cret',
  );
  const line = String(output.read());
  expect(line).not.toContain('s3cret');
  expect(JSON.parse(line)).toMatchObject({ url: 'https://shop.example/?…', msg: 'asked https://shop.example/feed?…' });
});
