import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { localKeys, routerKeys, sessionKeys } from '../api/browser-storage.ts';
import { privacyPolicy } from './privacy-policy.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

type Source = { path: string; text: string };

/** The sources of a folder, without tests. */
function sourcesOf(folder: string): Source[] {
  return readdirSync(`${repository}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|m?js|html)$/.test(path) && !/\.(test|testing)\.tsx?$/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${repository}${folder}/${path}`, 'utf8') }));
}

const parts = privacyPolicy.sections.find(({ id }) => id === 'cookies')?.parts ?? [];
const paragraphs = parts.filter((part) => typeof part === 'string');
const items = parts.flatMap((part) => (typeof part === 'string' ? [] : part.items));
const isListed = (key: string) => items.some((item) => item.startsWith(`${key}: `));

const stores = /\b(?:local|session)Storage\b|\bindexedDB\b|\bcookieStore\b|\bcaches\.|document\.cookie/;
/** Whole names that a template puts together: `${browserMarkCookie}=…` and `vt_browser=…`, each followed by attributes. */
const cookieTemplate = /[`'"](?:\$\{(\w+)\}|([\w-]+))=[^`'"\n]*;\s*(?:Path|Max-Age|Expires|Domain)=/g;

describe('what the privacy policy says about the browser (S15, S25)', () => {
  test('every entry that the portal keeps is listed, and nothing else', () => {
    const keys = [...localKeys, ...sessionKeys, ...routerKeys];
    expect(items.map((item) => item.split(': ', 1)[0])).toEqual(keys);
    expect(items.filter((item) => item.split(': ')[1] === '')).toEqual([]);
  });

  test('no other file reaches the browser’s stores, so no entry escapes the list', () => {
    const reaching = sourcesOf('web/src').filter(({ text }) => stores.test(text));
    expect(reaching.map(({ path }) => path).toSorted()).toEqual(['web/src/api/browser-storage.ts', 'web/src/early.ts']);
    const early = reaching.find(({ path }) => path.endsWith('early.ts'))?.text ?? '';
    const used = [...early.matchAll(/Storage\.\w+\('([^']+)'/g)].map(([, key]) => key ?? '');
    expect(used.length).toBe(early.match(/Storage\b/g)?.length);
    expect(used.filter((key) => !isListed(key))).toEqual([]);
  });

  test('shoppers’ pages keep nothing in the browser', () => {
    const pages = [...sourcesOf('server/src'), ...sourcesOf('server/assets')];
    expect(pages.filter(({ text }) => stores.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('what the router keeps goes by the names of the version that is installed', () => {
    const router = (file: string) => readFileSync(`${repository}node_modules/@tanstack/${file}`, 'utf8');
    const [scroll, reload] = routerKeys;
    expect(router('router-core/dist/esm/scroll-restoration.js')).toContain(`storageKey = "${scroll}"`);
    expect(router('react-router/dist/esm/lazyRouteComponent.js')).toContain(reload);
  });

  test('every cookie that the server sets is named', () => {
    const sources = sourcesOf('server/src');
    const all = sources.map(({ text }) => text).join('\n');
    const setting = sources.filter(({ text }) => /['"`]Set-Cookie['"`]|\.setCookie\(/i.test(text));
    expect(setting.length).toBeGreaterThan(0);
    const cookies = [...all.matchAll(cookieTemplate)].map(
      ([, constant, name]) => name ?? new RegExp(`const ${constant} = '([^']+)'`).exec(all)?.[1] ?? `${constant}?`,
    );
    // A file that sets a cookie writes its name, or leaves that to the cookie's own file.
    const isNamed = (text: string) =>
      text.match(cookieTemplate) !== null || /\b(setBrowserMark|deviceKeyOf)\(/.test(text);
    expect(setting.filter(({ text }) => !isNamed(text)).map(({ path }) => path)).toEqual([]);
    expect(cookies.filter((name) => !paragraphs.some((text) => text.includes(name)))).toEqual([]);
    expect(sources.some(({ text }) => /\.setCookie\(|@fastify\/cookie/.test(text))).toBe(false);
  });
});
