import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { callerOf } from './calls.ts';
import { fillEverything, type Hostile } from './hostile.fill.ts';
import { brandScreens, creatorScreens, openScreens, operatorScreens, type HostileScreen } from './hostile.screens.ts';
import { hostileTexts, bidiTexts } from './hostile.texts.ts';
import { type Watch, watchFor } from './hostile.watch.ts';

// One worker visits all pages, because filling them takes long.
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

/** A page is ready when it has its heading and nothing is loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(() => {
      const statuses = [...document.querySelectorAll('[role=status]')].map((status) => status.textContent ?? '');
      if (!document.querySelector('h1, h2') || statuses.some((text) => /Loading|Checking/.test(text))) return 'comes';
      const headings = [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent);
      return headings.includes('We couldn’t load this') ? 'fails' : 'stands';
    });
  await expect(async () => expect(await state()).toBe('stands')).toPass({ intervals: [20, 50, 100], timeout: 30_000 });
}

async function walk(context: BrowserContext, watch: Watch, screens: readonly HostileScreen[]): Promise<void> {
  const page = await context.newPage();
  for (const { path, opens = [] } of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await waitUntilLoaded(page);
      await watch.look(page);
      for (const open of opens) {
        await open(page);
        await waitUntilLoaded(page);
        await watch.look(page);
      }
    });
  }
  await page.close();
}

async function walkAs(
  browser: Browser,
  token: string | undefined,
  origin: string,
  screens: readonly HostileScreen[],
): Promise<Watch> {
  const context = await browser.newContext({
    baseURL: origin,
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
    // A text that ran may have stopped the visit; then that is the failure to report.
    if (watch.faults.length === 0) throw error;
  });
  await context.close();
  return watch;
}

/** A page reports what the policy blocked in a task of its own, which may come after the page's load event. */
const reportsSent = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));

/** Inserts texts as markup into a page of the product; returns those for which a fault is detected. */
async function takeForMarkup(browser: Browser, origin: string, texts: readonly string[], bypassCSP: boolean) {
  const context = await browser.newContext({ bypassCSP });
  const watch = await watchFor(context, origin);
  const policy = (await context.request.get(`${origin}/login`)).headers()['content-security-policy'] ?? '';
  expect(policy).toContain('script-src');
  await context.route('**', (route) => {
    const index = new URL(route.request().url()).searchParams.get('text');
    if (index === null || !route.request().isNavigationRequest()) return route.abort();
    const body = `<!doctype html><p>${texts[Number(index)]}`;
    return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body });
  });
  const waiting = [...texts.keys()];
  const openInTurn = async () => {
    const page = await context.newPage();
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      await page.goto(`${origin}/login?text=${index}`);
      await reportsSent(page);
    }
  };
  await Promise.all([openInTurn(), openInTurn(), openInTurn(), openInTurn()]);
  await context.close();
  const reported = new Set(watch.faults.map((fault) => /\/login\?text=(\d+)/.exec(fault)?.[1]));
  return texts.filter((_, index) => reported.has(String(index)));
}

test('an injected text runs without the content security policy, and is reported where the policy blocks it', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const ran = await takeForMarkup(browser, baseURL ?? '', hostileTexts, true);
  expect(ran.length).toBeGreaterThan(30);
  expect(await takeForMarkup(browser, baseURL ?? '', ran, false)).toEqual(ran);
});

test('no stored text runs on any page, nor would without the content security policy', async ({ browser, baseURL }) => {
  // About seventy pages.
  test.setTimeout(300_000);
  const origin = baseURL ?? '';
  const { creator, brand, operator } = hostile.tokens;
  const mine = creatorScreens(hostile);
  const watches = await Promise.all([
    walkAs(browser, creator, origin, mine.slice(0, 8)),
    walkAs(browser, creator, origin, mine.slice(8)),
    walkAs(browser, brand, origin, brandScreens(hostile)),
    walkAs(browser, operator, origin, operatorScreens(hostile, mailIds)),
    walkAs(browser, undefined, origin, openScreens(hostile)),
  ]);
  expect(watches.flatMap(({ faults }) => faults)).toEqual([]);
  // Every text was stored and shown: a text that is refused on input would never be tested.
  const unseen = [...hostileTexts, ...bidiTexts].filter((text) => watches.every((watch) => watch.unseen.has(text)));
  expect(unseen).toEqual([]);
});
