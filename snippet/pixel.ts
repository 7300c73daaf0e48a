// A Shopify custom pixel. It runs in Shopify's sandbox, where it can't see the page and can't change the cart: it only
// keeps the click id in the shop's cookie and storage. The server puts `VITRINE` in front of it.
import { clickIn, clickName, cookieText, lastClicks, secondsLeft } from './click.ts';

declare const VITRINE: { parameter: string; days: number; domain: string };

/** The parts of Shopify's Web Pixels API that we use. */
type PageViewed = { context: { document: { location: { search: string } } } };
declare const analytics: { subscribe(event: 'page_viewed', act: (event: PageViewed) => Promise<void>): void };
declare const browser: {
  cookie: { get(name: string): Promise<string | null>; set(text: string): Promise<string> };
  localStorage: { getItem(name: string): Promise<string | null>; setItem(name: string, value: string): Promise<void> };
};

analytics.subscribe('page_viewed', async ({ context }) => {
  const { parameter, days, domain } = VITRINE;
  const lifetime = days * 86_400;
  const stored = [await browser.cookie.get(clickName), await browser.localStorage.getItem(clickName)];
  const click = lastClicks([clickIn(context.document.location.search, parameter), ...stored], lifetime);
  if (click === '' || stored.every((each) => each === click)) return;
  await browser.cookie.set(`${cookieText(clickName, click, secondsLeft(click, lifetime), domain)};secure`);
  await browser.localStorage.setItem(clickName, click);
});
