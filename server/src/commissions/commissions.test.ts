import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCommissions, releaseCommission } from '@vitrine/contract/commissions.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { addDiscountCode } from '../merchants/merchants.service.ts';
import { makeHit, orderOf, readBooks, usd } from '../orders/orders.testing.ts';
import { matureCommissions } from './commissions.maturity.ts';

let world: World;
let shop: Client;
let ava: Client;
let kim: Client;

beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  const userId = await createUser(world.ctx, {
    email: 'kim@creators.test',
    password: 'vitrine-demo',
    role: 'creator',
    handle: 'kim',
    displayName: 'Kim Aoki',
  });
  await openMerchantAccount(world.ctx, world.people.merchants.glow, userId);
  await addDiscountCode(world.ctx, world.people.merchants.glow, { code: 'KIM5', creator: 'kim' });
  ava = await world.signIn('ava@creators.test');
  kim = await world.signIn('kim@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

async function commissionOf(orderId: string) {
  return (await readBooks(world)).commissions.find((commission) => commission.order_id === orderId);
}

/** Four Dew Serums through a click on Ava's link. */
async function credited(orderId: string, more: Parameters<typeof orderOf>[2] = {}, hitClass = 'human'): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow', { class: hitClass });
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 4, unit_price: usd('4800') }];
  await shop.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, lines, ...more }) });
}

async function refundOne(orderId: string): Promise<void> {
  await shop.call(receiveRefund, {
    params: { order_id: orderId },
    body: { refund_id: 'r1', lines: [{ line_id: '1', quantity: 1 }] },
  });
}

test('a creator pages through their own commissions at all brands', async () => {
  for (const orderId of ['refunded', 'second', 'third']) await credited(orderId);
  await refundOne('refunded');
  await shop.call(receiveOrder, { body: orderOf(world, 'by code', { discount_codes: ['KIM5'] }) });
  const euro = (amount: string) => ({ amount, currency: 'EUR' });
  const lines = [{ line_id: '1', sku: 'vase', title: 'Vase Colline', quantity: 1, unit_price: euro('8500') }];
  await world.shop('vtk_demo_maison_clair').call(receiveOrder, {
    body: orderOf(world, 'vase', {
      currency: 'EUR',
      lines,
      click_id: (await makeHit(world, 'avaMaison')).clickId,
    }),
  });
  const all = (await ava.call(listCommissions, { query: { limit: 100 } })).data;
  expect(all.every((commission) => ['Glow Lab', 'Maison Clair'].includes(commission.merchant_display_name))).toBe(true);
  expect(all.find((commission) => commission.order_id === 'refunded')).toMatchObject({
    product_title: 'Dew Serum',
    quantity: 4,
    via: 'click',
    base: usd('19200'),
    rate: 1500,
    amount: usd('2880'),
    reversed: usd('720'),
    net: usd('2160'),
    state: 'pending',
    held_reason: null,
  });
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ava.call<typeof listCommissions>>> = await ava.call(listCommissions, {
      query: { limit: 2, ...(cursor ? { cursor } : {}) },
    });
    paged.push(...page.data.map((commission) => commission.id));
    cursor = page.meta.next_cursor;
  } while (cursor);
  expect(paged).toHaveLength(4);
  expect(paged).toEqual(all.map((commission) => commission.id));
  const maison = (await ava.call(listCommissions, { query: { merchant_account_id: world.people.accounts.avaMaison } }))
    .data;
  expect(maison.map((commission) => [commission.order_id, commission.product_title])).toEqual([
    ['vase', 'Vase Colline'],
  ]);
  expect(
    (await ava.call(listCommissions, { query: { merchant_account_id: world.people.accounts.noorNorthwind } })).data,
  ).toEqual([]);
  expect((await ava.call(listCommissions, { query: { merchant_account_id: 'none' } })).data).toEqual([]);
  expect((await ava.call(listCommissions, { query: { state: 'paid' } })).data).toEqual([]);
  expect((await kim.call(listCommissions)).data.map((commission) => [commission.order_id, commission.via])).toEqual([
    ['by code', 'code'],
  ]);
  expect(
    (
      await ava.call(listCommissions, {
        query: { cursor: Buffer.from('["2026-11-20T12:00:00.000Z","x"]').toString('base64url') },
      })
    ).status,
  ).toBe(422);
});

test.each([
  { name: 'own', hitClass: 'human', email: 'ava@creators.test', reason: 'self_purchase' },
  { name: 'program', hitClass: 'bot', email: 'someone@shopper.test', reason: 'machine_click' },
])(
  'a commission held as $reason matures only after its brand releases it, and can be refunded meanwhile',
  async ({ name, hitClass, email, reason }) => {
    const start = world.clock.now();
    await credited(name, { customer: { email } }, hitClass);
    await refundOne(name);
    expect(await commissionOf(name)).toMatchObject({ state: 'pending', held_reason: reason, reversed: 720n });
    world.clock.advance(31 * 86_400_000);
    await matureCommissions(world.ctx);
    expect(await commissionOf(name)).toMatchObject({ state: 'pending' });
    const staff = await world.signIn('brand@glow.test');
    const { id } = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('commissions').select('id').where('order_id', '=', name).executeTakeFirstOrThrow(),
    );
    const other = await world.signIn('brand@northwind.test');
    expect(
      (await other.call(releaseCommission, { params: { merchant: 'northwind-outfitters', commission_id: id } })).problem
        .code,
    ).toBe('not_found');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        staff.call(releaseCommission, { params: { merchant: 'glow-lab', commission_id: id } }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(
      (await staff.call(releaseCommission, { params: { merchant: 'glow-lab', commission_id: 'x' } })).problem.code,
    ).toBe('not_found');
    await matureCommissions(world.ctx);
    expect(await commissionOf(name)).toMatchObject({ state: 'available', held_reason: null });
    world.clock.set(start);
  },
);
