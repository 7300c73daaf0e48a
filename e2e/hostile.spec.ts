import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { callerOf } from './calls.ts';
import { fillEverything, type Hostile } from './hostile.fill.ts';
import { brandScreens, creatorScreens, openScreens, operatorScreens, type Screen } from './hostile.screens.ts';
import { hostileTexts, turned } from './hostile.texts.ts';
import { type Watch, watchFor } from './hostile.watch.ts';

// One worker walks all pages: they are filled once.
test.describe.configure({ mode: 'default' });

let hostile: Hostile;
let mailIds: string[];

test.beforeAll(async ({ playwright, baseURL }) => {
  test.setTimeout(120_000);
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  hostile = await fillEverything(request);
  const operator = callerOf(request, hostile.tokens.operator);
  const { data } = await operator('get', `/operator/mails?limit=100&recipient=${hostile.handle.slice(1)}`);
  // One of each kind.
  mailIds = [...new Map(data.map(({ id, kind }: { id: string; kind: string }) => [kind, id])).values()].map(String);
  await request.dispose();
});

/** A page is there when it has its heading and waits for nothing. */
async function settled(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(() => {
      const statuses = [...document.querySelectorAll('[role=status]')].map((status) => status.textContent ?? '');
      if (!document.querySelector('h1, h2') || statuses.some((told) => /Loading|Checking/.test(told))) return 'comes';
      const headings = [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent);
      return headings.includes('We couldn’t load this') ? 'fails' : 'stands';
    });
  await expect(async () => expect(await state()).toBe('stands')).toPass({ intervals: [20, 50, 100], timeout: 30_000 });
}

async function walk(context: BrowserContext, watch: Watch, screens: readonly Screen[]): Promise<void> {
  const page = await context.newPage();
  for (const { path, opens = [] } of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await settled(page);
      await watch.look(page);
      for (const open of opens) {
        await open(page);
        await settled(page);
        await watch.look(page);
      }
    });
  }
  await page.close();
}

async function walkAs(
  browser: Browser,
  token: string | undefined,
  about: { origin: string; bypassCSP: boolean },
  screens: readonly Screen[],
): Promise<Watch> {
  const { origin, bypassCSP } = about;
  const context = await browser.newContext({
    baseURL: origin,
    bypassCSP,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...(token && {
      storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] },
    }),
  });
  context.setDefaultTimeout(30_000);
  const watch = await watchFor(context, origin);
  await walk(context, watch, screens).catch((error: unknown) => {
    // A text that ran may well have stopped the walk: then it is the news.
    if (watch.faults.length === 0) throw error;
  });
  await context.close();
  return watch;
}

test('the texts run wherever they are taken for markup', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const watch = await watchFor(context, baseURL ?? '');
  const page = await context.newPage();
  for (const text of hostileTexts) await page.setContent(`<!doctype html><p>${text}`);
  await expect.poll(() => watch.faults.filter((fault) => fault.startsWith('a text ran')).length).toBeGreaterThan(30);
  await context.close();
});

for (const [title, bypassCSP] of [
  ['no text that anybody stored runs on any page', false],
  ['no text runs where the content policy does not help either', true],
] as const) {
  test(title, async ({ browser, baseURL }) => {
    // Some seventy pages.
    test.setTimeout(300_000);
    const about = { origin: baseURL ?? '', bypassCSP };
    const { creator, brand, operator } = hostile.tokens;
    const mine = creatorScreens(hostile);
    const watches = await Promise.all([
      walkAs(browser, creator, about, mine.slice(0, 8)),
      walkAs(browser, creator, about, mine.slice(8)),
      walkAs(browser, brand, about, brandScreens(hostile)),
      walkAs(browser, operator, about, operatorScreens(hostile, mailIds)),
      walkAs(browser, undefined, about, openScreens(hostile)),
    ]);
    expect(watches.flatMap(({ faults }) => faults)).toEqual([]);
    // Each of them was taken, kept and shown: none is refused on its way in and so never tried.
    const unseen = [...hostileTexts, ...turned].filter((text) => watches.every((watch) => watch.unseen.has(text)));
    expect(unseen).toEqual([]);
  });
}
