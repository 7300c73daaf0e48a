import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';

// Checks that the build's files, as in web/src/pages.built.test.ts, reach the browser.

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const isBuilt = existsSync(`${dist}index.html`);
const pages: { path: string; files: string[] }[] = isBuilt ? JSON.parse(readFileSync(`${dist}ahead.json`, 'utf8')) : [];
const marked = { cookie: `vt_browser=${'A'.repeat(22)}` };

describe.skipIf(!isBuilt)('the document of a built portal (skipped where web/dist is missing)', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const addressOf = (path: string) => path.replaceAll(/\$\w+/g, 'glow-lab');
  const read = async (url: string, headers: Record<string, string>) =>
    (await world.app.inject({ url: addressOf(url), headers })).body;

  test('is found for every page of the portal', () => {
    expect(pages.length).toBeGreaterThan(30);
  });

  test.each(pages)('of $path lists all its files for a browser that was logged in', async ({ path, files }) => {
    const document = await read(path, marked);
    expect(files.filter((file) => !document.includes(`="/${file}"`))).toEqual([]);
  });

  test.each(pages)('of $path lists only what every page needs for any other browser', async ({ path }) => {
    const filesIn = (document: string) => document.match(/(?:href|src)="[^"]*"/g) ?? [];
    const built = filesIn(readFileSync(`${dist}index.html`, 'utf8'));
    // The server adds the manifest, which has the name of the variant.
    expect(filesIn(await read(path, {}))).toEqual([...built, 'href="/manifest.webmanifest"']);
  });

  test('carries the variant of its host name in at most 200 bytes after gzip (S24)', async () => {
    const document = await read('/login', { host: 'beauty.localhost' });
    expect(document).toContain('<html lang="en" data-project="beauty" data-look="sharp">');
    expect(document).toContain('<title>Vitrine Beauty</title>');
    expect(document).toContain('<meta name="theme-color" content="#ffffff"');
    const described = /<meta name="variant" content="([^"]*)">/.exec(document)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(JSON.parse(described)).toMatchObject({ key: 'beauty', manageLabel: { en: 'Storefront' } });
    const index = readFileSync(`${dist}index.html`, 'utf8');
    expect(gzipSync(document).length - gzipSync(index).length).toBeLessThanOrEqual(200);
  });

  test('lists files that are served', async () => {
    for (const file of new Set(pages.flatMap(({ files }) => files))) {
      const answer = await world.app.inject({ url: `/${file}` });
      expect(answer.statusCode, file).toBe(200);
    }
  });
});
