import { describe, expect, test } from 'vitest';
import { partsOf } from './links.ts';

const links = (body: string) => partsOf(body).flatMap(({ href }) => (href === undefined ? [] : [href]));

describe('links in a message', () => {
  test('are clickable, and the text around them stays text', () => {
    expect(partsOf('See https://glow.example/a?b=c#d, it is new.')).toEqual([
      { text: 'See ' },
      { text: 'https://glow.example/a?b=c#d', href: 'https://glow.example/a?b=c#d' },
      { text: ', it is new.' },
    ]);
  });

  test('can be several, with nothing lost in between', () => {
    const body = '(http://a.example)\nhttps://b.example/x!\nend';
    expect(links(body)).toEqual(['http://a.example/', 'https://b.example/x']);
    expect(
      partsOf(body)
        .map(({ text }) => text)
        .join(''),
    ).toBe(body);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://glow.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://glow.example',
    'www.glow.example',
    'https://',
    'https://glow.example@evil.example/',
    'https://a:b@evil.example/',
    'http://localhost/x',
    'mailto:ava@creators.test',
    '<img src=x onerror=alert(1)>',
  ])('are only http and https, without a name before the host: %s stays text', (body) => {
    expect(links(body)).toEqual([]);
    expect(partsOf(body)).toEqual([{ text: body }]);
  });

  test.each([
    ['See https://en.wikipedia.org/wiki/Glow_(band).', 'https://en.wikipedia.org/wiki/Glow_(band)'],
    ['(https://glow.example/a)', 'https://glow.example/a'],
    ['“https://glow.example/a”', 'https://glow.example/a'],
    ['«https://glow.example/a»', 'https://glow.example/a'],
    ['https://glow.example/a，然后', 'https://glow.example/a'],
    ['https://glow.example/a…', 'https://glow.example/a'],
  ])('end where a reader expects: %s', (body, href) => {
    expect(links(body)).toEqual([href]);
  });

  test('contain no character that could end an attribute', () => {
    expect(links('https://a.example/"onmouseover="alert(1)')).toEqual(['https://a.example/%22onmouseover=%22alert(1)']);
    expect(links('https://a.example/<script>')).toEqual(['https://a.example/']);
  });
});
