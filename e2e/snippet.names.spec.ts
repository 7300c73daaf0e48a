import { expect, type Page } from '@playwright/test';
import { test } from './browsers.ts';
import { clickAt, openPage, openShop, textOfGuide } from './snippet.shop.ts';

const portal = `http://127.0.0.1:${process.env['E2E_PORT']}`;
const tag = textOfGuide('<script async', portal);
const links = `
  <nav><a href="/one">one</a> <a href="/two">two</a> <a href="/three">three</a></nav>
  <form data-vitrine method="post" action="/checkout"><button>Pay</button></form>`;
const field = (page: Page) => page.locator('input[name=vt_click]');

test('the snippet starts on a page that has an element with its name', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const body = () => `<a id="vitrine" href="/">Shop window</a><form data-vitrine></form>${tag.replace(' async', '')}`;
  await using shop = await openShop({ head: '', body });
  const click = clickAt(Date.now());
  await page.goto(shop.at(`/?vt_click=${click}`));
  await expect(page.locator('input[name=vt_click]')).toHaveValue(click);
  expect(faults).toEqual([]);
});

test('the tag-manager recipe of the guide loads the same snippet, once even beside the tag', async ({ page }) => {
  const recipe = textOfGuide('<script>\n(function', portal);
  await using shop = await openShop({ head: recipe, body: (path) => (path === '/both' ? `${links}${tag}` : links) });
  const click = clickAt(Date.now());
  await openPage(page, shop.at(`/?vt_click=${click}`));
  expect((await page.context().cookies()).map(({ domain, value }) => [domain, value])).toEqual([
    ['.shop.localhost', click],
  ]);
  await openPage(page, shop.at('/both'));
  await expect(field(page)).toHaveCount(1);
  await expect(field(page)).toHaveValue(click);
});

test('a brand’s own parameter is read, and a domain of another shop is not used for the cookie', async ({ page }) => {
  const own = tag.replace('data-domain="shop.localhost"', 'data-domain="other.example" data-parameter="ref|old"');
  await using shop = await openShop({ head: own, body: () => links });
  const [click, ignored] = [clickAt(Date.now() - 60_000), clickAt(Date.now())];
  await openPage(page, shop.at(`/?ref=${click}&vt_click=${ignored}`));
  expect((await page.context().cookies()).map(({ domain, value }) => [domain, value])).toEqual([
    ['www.shop.localhost', click],
  ]);
  await expect(field(page)).toHaveValue(click);
  const former = clickAt(Date.now());
  await openPage(page, shop.at(`/?other=1&old=${former}`));
  await expect(field(page)).toHaveValue(`${former}${click}`);
});
