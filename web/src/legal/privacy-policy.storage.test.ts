import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { localKeys, routerKeys, sessionKeys } from '../api/browser-storage.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { storingSources } from './storage.testing.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

const parts = privacyPolicy.sections.find(({ id }) => id === 'cookies')?.parts ?? [];
const paragraphs = parts.filter((part) => typeof part === 'string');
const items = parts.flatMap((part) => (typeof part === 'string' ? [] : part.items));
const isListed = (key: string) => items.some((item) => item.startsWith(`${key}: `));

describe('the privacy policy on browser storage (§8)', () => {
  test('every entry that the portal stores is listed, and nothing else', () => {
    const keys = [...localKeys, ...sessionKeys, ...routerKeys];
    expect(items.map((item) => item.split(': ', 1)[0])).toEqual(keys);
    expect(items.filter((item) => item.split(': ')[1] === '')).toEqual([]);
  });

  test('no other file uses the browser’s storage, so the list is complete', () => {
    const reaching = storingSources('web/src').filter(({ stores }) => stores.length > 0);
    expect(reaching.map(({ path }) => path).toSorted()).toEqual(['web/src/api/browser-storage.ts', 'web/src/early.ts']);
    const early = reaching.find(({ path }) => path.endsWith('early.ts'));
    expect(early?.keys.length).toBe(early?.stores.length);
    expect(early?.keys.filter((key) => !isListed(key))).toEqual([]);
  });

  test('shoppers’ pages store nothing in the browser', () => {
    // The snippet runs in the pages of a shop, under the shop's own policy, and the guides show its code.
    const isOfShops = (path: string) => path.includes('server/src/snippet/');
    const pages = [...storingSources('server/src'), ...storingSources('server/assets')].filter(
      ({ path }) => !isOfShops(path),
    );
    expect(pages.filter(({ stores }) => stores.length > 0).map(({ path }) => path)).toEqual([]);
  });

  test('the router’s entries have the names of the installed version', () => {
    const router = (file: string) => readFileSync(`${repository}node_modules/@tanstack/${file}`, 'utf8');
    const [scroll, reload] = routerKeys;
    expect(router('router-core/dist/esm/scroll-restoration.js')).toContain(`storageKey = "${scroll}"`);
    expect(router('react-router/dist/esm/lazyRouteComponent.js')).toContain(reload);
  });

  test('every cookie that the server sets is named', () => {
    const sources = storingSources('server/src');
    const constants = new Map(sources.flatMap((source) => [...source.constants]));
    const setting = sources.filter(({ setsCookie }) => setsCookie);
    expect(setting.length).toBeGreaterThan(0);
    const cookies = sources.flatMap((source) => source.cookies.map((name) => constants.get(name) ?? name));
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((name) => name === '' || !paragraphs.some((text) => text.includes(name)))).toEqual([]);
    // A file that sets a cookie writes its name, or leaves that to the cookie's own file.
    const isNamed = ({ cookies: own, calls }: (typeof sources)[number]) =>
      own.length > 0 || calls.has('setBrowserMark') || calls.has('deviceKeyOf');
    expect(setting.filter((source) => !isNamed(source)).map(({ path }) => path)).toEqual([]);
  });
});
