import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDestination } from './destinations.service.ts';

const rule = { hosts: ['shop.glowlab.example', 'xn--glw-tna.example'], production: true, ownHost: 'portal.example' };

const bad = [
  '',
  ' ',
  'shop.glowlab.example',
  '//shop.glowlab.example/a',
  '/products/a',
  'https:',
  'https://',
  'https:///shop.glowlab.example',
  'https:shop.glowlab.example/a',
  'https:/shop.glowlab.example/a',
  'https:\\\\shop.glowlab.example',
  'https://shop.glowlab.example\\@evil.example/',
  'http://shop.glowlab.example/',
  'ftp://shop.glowlab.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://shop.glowlab.example',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://shop.glowlab.example/1',
  'ws://shop.glowlab.example',
  'mailto:a@shop.glowlab.example',
  'view-source:https://shop.glowlab.example',
  'intent://shop.glowlab.example#Intent;end',
  'https://evil.example/',
  'https://evil.example/shop.glowlab.example',
  'https://evil.example?https://shop.glowlab.example',
  'https://evil.example#shop.glowlab.example',
  'https://shop.glowlab.example.evil.example/',
  'https://evilshop.glowlab.example.co/',
  'https://sub.shop.glowlab.example/',
  'https://glowlab.example/',
  'https://notshop.glowlab.example/',
  'https://shop.glowlab.example./',
  'https://shop-glowlab.example/',
  'https://shop.glowlab.examp1e/',
  'https://user@shop.glowlab.example/',
  'https://user:pass@shop.glowlab.example/',
  'https://@shop.glowlab.example/',
  'https://:@shop.glowlab.example/',
  'https://shop.glowlab.example@evil.example/',
  'https://shop.glowlab.example:pw@evil.example/',
  'https://shop.glowlab.example%40evil.example/',
  'https://evil.example\t.shop.glowlab.example/',
  'https://shop.glowlab.example\t/',
  'https://shop.glow\nlab.example/',
  ' https://shop.glowlab.example/',
  'https://shop.glowlab.example/a b',
  'https://shop.glowlab.example/\u0000',
  'https://shop.glowlab.example/\u202egnp',
  'https://shop.glowlab.example/\u200b',
  'https://shop.glowlab.example:8443/',
  'https://shop.glowlab.example:80/',
  'https://shop.glowlab.example:0/',
  'https://shop.glowlab.example:99999/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://192.168.0.1/',
  'https://1.1.1.1/',
  'https://localhost/',
  'http://localhost:3000/',
  'https://foo.localhost/',
  'http://127.0.0.1:4000/p',
  'https://portal.example/s/abc',
  'https://portal.example/@ava',
  'https://ѕhop.glowlab.example/',
  'https://shop.glowlab。example.evil.example/',
  'https://shop.glowlab.example\u00ad.evil.example',
  'https://glöw.example.evil.example/',
  'https://xn--shp-0na.glowlab.example/',
  'https://shop.glowlab.example%00.evil.example/',
  'https://shop.glowlab.example%2eevil.example/',
  'https://*.glowlab.example/',
  `https://shop.glowlab.example/${'a'.repeat(2100)}`,
  `https://shop.glowlab.example/${'ä'.repeat(1000)}`,
  '\ud800https://shop.glowlab.example/',
  'https://shop.glowlab.example/\ud800',
];

describe('a destination (reliability C7)', () => {
  it('is refused with a reason for every address of the corpus', () => {
    const accepted = bad.filter((text) => !('reason' in readDestination(text, rule)));
    expect(bad.length).toBeGreaterThanOrEqual(60);
    expect(accepted).toEqual([]);
  });

  it.each([
    ['https://shop.glowlab.example', 'https://shop.glowlab.example/'],
    [
      'https://shop.glowlab.example/products/dew-serum?variant=1&utm_source=ava#details',
      'https://shop.glowlab.example/products/dew-serum?variant=1&utm_source=ava#details',
    ],
    ['HTTPS://SHOP.GLOWLAB.EXAMPLE/A', 'https://shop.glowlab.example/A'],
    ['https://shop.glowlab.example:443/a', 'https://shop.glowlab.example/a'],
    ['https://shop.glowlab.example/crème', 'https://shop.glowlab.example/cr%C3%A8me'],
    ['https://glöw.example/a', 'https://xn--glw-tna.example/a'],
    [
      'https://shop.glowlab.example/?next=https://evil.example',
      'https://shop.glowlab.example/?next=https://evil.example',
    ],
  ])('%s is stored as %s', (given, kept) => {
    expect(readDestination(given, rule)).toMatchObject({ url: kept });
  });

  it('is refused with the hosts that are allowed', () => {
    expect(readDestination('https://evil.example/', rule)).toEqual({
      reason: 'must lead to shop.glowlab.example or xn--glw-tna.example',
    });
  });

  it('may be a loopback shop outside production, over http and with a port', () => {
    const trying = { hosts: ['localhost', '127.0.0.1'], production: false, ownHost: 'localhost:3000' };
    expect(readDestination('http://localhost:4000/p', trying)).toMatchObject({ url: 'http://localhost:4000/p' });
    expect(readDestination('http://127.0.0.1:4000/p', trying)).toMatchObject({ url: 'http://127.0.0.1:4000/p' });
    expect(readDestination('http://localhost:4000/p', { ...trying, production: true })).toHaveProperty('reason');
    expect(readDestination('http://localhost:3000/s/x', trying)).toHaveProperty('reason');
    expect(readDestination('http://10.0.0.1/', { ...trying, hosts: ['10.0.0.1'] })).toHaveProperty('reason');
  });

  it('is always an allowed host over https, for any input', () => {
    const part = fc.constantFrom(
      'https://',
      'http://',
      'shop.glowlab.example',
      'evil.example',
      '@',
      ':',
      '/',
      '\\',
      '?',
      '#',
      '.',
      '%2e',
      '\t',
      '。',
      'a',
      '[::1]',
      '127.1',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const read = readDestination(parts.join(''), rule);
        if ('reason' in read) return;
        expect(new URL(read.url)).toMatchObject({
          protocol: 'https:',
          hostname: 'shop.glowlab.example',
          username: '',
          password: '',
          port: '',
        });
      }),
      { numRuns: 5000 },
    );
  });
});
