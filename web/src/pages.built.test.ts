import { parseSync } from 'vite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chunkOf, filesOf, isBuilt, readBuilt } from './built.testing.ts';
import { catalogFile } from './locales/catalogs.ts';
import { frames, type PortalPage } from './page.ts';
import { pages } from './pages.ts';

// The server adds the files in `ahead.json` to the built document (server/src/platform/http/portal.ts). These tests,
// together with server/src/platform/http/portal.built.test.ts, check what a browser is told about each page.

type Ahead = { path: string; files: string[] }[];

const named = pages.map((page) => ({ ...page, named: page.path }));
const ahead = (): Ahead => JSON.parse(readBuilt('ahead.json'));
const filesAhead = (page: PortalPage) => ahead().find(({ path }) => path === page.path)?.files ?? [];

/** The file that contains a source, which may be a shared one. */
function fileOf(source: string, together: string): string {
  try {
    return chunkOf(source).file;
  } catch {
    return chunkOf(together).file;
  }
}

const imports = new Map<string, string[]>();

/** What a built script imports before it can run, by its syntax. */
function importsOf(script: string): string[] {
  const known = imports.get(script);
  if (known) return known;
  const { staticImports } = parseSync(script, readBuilt(script)).module;
  const names = staticImports.map(({ moduleRequest }) => moduleRequest.value.replace('./', 'app-assets/'));
  imports.set(script, names);
  return names;
}

describe.skipIf(!isBuilt)('the built portal (skipped without web/dist: build it first)', () => {
  test('names the files of every page, and of nothing else', () => {
    expect(ahead().map(({ path }) => path)).toEqual(pages.map(({ path }) => path));
  });

  test.each(named)('$named: its code, its frame and their texts are named', (page) => {
    const frame = page.frame && frames[page.frame];
    const texts = [...(frame?.texts ?? []), ...(page.texts ? [page.texts] : [])];
    const files = filesAhead(page);
    expect(files).toContain(fileOf(page.code, 'login'));
    if (frame) expect(files).toContain(fileOf(frame.code, page.frame === 'login' ? 'login' : 'frame'));
    for (const part of texts) expect(files).toContain(fileOf(`locales/en/${catalogFile(part)}.po`, 'texts'));
  });

  test.each(named)('$named: what these scripts import and their styles are named, and all of it exists', (page) => {
    const files = filesAhead(page);
    const scripts = files.filter((file) => file.endsWith('.js'));
    for (const script of scripts) {
      expect(files).toEqual(expect.arrayContaining(importsOf(script)));
      const chunk = [...filesOf(chunkOf(script))];
      expect(files, script).toEqual(expect.arrayContaining(chunk));
    }
    for (const file of files) expect(readBuilt(file).length, file).toBeGreaterThan(0);
    expect(scripts).not.toEqual([]);
  });

  test('the document names the early script first, and the texts of the first paint', () => {
    const document = readBuilt('index.html');
    const early = document.indexOf(`src="/${chunkOf('early.ts').file}"`);
    expect(early).toBeGreaterThan(0);
    expect(early).toBe(document.indexOf('src="'));
    expect(document).toContain(`<link rel="modulepreload" href="/${chunkOf('texts').file}"`);
  });
});

describe.skipIf(!isBuilt)('the early script', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const me = { merchant_accounts: [{ id: 'ma_1', slug: 'glow-lab' }] };
  const image = 'https://shop.example/serum.webp';
  const placements = [{ collection_id: null, product: { image } }];

  /** Runs the built script at an address; returns the calls and pictures it requests. */
  async function runAt(pathname: string, search: string): Promise<{ calls: string[]; pictures: string[] }> {
    const calls: string[] = [];
    const pictures: string[] = [];
    const items: Record<string, string> = { token: `tok_${'a'.repeat(43)}` };
    vi.stubGlobal('localStorage', { getItem: (key: string) => items[key] ?? null });
    vi.stubGlobal('window', { location: { pathname, search }, innerWidth: 1200 });
    vi.stubGlobal('Worker', vi.fn());
    vi.stubGlobal(
      'Image',
      class {
        set src(address: string) {
          pictures.push(address);
        }
      },
    );
    vi.stubGlobal('fetch', async (address: string) => {
      calls.push(address.replace('/api/v1', ''));
      return Response.json({ data: address.endsWith('/me') ? me : placements });
    });
    const code = `${readBuilt(chunkOf('early.ts').file)}\n// ${pathname}${search}`;
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
    await vi.waitFor(() => expect(pictures.length).toBe(pathname.includes('products') ? 1 : 0));
    return { calls, pictures };
  }

  const addressOf = ({ path }: PortalPage) => path.replaceAll(/\$\w+/g, 'glow-lab');
  const ofAccount = ({ early }: PortalPage) =>
    (early?.accountCalls ?? []).map((call) => `/merchant-accounts/ma_1${call}`);

  test.each(named)('fetches what the record of $named lists, without a query', async (page) => {
    const { calls, pictures } = await runAt(addressOf(page), '');
    const { early } = page;
    const wanted = early ? ['/me', ...(early.calls ?? []), ...(early.plainCalls ?? []), ...ofAccount(page)] : [];
    expect(calls.toSorted()).toEqual(wanted.toSorted());
    expect(pictures).toEqual(early?.pictures ? [image] : []);
  });

  test.each(named)('fetches what the record of $named lists, with a query', async (page) => {
    const { calls } = await runAt(addressOf(page), '?days=7');
    const { early } = page;
    const wanted = early ? ['/me', ...(early.calls ?? []), ...ofAccount(page)] : [];
    expect(calls.toSorted()).toEqual(wanted.toSorted());
  });
});
