import { connectShop, disconnectShop } from '@vitrine/contract/connections.ts';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { answerPrivacyRequest, downloadShopperData, listPrivacyRequests } from '@vitrine/contract/privacy-requests.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Client } from '../../../world/client.ts';
import { mailsAsSent } from '../../../world/mails.ts';
import { demoShopifySecret } from '../../../world/people.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { verifyLedger } from '../../ledger/ledger.verify.ts';
import { decideOrder } from '../../orders/orders.decision.ts';
import { makeHit, readBooks, sendWebhook, type Webhook } from '../../orders/orders.testing.ts';
import { processDeliveries } from '../shops.jobs.ts';
import { shopifyOrder, shopifyRefund } from '../shopify/shopify.testing.ts';

let world: World;
let staff: Client;
let next = 0;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const glow = { merchant: 'glow-lab' };
const dayMs = 86_400_000;
const shop = { shop_id: 954_889, shop_domain: 'glow-lab.myshopify.com' };
const robin = { id: 191_167, email: 'Robin@shopper.test', phone: '555-625-1199' };

const send = (topic: string, body: unknown, more: Partial<Webhook> = {}) => {
  next += 1;
  world.clock.advance(1);
  return sendWebhook(world.app, { topic, id: `p-${next}`, body, ...more });
};
/** A paid order of this email address that came by a click of Ava's link. */
async function orderOf(id: number, email: string): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = shopifyOrder(id, {
    email,
    contact_email: email,
    customer: { email },
    landing_site: `/?vt_click=${clickId}`,
    billing_address: { country_code: 'US' },
    updated_at: '2026-11-20T07:00:00-05:00',
  });
  expect(await send('orders/paid', body)).toBe(200);
}
const redact = (orders: number[], more: Partial<Webhook> = {}) =>
  send('customers/redact', { ...shop, customer: robin, orders_to_redact: orders }, more);
const ask = (orders: number[], more: Partial<Webhook> = {}) =>
  send(
    'customers/data_request',
    { ...shop, customer: robin, orders_requested: orders, data_request: { id: 9_999 } },
    more,
  );
const requests = async () => granted(await staff.call(listPrivacyRequests, { params: glow }));
const outcomes = async () => granted(await staff.call(listDeliveries, { params: glow })).map(({ outcome }) => outcome);

/** A file comes as bytes. */
const textOf = (file: unknown) => (file as Buffer).toString('utf8');

/** What is stored that leads to the shopper of each order. */
async function traces() {
  const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ order_id: string; hashes: number; country: string; browser: boolean; body: string; visit: string }>`
      select o.order_id, num_nonnulls(o.customer_hash, o.customer_canonical) as hashes, o.country, o.browser is not null as browser,
        o.body::text as body, h.address_prefix || h.country || h.own_language || h.own_referrer || coalesce(p.language || p.referrer, '') || coalesce(h.browser::text, '') as visit
      from orders o left join hits h on h.id = hit_of_click(o.click_id) left join hit_profiles p on p.id = h.profile
      where o.source = 'shopify' and o.order_id like '40%' order by o.order_id`.execute(tx),
  );
  return rows;
}
async function bodies(): Promise<string> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('webhook_deliveries').select(['webhook_id', 'body']).execute(),
  );
  return JSON.stringify(rows);
}

test('a shopper is erased from their orders, and the books stay as they are', async () => {
  await orderOf(4001, 'robin@shopper.test');
  await orderOf(4002, 'someone@else.test');
  const refund = shopifyRefund(1, 4001, [{ line_item_id: 12, quantity: 1, subtotal: '12.50' }]);
  expect(await send('refunds/create', refund)).toBe(200);
  const changed = shopifyOrder(4001, { email: 'robin@shopper.test', updated_at: '2026-11-20T09:00:00-05:00' });
  changed.line_items = changed.line_items.slice(0, 1);
  expect(await send('orders/updated', changed)).toBe(200);
  expect(await traces()).toMatchObject([
    { order_id: '4001', hashes: 2, country: 'US' },
    { order_id: '4002', hashes: 2, country: 'US' },
  ]);
  const books = await readBooks(world);
  const hash = JSON.stringify(await bodies()).match(/customer_hash\\*":\s*\\*"([0-9a-f]{64})/)?.[1] ?? 'none';
  expect(await redact([4001])).toBe(200);
  expect((await outcomes())[0]).toBe('shopper_erased');
  const [erased, other] = await traces();
  expect(erased).toMatchObject({ hashes: 0, country: '', browser: false, visit: '' });
  expect(Object.keys(JSON.parse(erased?.body ?? '')).toSorted()).toEqual(['currency', 'id']);
  expect(other).toMatchObject({ hashes: 2, country: 'US' });
  expect(await bodies()).not.toContain(hash);
  const edits = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('order_edits').select('body').where('order_id', '=', '4001').execute(),
  );
  expect(edits).toEqual([{ body: {} }]);
  expect(await readBooks(world)).toEqual(books);
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});

test('the shopper is found by another spelling of their mailbox, and a test order is erased, too', async () => {
  await orderOf(4011, 'robin@shopper.test');
  await send('orders/paid', shopifyOrder(4012, { test: true, email: 'robin@shopper.test' }));
  expect(await redact([])).toBe(200);
  expect(await traces()).toMatchObject([{ order_id: '4011', hashes: 0 }]);
  const tests = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('test_orders').select('customer_hash').where('order_id', '=', '4012').execute(),
  );
  expect(tests).toEqual([{ customer_hash: null }]);
  expect(await requests()).toMatchObject([{ kind: 'customer_redaction', orders: 2, due_at: expect.any(String) }]);
  expect((await requests())[0]?.done_at).not.toBeNull();
});

test('the decision of an erased order stays when its click is looked at again', async () => {
  await orderOf(4021, 'ava@creators.test');
  const { merchantId } = { merchantId: world.people.merchants.glow };
  const decided = () =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('decisions').select('outcome').where('order_id', '=', '4021').execute(),
    );
  expect(await decided()).toEqual([{ outcome: 'held_self_purchase' }]);
  await redact([4021]);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.insertInto('order_reviews').values({ merchant_id: merchantId, order_id: '4021' }).execute(),
  );
  await decideOrder(world.ctx, merchantId, '4021');
  expect(await decided()).toEqual([{ outcome: 'held_self_purchase' }]);
  const reviews = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('order_reviews').select('order_id').execute(),
  );
  expect(reviews).toEqual([]);
});

test('a webhook that still waits for its order keeps what money needs of it', async () => {
  const refund = {
    ...shopifyRefund(1, 4031, [{ line_item_id: 12, quantity: 1, subtotal: '12.50' }]),
    email: robin.email,
  };
  await send('refunds/create', refund);
  await redact([4031]);
  await orderOf(4031, 'robin@shopper.test');
  const books = await readBooks(world);
  expect(books.commissions.filter(({ order_id: id }) => id === '4031').map(({ reversed }) => reversed)).toContain(200n);
});

test('the same request twice is done once', async () => {
  await orderOf(4041, 'robin@shopper.test');
  expect([await redact([4041], { id: 'same' }), await redact([4041], { id: 'same' })]).toEqual([200, 200]);
  expect([await ask([4041]), await ask([4041])]).toEqual([200, 200]);
  expect((await requests()).map(({ kind }) => kind)).toEqual(['data_request', 'customer_redaction']);
  expect((await outcomes()).slice(0, 4)).toEqual(['privacy_known', 'data_requested', 'repeated', 'shopper_erased']);
});

test('a request for data becomes a file that the owner downloads, and an email with the deadline', async () => {
  await orderOf(4051, 'robin@shopper.test');
  await orderOf(4052, 'someone@else.test');
  await ask([4051]);
  const [request] = await requests();
  expect(request).toMatchObject({ kind: 'data_request', orders: 1, deliveries: 1, done_at: null });
  expect(new Date(request?.due_at ?? 0).getTime() - new Date(request?.received_at ?? 0).getTime()).toBe(30 * dayMs);
  const mails = (await mailsAsSent(world.ctx, 'brand@glow.test')).filter(({ kind }) => kind === 'data_request');
  expect(mails.map(({ subject }) => subject)).toEqual(['A shopper of Glow Lab asks for their data']);
  const params = { ...glow, request_id: request?.id ?? '' };
  const file = await staff.call(downloadShopperData, { params });
  const text = textOf(file.data);
  expect([file.status, text.includes('Dew Serum'), text.includes('4051'), text.includes('4052')]).toEqual([
    200,
    true,
    true,
    false,
  ]);
  expect(text).toMatch(/email_address_hash.{1,6}[0-9a-f]{64}/);
  const answered = granted(await staff.call(answerPrivacyRequest, { params }));
  expect(answered.done_at).not.toBeNull();
  world.clock.advance(60_000);
  expect(granted(await staff.call(answerPrivacyRequest, { params })).done_at).toBe(answered.done_at);
});

test('after the shopper was erased, the file of an earlier request has nothing that leads to them', async () => {
  await orderOf(4061, 'robin@shopper.test');
  await ask([4061]);
  await redact([4061]);
  const [, asked] = await requests();
  const { data } = await staff.call(downloadShopperData, { params: { ...glow, request_id: asked?.id ?? '' } });
  expect(textOf(data)).toContain('4061');
  expect(textOf(data)).not.toMatch(/[0-9a-f]{64}/);
});

test('another brand neither sees nor downloads nor answers a request', async () => {
  await ask([]);
  const [request] = await requests();
  const other = await world.signIn('brand@maison.test');
  const params = { merchant: 'glow-lab', request_id: request?.id ?? '' };
  const own = { ...params, merchant: 'maison-clair' };
  expect((await other.call(listPrivacyRequests, { params: glow })).status).toBe(404);
  for (const each of [params, own])
    expect([
      (await other.call(downloadShopperData, { params: each })).status,
      (await other.call(answerPrivacyRequest, { params: each })).status,
    ]).toEqual([404, 404]);
  expect(granted(await other.call(listPrivacyRequests, { params: { merchant: 'maison-clair' } }))).toEqual([]);
});

test('48 hours after the app was removed, all shoppers of the shop are erased, and its secret is deleted', async () => {
  await orderOf(4071, 'robin@shopper.test');
  await orderOf(4072, 'someone@else.test');
  await send('app/uninstalled', { id: 1, myshopify_domain: shop.shop_domain });
  world.clock.advance(2 * dayMs);
  expect(await send('orders/paid', shopifyOrder(4073))).toBe(401);
  expect(await send('shop/redact', shop, { id: 'shop-1' })).toBe(200);
  expect(await traces()).toMatchObject([
    { order_id: '4071', hashes: 0, visit: '' },
    { order_id: '4072', hashes: 0, visit: '' },
  ]);
  expect(await bodies()).not.toMatch(/customer_hash[^,]{0,6}[0-9a-f]{64}/);
  expect(await send('shop/redact', shop, { id: 'shop-1' })).toBe(200);
  world.clock.advance(2 * dayMs);
  await processDeliveries(world.ctx);
  const secrets = await world.ctx.database.as({ role: 'app', merchantId: world.people.merchants.glow }, (tx) =>
    tx.selectFrom('webhook_secrets').select('id').where('source', '=', 'shopify').execute(),
  );
  expect(secrets).toEqual([]);
  expect(await send('shop/redact', shop)).toBe(401);
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});

test('a shop whose removal was not reported is disconnected when it asks to erase its shoppers', async () => {
  await orderOf(4076, 'robin@shopper.test');
  world.clock.advance(3 * dayMs);
  expect(await send('shop/redact', shop)).toBe(200);
  expect(await traces()).toMatchObject([{ order_id: '4076', hashes: 0 }]);
  expect(await send('orders/paid', shopifyOrder(4077))).toBe(401);
});

test('a shop that is connected again keeps what came since then', async () => {
  await orderOf(4081, 'robin@shopper.test');
  world.clock.advance(1_000);
  granted(await staff.call(disconnectShop, { params: { ...glow, kind: 'shopify' } }));
  world.clock.advance(1_000);
  const body = { secret: 'the-second-secret' };
  granted(await staff.call(connectShop, { params: { ...glow, kind: 'shopify' }, body }));
  const { clickId } = await makeHit(world, 'avaGlow');
  const order = shopifyOrder(4082, { email: robin.email, landing_site: `/?vt_click=${clickId}` });
  expect(await send('orders/paid', order, { secret: 'the-second-secret' })).toBe(200);
  expect(await send('shop/redact', shop, { secret: demoShopifySecret })).toBe(200);
  expect(await traces()).toMatchObject([
    { order_id: '4081', hashes: 0 },
    { order_id: '4082', hashes: 2 },
  ]);
  expect(await send('orders/paid', { ...order, id: 4083 }, { secret: 'the-second-secret' })).toBe(200);
});

test('a request without the shop, or signed with another secret, does nothing', async () => {
  await orderOf(4091, 'robin@shopper.test');
  expect(await send('customers/redact', { customer: robin, orders_to_redact: [4091] })).toBe(200);
  expect((await outcomes())[0]).toBe('unreadable');
  expect(await redact([4091], { secret: 'not-the-secret' })).toBe(401);
  expect(await traces()).toMatchObject([{ hashes: 2 }]);
  expect(await requests()).toEqual([]);
});
