import { afterEach, expect, test, vi } from 'vitest';
import { isSignature } from '../../src/shops/hmac.ts';
import { isStripeSignature } from '../../src/shops/stripe/stripe.signature.ts';
import { isUnsignedPing } from '../../src/shops/woocommerce/woocommerce.kind.ts';
import { type ShopServer, startShops } from './shop.server.ts';
import type { NewShop } from './shop.stock.ts';
import { openWebhookReceiver, openShopBrowser, type ShopBrowser } from './shop.testing.ts';

const host = 'glow.shop.localhost';
const click = 'AZq6v1YcxcabcdefghijkA';

let running: ShopServer | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** A shop with a serum at 47.95 and a balm at 12.50, and a browser in it. A minute between attempts is a millisecond. */
async function openShopOn(platform: NewShop['platform'], given: Partial<NewShop> = {}): Promise<ShopBrowser> {
  running = await startShops({ file: ':memory:', speed: 60_000 });
  const products = [
    { sku: 'S-1', title: 'Dew Serum', price: 4_795 },
    { sku: 'S-2', title: 'Lip Balm', price: 1_250 },
  ];
  const answer = await fetch(`${running.url}/shops`, {
    method: 'POST',
    body: JSON.stringify({ host, platform, name: 'Glow', tax_rate: 825, products, ...given }),
  });
  const opened: { catalog: string } = JSON.parse(await answer.text());
  expect(opened.catalog).toContain('S-1,Dew Serum,http://');
  return openShopBrowser(running, host);
}

const shopper = { email: 'robin@shopper.test', first_name: 'Robin', last_name: 'Marlow', street: '12 Pine Street' };
const address = { ...shopper, city: 'Springfield', postcode: '62701', country: 'US' };
const named = (name: (field: string) => string, from: Record<string, string> = address) =>
  Object.fromEntries(Object.entries(from).map(([field, value]) => [name(field), value]));

/** The secret that the page for the connection shows. */
async function secretOf(browser: ShopBrowser): Promise<string> {
  const page = await browser.get('/admin/connect');
  return / id="secret"[^>]* value="([^"]+)"/.exec(page.text)?.[1] ?? '';
}

const received = async (hooks: { received: unknown[] }, count: number) =>
  vi.waitFor(() => expect(hooks.received.length).toBe(count), { timeout: 5_000 });

async function buyOnShopify(browser: ShopBrowser): Promise<string> {
  const cart = JSON.parse((await browser.get('/cart.js')).text);
  expect([cart.item_count, cart.attributes]).toEqual([0, {}]);
  const added = await browser.postJson('/cart/add.js', { items: [{ id: 45_200_000_000_001, quantity: 2 }] });
  expect(JSON.parse(added.text).items).toMatchObject([{ sku: 'S-1', quantity: 2, final_line_price: 9_590 }]);
  await browser.postJson('/cart/update.js', { attributes: { vt_click: click, gift: 'yes' } });
  const updated = JSON.parse((await browser.postJson('/cart/update.js', { attributes: { gift: '' } })).text);
  expect(updated.attributes).toEqual({ vt_click: click });
  const { location } = await browser.post('/cart', { checkout: '1', discount: 'welcome10' });
  const paid = await browser.post(
    location,
    named((field) => `checkout[${field}]`),
  );
  return paid.location;
}

test('Shopify: cart attributes become note attributes, and a webhook that fails comes again with the same id', async () => {
  const browser = await openShopOn('shopify');
  await using hooks = await openWebhookReceiver(200, 500, 503);
  const secret = await secretOf(browser);
  await browser.get(`/?vt_click=${click}`);
  for (const event of ['Order creation', 'Order payment', 'Refund create'])
    await browser.post('/admin/webhooks', { event, format: 'JSON', url: hooks.url });
  const thanks = await buyOnShopify(browser);
  expect((await browser.get(thanks)).text).toContain('Thank you, Robin');
  expect(browser.cookies.has('cart')).toBe(false);
  await received(hooks, 4);
  expect(hooks.received.map(({ headers }) => headers['x-shopify-topic'])).toEqual([
    'orders/create',
    ...Array.from({ length: 3 }, () => 'orders/paid'),
  ]);
  const [, first, second, third] = hooks.received;
  expect([second?.raw, third?.raw]).toEqual([first?.raw, first?.raw]);
  expect(new Set([first, second, third].map((each) => each?.headers['x-shopify-webhook-id'])).size).toBe(1);
  for (const { raw, headers } of hooks.received)
    expect(isSignature(secret, raw, headers['x-shopify-hmac-sha256'])).toBe(true);
  expect(first?.body).toMatchObject({
    currency: 'USD',
    financial_status: 'paid',
    landing_site: `/?vt_click=${click}`,
    note_attributes: [{ name: 'vt_click', value: click }],
    discount_codes: [{ code: 'WELCOME10', amount: '9.59', type: 'percentage' }],
    subtotal_price: '86.31',
    total_tax: '7.12',
    total_price: '98.43',
    line_items: [
      { price: '47.95', quantity: 2, discount_allocations: [{ amount: '9.59' }], tax_lines: [{ price: '7.12' }] },
    ],
  });
  await browser.post('/admin/orders/1/refund', { 'line-1': '1' });
  await received(hooks, 5);
  expect(hooks.received[4]?.body).toMatchObject({
    refund_line_items: [{ quantity: 1, subtotal: '43.16', total_tax: '3.56' }],
    transactions: [{ kind: 'refund', amount: '46.72' }],
  });
});

test('WooCommerce: both checkouts note the click of the cookie, and a refund names its lines', async () => {
  for (const checkout of ['classic', 'block'] as const) {
    const browser = await openShopOn('woocommerce', { checkout });
    await using hooks = await openWebhookReceiver();
    const url = `${hooks.url}/api/v1/integrations/woocommerce/glow`;
    const secret = await secretOf(browser);
    const connected = await browser.post('/admin/vitrine', { secret, address: url, snippet: '<script></script>' });
    expect(decodeURIComponent(connected.location)).toContain('Connected.');
    const [test, ...pings] = hooks.received;
    expect(isSignature(secret, test?.raw ?? Buffer.from(''), test?.headers['x-wc-webhook-signature'])).toBe(true);
    expect(pings.map(isUnsignedPing)).toEqual([true, true, true, true]);

    browser.cookies.set('vt_click', click);
    await browser.post('/cart/', { 'add-to-cart': '1', quantity: '2' });
    await browser.post('/cart/', { coupon_code: 'welcome10', apply_coupon: '1' });
    const billing = {
      email: shopper.email,
      first_name: 'Robin',
      last_name: 'Marlow',
      address_1: '12 Pine Street',
      country: 'US',
    };
    const bought =
      checkout === 'block'
        ? await browser.postJson('/wp-json/wc/store/v1/checkout', { billing_address: billing })
        : await browser.post(
            '/?wc-ajax=checkout',
            named((field) => `billing_${field}`, billing),
          );
    const { redirect, payment_result: result } = JSON.parse(bought.text);
    const { pathname, search } = new URL(redirect ?? result.redirect_url);
    expect((await browser.get(pathname + search)).text).toContain('Thank you, Robin');
    await received(hooks, 7);
    expect(hooks.received.slice(5).map(({ headers }) => headers['x-wc-webhook-topic'])).toEqual([
      'order.created',
      'order.updated',
    ]);
    expect(hooks.received[5]?.body).toMatchObject({
      status: 'processing',
      meta_data: expect.arrayContaining([{ id: expect.any(Number), key: '_vt_click', value: click }]),
      line_items: [{ subtotal: '95.90', total: '86.31', total_tax: '7.12', price: 43.155 }],
      refunds: [],
    });
    await browser.post('/admin/orders/1/refund', { 'line-1': '1' });
    await received(hooks, 8);
    expect(hooks.received[7]?.body).toMatchObject({
      refunds: [{ total: '-46.72' }],
      vitrine_refunds: [{ lines: [{ line_id: 1, quantity: 1, total: '43.16', total_tax: '3.56' }], other: '0.00' }],
    });
    await browser.post('/admin/orders/1/cancel');
    await received(hooks, 9);
    expect(hooks.received[8]?.body).toMatchObject({ status: 'cancelled' });
    await running?.stop();
  }
  running = undefined;
});

test('WooCommerce: a webhook that fails doesn’t come again, and five failures turn it off', async () => {
  const browser = await openShopOn('woocommerce');
  await using hooks = await openWebhookReceiver(200, 200, 200, 200, 200, ...Array.from({ length: 10 }, () => 500));
  const url = `${hooks.url}/api/v1/integrations/woocommerce/glow`;
  await browser.post('/admin/vitrine', { secret: await secretOf(browser), address: url, snippet: '' });
  for (let order = 1; order <= 6; order += 1) {
    await browser.post('/cart/', { 'add-to-cart': '2', quantity: '1' });
    await browser.post('/?wc-ajax=checkout', { billing_email: 'robin@shopper.test' });
    await received(hooks, 5 + 2 * Math.min(order, 5));
  }
  expect((await browser.get('/admin/sent')).text.match(/order\.created/g)?.length).toBe(5);
});

test('Stripe: a payment link takes a reference as the click, and each attempt has a new signature', async () => {
  const browser = await openShopOn('stripe');
  await using hooks = await openWebhookReceiver(500);
  await browser.post('/admin/webhooks', { url: hooks.url, events: 'checkout.session.completed' });
  const secret = await secretOf(browser);
  const product = await browser.get('/products/dew-serum');
  expect(product.text).toMatch(
    /<a class="button" data-vitrine href="http:\/\/pay\.glow\.shop\.localhost:\d+\/dew-serum">/,
  );
  const order = { quantity: '2', code: 'welcome10', ...address };
  const paid = await browser.post(`/dew-serum?client_reference_id=${click}`, order, `pay.${host}`);
  expect((await browser.get(new URL(paid.location).pathname + new URL(paid.location).search)).text).toContain(
    'Thank you',
  );
  await received(hooks, 2);
  for (const { raw, headers } of hooks.received)
    expect(isStripeSignature(secret, raw, headers['stripe-signature'], new Date())).toBe(true);
  expect(hooks.received[1]?.raw).toEqual(hooks.received[0]?.raw);
  expect(hooks.received[1]?.body).toMatchObject({
    type: 'checkout.session.completed',
    livemode: true,
    data: {
      object: {
        client_reference_id: click,
        amount_subtotal: 9_590,
        amount_total: 9_343,
        total_details: { amount_discount: 959, amount_tax: 712 },
        metadata: { title: 'Dew Serum', sku: 'S-1' },
      },
    },
  });
  await browser.post('/dew-serum?client_reference_id=not%20a%20reference', order, `pay.${host}`);
  await received(hooks, 3);
  expect(hooks.received[2]?.body).toMatchObject({ data: { object: { client_reference_id: null } } });
});
