import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLinkTable, type ServedLink } from './link.table.ts';
import { carriedQuery, locationOf } from './location.ts';

const click = 'AaH7hbkYc9qDHORJ3wN3TA';

/** The link as a redirect finds it. */
function targetOf(destination: string, clickParameter: string): ServedLink | undefined {
  const table = createLinkTable();
  table.setMerchant({ id: 'm', clickParameter, cookieSeconds: 1_800, duplicateMinutes: 30, disabled: false });
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const row = {
    code: 'abc',
    id,
    merchantId: 'm',
    merchantAccountId: 'a',
    creatorId: 'c',
    disabled: false,
    takenDown: null,
    version: 1,
  };
  table.setLink({ ...row, destination });
  const link = table.find('abc');
  return link?.isLive === true ? link : undefined;
}

function lead(destination: string, query: string, parameter = 'vt_click', clickId: string | undefined = click): string {
  const target = targetOf(destination, parameter);
  if (target === undefined) throw new Error('no target');
  return locationOf(target, query, parameter, clickId);
}

describe('the location of a redirect', () => {
  test.each([
    ['https://shop.example/p', '', `https://shop.example/p?vt_click=${click}`],
    ['https://shop.example', '', `https://shop.example/?vt_click=${click}`],
    ['https://shop.example/p?a=1', '', `https://shop.example/p?a=1&vt_click=${click}`],
    ['https://shop.example/p?', '', `https://shop.example/p?vt_click=${click}`],
    ['https://shop.example/p#top', '', `https://shop.example/p?vt_click=${click}#top`],
    ['https://shop.example/p?a=1#top', 'b=2', `https://shop.example/p?a=1&b=2&vt_click=${click}#top`],
    ['https://shop.example/p', 'utm_source=ig&sub1=x', `https://shop.example/p?utm_source=ig&sub1=x&vt_click=${click}`],
    [
      'https://shop.example/p?utm_source=own',
      'utm_source=ig&b=2',
      `https://shop.example/p?utm_source=own&b=2&vt_click=${click}`,
    ],
    ['https://shop.example/p?vt_click=old&a=1', '', `https://shop.example/p?a=1&vt_click=${click}`],
    ['https://shop.example/p', 'vt_click=forged&vt%5Fclick=forged&b=2', `https://shop.example/p?b=2&vt_click=${click}`],
    ['https://shop.example/p', 'vt_preview=1&b=2', `https://shop.example/p?b=2&vt_click=${click}`],
    ['https://shop.example/p', 'a=1;vt_click=forged', `https://shop.example/p?a=1%3Bvt_click=forged&vt_click=${click}`],
    ['https://shop.example/ü', 'q=%zz', `https://shop.example/%C3%BC?q=%zz&vt_click=${click}`],
  ])('%s with %j', (destination, query, location) => {
    expect(lead(destination, query)).toBe(location);
  });

  test('has no click id when the click was not recorded', () => {
    const target = targetOf('https://shop.example/p#top', 'vt_click');
    expect(target && locationOf(target, '', 'vt_click', undefined)).toBe('https://shop.example/p#top');
    expect(target && locationOf(target, 'vt_click=forged&b=2', 'vt_click', undefined)).toBe(
      'https://shop.example/p?b=2#top',
    );
  });

  test("uses the brand's own click parameter, and protects it", () => {
    expect(lead('https://shop.example/p', 'cid=forged&vt_click=1', 'cid')).toBe(
      `https://shop.example/p?vt_click=1&cid=${click}`,
    );
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//shop.example/p', 'shop.example', '', 'ftp://shop.example/'])(
    '%j is not a destination',
    (destination) => {
      expect(targetOf(destination, 'vt_click')).toBeUndefined();
    },
  );
});

const anyQuery = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '&',
      '=',
      '?',
      '#',
      '/',
      '\\',
      '@',
      ':',
      '%',
      '%0d%0a',
      '\r\n',
      ' ',
      ';',
      '+',
      'vt_click',
      'a',
      '//evil.example',
    ),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 60,
});
const destinations = fc.constantFrom(
  'https://shop.example/p',
  'https://shop.example/p?a=1&b',
  'https://shop.example',
  'https://shop.example/p?#f',
  'https://shop.example:8443/a/b?x=%26#frag?ment',
);

test('no query changes host, path or fragment, forges a click id or injects a header', () => {
  fc.assert(
    fc.property(destinations, anyQuery, (destination, query) => {
      const location = lead(destination, query);
      const url = new URL(location);
      const own = new URL(destination);
      expect([url.protocol, url.host, url.pathname, url.hash]).toEqual([
        own.protocol,
        own.host,
        own.pathname,
        own.hash,
      ]);
      expect(url.searchParams.getAll('vt_click')).toEqual([click]);
      for (const [name, value] of own.searchParams) expect(url.searchParams.get(name)).toBe(value);
      expect(location).toMatch(/^[\x21-\x7e]+$/);
    }),
    { numRuns: 2_000 },
  );
});

test('parameters are carried over as sent, in their order', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((text) => !['vt_click', 'vt_preview'].includes(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ maxLength: 20 })), { maxLength: 8 }), (pairs) => {
      const carried = carriedQuery(new URLSearchParams(pairs).toString(), 'vt_click', new Set());
      expect([...new URLSearchParams(carried)]).toEqual(pairs);
    }),
  );
});

test('an oversized query is cut between two parameters', () => {
  const carried = carriedQuery(
    Array.from({ length: 3_000 }, (_, place) => `p${place}=1`).join('&'),
    'vt_click',
    new Set(),
  );
  expect(carried.length).toBeLessThanOrEqual(4_096);
  expect(carried).toMatch(/=1$/);
});
