import { expect, type Page } from '@playwright/test';
import { openNewBrand, registerCreator } from './brands.ts';
import { test } from './browsers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { dollars, shopCall, shopperAgent, signInWith } from './people.ts';
import { clickAt, handedOn, openShop, type SnippetShop, storedIn, textOfGuide, openPage } from './snippet.shop.ts';

// The tag is the one of docs/shops/snippet.md, with its integrity hash.

const dayMs = 86_400_000;
const portal = `http://127.0.0.1:${process.env['E2E_PORT']}`;
const tag = textOfGuide('<script async', portal);
const waiting = tag.replace(' data-days', ' data-consent="wait" data-days');
const links = `
  <nav><a href="/one">one</a> <a href="/two">two</a> <a href="/three">three</a></nav>
  <form data-vitrine method="post" action="/checkout"><button>Pay</button></form>`;
const field = (page: Page) => page.locator('input[name=vt_click]');

let faults: string[];
test.beforeEach(({ page }) => {
  faults = [];
  page.on('pageerror', ({ message }) => {
    // Firefox reports a cookie that it refuses like an error of the page.
    if (!/^Cookie “\w+” has been rejected/.test(message)) faults.push(message);
  });
});
test.afterEach(() => expect(faults).toEqual([]));

test('a click survives three pages and the change to the checkout’s host, and the order is credited', async ({
  page,
  playwright,
  request,
}) => {
  await using shop = await openShop({ head: tag, body: () => links });
  const creator = await registerCreator(request, 1);
  const { data: placements } = await creator.call('get', `/merchant-accounts/${creator.accountId}/placements`);
  // A browser that the creator has never used.
  const shopper = await playwright.request.newContext({ userAgent: shopperAgent });
  const answer = await shopper.get(placements[0].short_url, { maxRedirects: 0 });
  await shopper.dispose();
  const click = new URL(answer.headers()['location'] ?? '').searchParams.get('vt_click') ?? '';
  const toVitrine: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().startsWith(portal)) toVitrine.push(`${sent.method()} ${new URL(sent.url()).pathname}`);
  });

  await openPage(page, shop.at(`/landing?utm_source=x&vt_click=${click}#top`));
  for (const name of ['one', 'two', 'three']) {
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**/${name}`);
  }
  await page.goto(shop.at('/pay', 'pay'));
  await expect(field(page)).toHaveValue(click);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(shop.posts.map(({ path, body }) => [path, body])).toEqual([['/checkout', `vt_click=${click}`]]);
  expect(shop.posts[0]?.cookie).toBe(`vt_click=${click}`);
  expect(new Set(toVitrine)).toEqual(new Set(['GET /vt.js']));

  const { key } = creator.brand;
  const lines = [{ line_id: '1', sku: 'W-0', title: 'Dew Serum', quantity: 1, unit_price: dollars(3000) }];
  const order = {
    order_id: `SNIPPET-${creator.handle}`,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: new URLSearchParams(shop.posts[0]?.body).get('vt_click'),
    lines,
  };
  const { decision } = await shopCall(request, '/orders', order, key);
  expect([decision.outcome, decision.commission]).toEqual(['credited', dollars(450)]);
});

test('only the click id is stored, for the rest of the attribution window, in cookies of the shop alone', async ({
  page,
  browserName,
}) => {
  // As a browser with third-party cookies turned off. For Firefox, playwright.config.ts does it.
  if (browserName === 'chromium') {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  }
  await using shop = await openShop({ head: tag, body: () => links });
  const click = clickAt(Date.now() - 10 * dayMs);
  await openPage(page, shop.at(`/?vt_click=${click}`));
  expect(await storedIn(page)).toEqual({ cookies: [`vt_click=${click}`], storage: { vt_click: click } });
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ domain: '.shop.localhost', path: '/', sameSite: 'Lax' });
  expect(((cookie?.expires ?? 0) * 1_000 - Date.now()) / dayMs).toBeCloseTo(20, 2);
  await page.getByRole('link', { name: 'one' }).click();
  await expect(field(page)).toHaveValue(click);
});

test('the last two clicks are kept, the last one first, also if an older landing page is opened again', async ({
  page,
}) => {
  await using shop = await openShop({ head: tag, body: () => links });
  const [oldest, older, newer] = [2 * dayMs, dayMs, 60_000].map((age) => clickAt(Date.now() - age));
  await openPage(page, shop.at(`/?vt_click=${oldest}`));
  await openPage(page, shop.at(`/?vt_click=${older}`));
  expect(await handedOn(page)).toBe(`${older}${oldest}`);
  await openPage(page, shop.at(`/?vt_click=${newer}`));
  expect(await handedOn(page)).toBe(`${newer}${older}`);
  await page.goBack();
  const both = `${older}${newer}`;
  await expect(field(page)).toHaveValue(both);
  expect(await storedIn(page)).toEqual({ cookies: [`vt_click=${both}`], storage: { vt_click: both } });
});

test('a made-up click id never replaces a real one, whatever time it has', async ({ page }) => {
  await using shop = await openShop({ head: tag, body: () => links });
  const [real, future, today] = [-60_000, 8_000 * 365 * dayMs, dayMs / 2].map((ahead) => clickAt(Date.now() + ahead));
  await openPage(page, shop.at(`/?vt_click=${future}`));
  expect([await handedOn(page), await storedIn(page)]).toEqual([null, { cookies: [], storage: {} }]);
  await openPage(page, shop.at(`/?vt_click=${today}`));
  await openPage(page, shop.at(`/?vt_click=${real}`));
  expect(await handedOn(page)).toBe(`${real}${today}`);
  await openPage(page, shop.at(`/?vt_click=${future}`));
  expect(await handedOn(page)).toBe(`${real}${today}`);
  await openPage(page, shop.at(`/?vt_click=${today}`));
  expect(await handedOn(page)).toBe(`${today}${real}`);
});

test('what is left of cookie and storage brings back the other', async ({ page, context }) => {
  await using shop = await openShop({ head: tag, body: () => links });
  const click = clickAt(Date.now());
  const whole = { cookies: [`vt_click=${click}`], storage: { vt_click: click } };
  await openPage(page, shop.at(`/?vt_click=${click}`));
  await context.clearCookies();
  await openPage(page, shop.at('/one'));
  expect(await storedIn(page)).toEqual(whole);
  await page.evaluate(() => localStorage.clear());
  await openPage(page, shop.at('/two'));
  expect(await storedIn(page)).toEqual(whole);
});

test('a click whose window is over is neither taken nor kept', async ({ page, context }) => {
  await using shop = await openShop({ head: tag, body: () => links });
  const [old, future] = [clickAt(Date.now() - 31 * dayMs), clickAt(Date.now() + 60_000)];
  await openPage(page, shop.at(`/?vt_click=${old}`));
  expect(await storedIn(page)).toEqual({ cookies: [], storage: {} });
  await context.addCookies([{ name: 'vt_click', value: old, url: shop.at('/') }]);
  await page.evaluate((value) => localStorage.setItem('vt_click', value), old);
  await openPage(page, shop.at('/one'));
  expect([await handedOn(page), await storedIn(page)]).toEqual([null, { cookies: [], storage: {} }]);
  // A clock that is a little behind ours.
  await openPage(page, shop.at(`/?vt_click=${future}`));
  expect(await handedOn(page)).toBe(future);
});

test('what is no click id changes nothing', async ({ page, context }) => {
  await using shop = await openShop({ head: tag, body: () => links });
  const click = clickAt(Date.now());
  await openPage(page, shop.at(`/?vt_click=${click}`));
  for (const value of [
    '',
    '%',
    '%00',
    '<script>alert(1)</script>',
    `${click};domain=evil.example`,
    `${click}\r\nSet-Cookie: a=b`,
    `${click} `,
    click.slice(1),
    `${click}${click}`,
    'x'.repeat(8_000),
    '__proto__',
  ]) {
    await openPage(page, shop.at(`/?vt_click=${value === '%' ? '%' : encodeURIComponent(value)}`));
    expect([value.slice(0, 40), await handedOn(page)]).toEqual([value.slice(0, 40), click]);
  }
  await context.addCookies([{ name: 'vt_click', value: '"><img>', url: shop.at('/') }]);
  await page.evaluate(() => localStorage.setItem('vt_click', '{"a":1}'));
  await openPage(page, shop.at('/one'));
  expect((await storedIn(page)).storage).toEqual({ vt_click: click });
});

test('forms are filled: named fields, marked forms, the classic checkout of WooCommerce, and later ones', async ({
  page,
}) => {
  const body = () => `
    <form id="own"><input type="hidden" name="vt_click"></form>
    <form id="marked" data-vitrine></form>
    <form id="woo" class="checkout woocommerce-checkout"></form>
    <form id="other"><input name="email"></form>`;
  await using shop = await openShop({ head: tag, body });
  const click = clickAt(Date.now());
  await openPage(page, shop.at(`/?vt_click=${click}`));
  const sent = () =>
    page.evaluate(() =>
      Object.fromEntries([...document.forms].map((form) => [form.id, new FormData(form).getAll('vt_click')])),
    );
  await expect.poll(sent).toEqual({ own: [click], marked: [click], woo: [click], other: [] });
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<form id="late" data-vitrine></form>'));
  await expect.poll(async () => (await sent())['late']).toEqual([click]);
});

test('without a click, nothing of the page changes', async ({ page }) => {
  const body = () =>
    `<form data-vitrine=""></form><a href="https://buy.stripe.com/abc?prefilled_email=a%40b.test">Buy</a>`;
  await using shop = await openShop({ head: tag, body });
  await openPage(page, shop.at('/'));
  expect(await page.locator('body').innerHTML()).toBe(body());
  expect(await storedIn(page)).toEqual({ cookies: [], storage: {} });
});

test('Stripe’s links, buttons and tables carry the click, also later ones, and a reference of the shop stays', async ({
  page,
}) => {
  const body = () => `
    <a id="plain" href="https://buy.stripe.com/abc">Buy</a>
    <a id="mail" href="https://buy.stripe.com/abc?prefilled_email=a%40b.test#now">Buy</a>
    <a id="theirs" href="https://buy.stripe.com/abc?client_reference_id=cart_77">Buy</a>
    <a id="own" data-vitrine href="https://pay.shop.example/abc">Buy</a>
    <a id="other" href="https://evil.example/?to=https://buy.stripe.com/abc">Buy</a>
    <stripe-buy-button></stripe-buy-button>
    <stripe-pricing-table client-reference-id="user_9"></stripe-pricing-table>`;
  await using shop = await openShop({ head: tag, body });
  const [first, second] = [clickAt(Date.now() - 60_000), clickAt(Date.now())];
  const hrefs = () =>
    page.evaluate(() => Object.fromEntries([...document.links].map((link) => [link.id, link.getAttribute('href')])));
  const expected = (click: string) => ({
    plain: `https://buy.stripe.com/abc?client_reference_id=${click}`,
    mail: `https://buy.stripe.com/abc?prefilled_email=a%40b.test&client_reference_id=${click}#now`,
    theirs: 'https://buy.stripe.com/abc?client_reference_id=cart_77',
    own: `https://pay.shop.example/abc?client_reference_id=${click}`,
    other: 'https://evil.example/?to=https://buy.stripe.com/abc',
  });
  await openPage(page, shop.at(`/?vt_click=${first}`));
  await expect.poll(hrefs).toEqual(expected(first));
  await expect(page.locator('stripe-buy-button')).toHaveAttribute('client-reference-id', first);
  await expect(page.locator('stripe-pricing-table')).toHaveAttribute('client-reference-id', 'user_9');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<a id="late" href="https://buy.stripe.com/late">Buy</a>');
  });
  await expect.poll(async () => (await hrefs())['late']).toContain(first);
  await page.locator('#late').evaluate((link) => link.remove());
  await page.evaluate((click) => history.pushState(null, '', `/two?vt_click=${click}`), second);
  await page.evaluate(textOfGuide("(window.vitrine ||= []).push(['page'])", portal));
  await expect.poll(hrefs).toEqual(expected(`${second}${first}`));
});

test('a single-page shop keeps the click through changes of page, and takes a new one', async ({ page }) => {
  await using shop = await openShop({ head: tag, body: () => '<main></main>' });
  const [first, second] = [clickAt(Date.now() - 60_000), clickAt(Date.now())];
  await openPage(page, shop.at(`/?vt_click=${first}`));
  const open = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      document.querySelector('main')?.replaceChildren(document.createElement('form'));
      document.querySelector('form')?.insertAdjacentHTML('beforeend', '<input type="hidden" name="vt_click">');
    }, path);
  for (const path of ['/one', '/two', '/three']) {
    await open(path);
    await expect(field(page)).toHaveValue(first);
  }
  await open(`/four?vt_click=${second}`);
  await page.evaluate(textOfGuide("(window.vitrine ||= []).push(['page'])", portal));
  const both = `${second}${first}`;
  await expect(field(page)).toHaveValue(both);
  expect(await storedIn(page)).toEqual({ cookies: [`vt_click=${both}`], storage: { vt_click: both } });
});

/** Posts to the cart: the click ids that its attribute got. */
const inCart = (shop: SnippetShop) =>
  shop.posts.filter(({ path }) => path.endsWith('/cart/update.js')).map(({ body }) => JSON.parse(body));

test('Shopify’s cart gets the click once, again after a new click or a new cart, and again if it failed', async ({
  page,
}) => {
  const shopify = '<script>window.Shopify = { routes: { root: "/en-us/" } };</script>';
  await using shop = await openShop({ head: `${shopify}${tag}`, body: () => links });
  const [first, second] = [clickAt(Date.now() - 60_000), clickAt(Date.now())];
  const posted = (count: number) => expect.poll(() => inCart(shop).length).toBe(count);
  const noted = (text: string) =>
    expect.poll(async () => (await storedIn(page)).storage['vt_cart'] ?? '').toContain(text);
  shop.cart.status = 500;
  await openPage(page, shop.at(`/?vt_click=${first}`));
  await posted(1);
  shop.cart.status = 200;
  shop.cart.cookie = 'c1-first';
  await openPage(page, shop.at('/one'));
  await posted(2);
  await noted('c1-first');
  for (const path of ['/two', '/three', '/one']) await openPage(page, shop.at(path));
  await openPage(page, shop.at(`/?vt_click=${second}`));
  await posted(3);
  await noted(second);
  await page.context().addCookies([{ name: 'cart', value: 'c2-after-purchase', url: shop.at('/') }]);
  delete shop.cart.cookie;
  await openPage(page, shop.at('/two'));
  await posted(4);
  await noted('c2-after-purchase');
  await openPage(page, shop.at('/three'));
  await openPage(page, shop.at('/one'));
  expect(shop.posts.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/en-us/cart/update.js'));
  expect(inCart(shop)).toEqual(
    [first, first, `${second}${first}`, `${second}${first}`].map((vt_click) => ({ attributes: { vt_click } })),
  );
});

test('with consent refused, nothing is stored, filled or sent', async ({ page }) => {
  const shopify = '<script>window.Shopify = {};</script>';
  await using shop = await openShop({ head: `${shopify}${waiting}`, body: () => links });
  const click = clickAt(Date.now());
  const nothing = { cookies: [], storage: {} };
  await openPage(page, shop.at(`/?vt_click=${click}`));
  expect([await handedOn(page), await storedIn(page)]).toEqual([null, nothing]);
  await page.evaluate(textOfGuide("(window.vitrine ||= []).push(['consent', false])", portal));
  for (const name of ['one', 'two', 'three']) {
    await page.getByRole('link', { name }).click();
    await expect.poll(() => handedOn(page)).toBeNull();
  }
  expect(await storedIn(page)).toEqual(nothing);
  await expect(field(page)).toHaveCount(0);
  expect(shop.posts).toEqual([]);
});

test('consent starts the snippet, before or after it has loaded, and its withdrawal removes everything', async ({
  page,
}) => {
  const agree = textOfGuide("(window.vitrine ||= []).push(['consent', true])", portal);
  const decline = textOfGuide("(window.vitrine ||= []).push(['consent', false])", portal);
  const body = () => `${links}<a id="stripe" href="https://buy.stripe.com/abc">Buy</a>
    <stripe-buy-button></stripe-buy-button><script>if (location.pathname === '/agreed') { ${agree} }</script>`;
  await using shop = await openShop({ head: `<script>window.Shopify = {};</script>${waiting}`, body });
  const click = clickAt(Date.now());
  const whole = { cookies: [`vt_cart=${click}`, `vt_click=${click}`], storage: { vt_cart: click, vt_click: click } };
  await openPage(page, shop.at(`/?vt_click=${click}`));
  await page.evaluate(agree);
  await expect.poll(() => storedIn(page)).toEqual(whole);
  await openPage(page, shop.at('/agreed'));
  await expect(field(page)).toHaveValue(click);
  expect(await handedOn(page)).toBe(click);

  await page.evaluate(decline);
  expect([await handedOn(page), await storedIn(page)]).toEqual([null, { cookies: [], storage: {} }]);
  await expect(field(page)).toHaveValue('');
  await expect(page.locator('#stripe')).toHaveAttribute('href', 'https://buy.stripe.com/abc');
  await expect(page.locator('stripe-buy-button')).toHaveAttribute('client-reference-id', '');
  await expect.poll(() => inCart(shop)).toEqual([click, ''].map((vt_click) => ({ attributes: { vt_click } })));
  await expect.poll(() => storedIn(page)).toEqual({ cookies: [], storage: {} });
});

test('where cookies, storage or requests are blocked, the shop works, and the landing page still hands the click on', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.assign(window, { fetch: refuse, Shopify: {} });
  });
  await using shop = await openShop({ head: tag, body: () => links });
  const click = clickAt(Date.now());
  await openPage(page, shop.at(`/?vt_click=${click}`));
  await expect(field(page)).toHaveValue(click);
  await page.evaluate(() => {
    const { vitrine } = window as unknown as { vitrine: Record<string, (...values: unknown[]) => unknown> };
    vitrine['push']?.(['nothing']);
    vitrine['push']?.(['consent', { toString: null }]);
    vitrine['page']?.();
  });
  expect(shop.posts).toEqual([]);
});

test('a brand copies its tag from the console, and the tag works in its shop @both', async ({
  page,
  request,
  baseURL,
}) => {
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/settings/shop?kind=api`);
  const section = page.getByRole('region', { name: 'Shop snippet' });
  await expect(section.getByText('<input type="hidden" name="vt_click">')).toBeVisible();
  const text = await section.getByText('<script async').innerText();
  expect(text).toContain(`src="${baseURL}/vt.js?v=`);
  expect(text).toContain(` data-days="30" data-domain="${new URL(brand.shop).hostname}"></script>`);
  await section.getByText('Use Google Tag Manager instead').click();
  await expect(section.getByText('Object.assign(tag.dataset')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(`/brand/${brand.slug}/settings/shop?kind=shopify`);
  await section.getByText('If you can’t edit your theme').click();
  await expect(section.getByText('analytics.subscribe("page_viewed"')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await using shop = await openShop({ head: text, body: () => links });
  const click = clickAt(Date.now());
  await openPage(page, shop.at(`/?vt_click=${click}`));
  await expect(field(page)).toHaveValue(click);
});
