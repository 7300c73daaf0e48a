import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOfS3Address, parseS3Address } from './s3.address.ts';

test.each([
  [
    's3://AKIA1:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/glow-pictures',
    {
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'glow-pictures',
      prefix: '',
      pathStyle: false,
      credentials: { accessKeyId: 'AKIA1', secretAccessKey: 'a/b+c' },
    },
  ],
  ['s3://s3.us-east-2.amazonaws.com/glow-pictures', { region: 'us-east-2', pathStyle: false, credentials: undefined }],
  [
    's3://k:s@minio.internal:9000/pictures?tls=off',
    { endpoint: 'http://minio.internal:9000', region: 'us-east-1', pathStyle: true },
  ],
  ['s3://k:s@127.0.0.1:9000/pictures', { endpoint: 'http://127.0.0.1:9000' }],
  ['s3://k:s@[::1]:9000/pictures?tls=on', { endpoint: 'https://[::1]:9000' }],
  ['s3://k:s@abc.r2.cloudflarestorage.com/pictures', { region: 'auto', pathStyle: true }],
  ['s3://k:s@fsn1.your-objectstorage.com/pictures', { region: 'fsn1', pathStyle: true }],
  ['s3://k:s@s3.us-west-004.backblazeb2.com/pictures', { region: 'us-west-004', pathStyle: true }],
  [
    's3://k:s@s3.example/pictures/vitrine/one/?region=north&style=host&new=database',
    { region: 'north', prefix: 'vitrine/one/', pathStyle: false, keepsNew: false },
  ],
])('%s', (text, wanted) => {
  expect(faultOfS3Address(text)).toBeUndefined();
  expect(parseS3Address(text)).toMatchObject(wanted);
});

test.each([
  ['pictures', /must be like s3:/],
  ['https://k:s@s3.example/pictures', /must begin with s3:/],
  ['s3:///pictures', /host/],
  ['s3://k:s@s3.example', /bucket/],
  ['s3://k:s@s3.example/My_Bucket', /bucket/],
  ['s3://k@s3.example/pictures', /both a key and a secret/],
  ['s3://s3.example/pictures', /must have a key and a secret/],
  ['s3://k:100%@s3.example/pictures', /%25/],
  ['s3://k:s@s3.example/pictures?regoin=x', /option regoin/],
  ['s3://k:s@s3.example/pictures?tls=maybe', /tls=on or off/],
])('%s is refused with what is right', (text, fault) => {
  expect(faultOfS3Address(text)).toMatch(fault);
});

test('a key and a secret of any characters arrive as they are, and no fault shows the secret', () => {
  const visible = fc
    .string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
    .filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(visible, visible, (key, secret) => {
      const text = `s3://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@s3.example/pictures`;
      expect(parseS3Address(text).credentials).toEqual({ accessKeyId: key, secretAccessKey: secret });
      expect(faultOfS3Address(`${text}?x=1`)).not.toContain(encodeURIComponent(secret));
    }),
  );
});
