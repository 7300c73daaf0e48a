import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLink } from '@vitrine/contract/links.ts';
import { createApiKey, createDiscountCode, listApiKeys } from '@vitrine/contract/merchants.ts';
import { createInvitation, readInvitation } from '@vitrine/contract/invitations.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import { importProducts } from '@vitrine/contract/catalogue.ts';
import { addPlacement } from '@vitrine/contract/storefront.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { listAuditEntries, listBrands, listMails, readMail, setBrandStatus } from '@vitrine/contract/operators.ts';
import { readCashOut } from '@vitrine/contract/payouts.ts';
import { me } from '@vitrine/contract/sessions.ts';
import type { BrandStatus } from '@vitrine/contract/values/brand-status.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import { newId } from '../platform/ids.ts';

const reason = 'The shop is being moved to another address';
let world: World;
let operator: Client;
let staff: Client;
let ava: Client;
let orders = 0;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
  staff = await world.signIn('brand@glow.test');
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => become('active'));

const params = () => ({ merchant_id: world.people.merchants.glow });
const set = (status: BrandStatus, of = params()) =>
  operator.call(setBrandStatus, { params: of, body: { status, reason } });
const glow = async () => granted(await operator.call(listBrands)).find(({ slug }) => slug === 'glow-lab');
const stateOf = async () => (await glow())?.pause?.status ?? 'active';
async function become(status: BrandStatus): Promise<void> {
  if ((await stateOf()) !== status) granted(await set(status));
}
const order = async (more: Parameters<typeof orderOf>[2]) => {
  orders += 1;
  return granted(await world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, `pause ${orders}`, more) }));
};

describe('a paused brand', () => {
  test('is decided by the time of each click: before, in and after the pause', async () => {
    const before = await makeHit(world, 'avaGlow');
    world.clock.advance(1_000);
    granted(await set('paused'));
    world.clock.advance(1_000);
    const during = await makeHit(world, 'avaGlow');
    expect((await order({ click_id: before.clickId })).decision?.outcome).toBe('credited');
    expect((await order({ click_id: during.clickId })).decision?.outcome).toBe('brand_paused');
    expect((await order({ discount_codes: ['AVA10'] })).decision?.outcome).toBe('brand_paused');
    world.clock.advance(1_000);
    granted(await set('active'));
    const after = await makeHit(world, 'avaGlow');
    expect((await order({ click_id: during.clickId })).decision).toMatchObject({
      outcome: 'brand_paused',
      commission: null,
      candidates: [{ who: 'ava', verdict: 'brand_paused' }],
    });
    expect((await order({ click_id: after.clickId })).decision?.outcome).toBe('credited');
  });

  test('credits the click from before the pause if the same browser clicked again during it', async () => {
    const before = await makeHit(world, 'avaGlow', { browser: 'one shopper' });
    world.clock.advance(1_000);
    granted(await set('paused'));
    world.clock.advance(60_000);
    await makeHit(world, 'avaGlow', { browser: 'one shopper' });
    world.clock.advance(1_000);
    const named = await makeHit(world, 'avaGlow', { browser: 'one shopper' });
    const { decision } = await order({ click_id: named.clickId });
    expect(decision).toMatchObject({ outcome: 'credited' });
    expect(decision?.candidates.map(({ reference, verdict }) => [reference, verdict])).toEqual([
      [before.clickId, 'credited'],
      [named.clickId, 'brand_paused'],
    ]);
  });

  test('takes refunds, and pays out', async () => {
    const { clickId } = await makeHit(world, 'avaGlow');
    world.clock.advance(1_000);
    const { order_id: orderId } = await order({ click_id: clickId });
    granted(await set('paused'));
    const refund = await world.shop(demoApiKey).call(receiveRefund, {
      params: { order_id: orderId },
      body: { refund_id: 'r', lines: [{ line_id: '1', quantity: 1 }] },
    });
    expect(refund.status).toBe(200);
    const cashOut = granted(
      await ava.call(readCashOut, { params: { merchant_account_id: world.people.accounts.avaGlow } }),
    );
    expect(cashOut.flatMap((row) => row.in_the_way)).not.toContain('brand_paused');
  });

  test.each(['paused', 'closed'] as const)('gets nothing new while it is %s', async (status) => {
    const open = granted(
      await staff.call(createInvitation, {
        params: { merchant: 'glow-lab' },
        body: { by: 'link', reusable: true, expires_in_days: 3, note: '' },
      }),
    );
    granted(await set(status));
    const merchant = { merchant: 'glow-lab' };
    const account = { merchant_account_id: world.people.accounts.avaGlow };
    const code = open.url?.split('#')[1] ?? '';
    const { id: productId } = world.stock.placements['ava.serum'].product;
    const answers = await Promise.all([
      ava.call(createLink, { params: account, body: { destination: 'https://shop.glowlab.example/' } }),
      ava.call(addPlacement, { params: account, body: { product_id: productId } }),
      staff.call(createInvitation, {
        params: merchant,
        body: { by: 'link', reusable: true, expires_in_days: 3, note: '' },
      }),
      staff.call(createDiscountCode, { params: merchant, body: { code: `NEW${status}`, creator: 'ava' } }),
      world.anonymous.call(readInvitation, { params: { code } }),
    ]);
    expect(answers.map(({ status: http, problem }) => [http, problem.code])).toEqual(
      answers.map(() => [409, `brand_${status}`]),
    );
    granted(await set('active'));
    granted(await world.anonymous.call(readInvitation, { params: { code } }));
  });

  test('can prepare its return; a closed one cannot', async () => {
    const merchant = { merchant: 'glow-lab' };
    const prepare = () =>
      Promise.all([
        staff.call(createApiKey, { params: merchant, body: { name: 'New', scopes: ['orders:write'] } }),
        staff.call(importProducts, { params: merchant, body: { source: 'csv', csv: 'sku,title,url,price\n' } }),
        staff.call(publishTerms, { params: merchant, body: { rules: [{ kind: 'percentage', rate: 1500 }] } }),
      ]);
    granted(await set('paused'));
    expect((await prepare()).map(({ problem }) => problem?.code)).not.toContain('brand_closed');
    granted(await set('closed'));
    expect((await prepare()).map(({ problem }) => problem.code)).toEqual(Array(3).fill('brand_closed'));
    expect((await staff.call(listApiKeys, { params: merchant })).status).toBe(200);
  });

  test('shows shoppers that it is paused, and no products', async () => {
    const open = async (url: string) => (await world.app.inject({ url })).body;
    granted(await set('paused'));
    const page = await open('/@ava/glow-lab');
    expect(page).toContain('Glow Lab is paused');
    expect(page).not.toContain('/s/');
    expect(page).not.toContain(reason);
    expect(await open('/@ava')).not.toContain('Dew Serum');
    granted(await set('closed'));
    expect(await open('/@ava/glow-lab')).toContain('Glow Lab is closed here');
    granted(await set('active'));
    expect(await open('/@ava/glow-lab')).toContain('Dew Serum');
  });

  test.each(['paused', 'closed'] as const)(
    'a page of a creator whose only brand is %s names no reason',
    async (status) => {
      const northwind = { merchant_id: world.people.merchants.northwind };
      granted(await set(status, northwind));
      const { statusCode, body } = await world.app.inject({ url: '/@noor' });
      granted(await set('active', northwind));
      expect(statusCode).toBe(404);
      expect(body).toContain('This storefront isn’t available right now');
      expect(body).not.toMatch(/Northwind|paused|closed|hasn’t added/);
    },
  );
});

describe('a change of status', () => {
  test('is audited, emailed to the owners, and shown to staff and creators with its reason', async () => {
    world.clock.advance(1_000);
    granted(await set('paused'));
    const since = world.clock.now().toISOString();
    const audited = granted(await operator.call(listAuditEntries, { query: { action: 'brand.paused', limit: 1 } }));
    expect(audited).toMatchObject([
      { merchant: { slug: 'glow-lab' }, details: { before: 'active', after: 'paused', reason } },
    ]);
    const [mail] = granted(await operator.call(listMails, { query: { kind: 'brand_paused', limit: 1 } }));
    expect(mail).toMatchObject({ recipient: 'brand@glow.test', subject: 'Glow Lab was paused' });
    expect(granted(await operator.call(readMail, { params: { mail_id: mail?.id ?? '' } })).text).toContain(reason);
    const pause = { status: 'paused', since, reason };
    expect(granted(await staff.call(me)).staff_of).toMatchObject([{ slug: 'glow-lab', pause }]);
    const { merchant_accounts: accounts } = granted(await ava.call(me));
    expect(accounts.map((account) => [account.slug, account.pause])).toEqual([
      ['glow-lab', pause],
      ['maison-clair', null],
    ]);
  });

  test('of a closed brand shows what its creators are still owed', async () => {
    const { clickId } = await makeHit(world, 'avaGlow');
    world.clock.advance(1_000);
    await order({ click_id: clickId });
    granted(await set('closed'));
    const owed = (await glow())?.owed;
    expect(owed).toMatchObject([{ currency: 'USD' }]);
    expect(Number(owed?.[0]?.amount)).toBeGreaterThan(0);
    expect(granted(await staff.call(me)).staff_of[0]?.pause?.owed).toEqual(owed);
  });

  test('made by a hundred requests at once happens once, and the others are told', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => set('paused')));
    const told = answers.filter(({ status }) => status !== 200).map(({ status, problem }) => [status, problem.message]);
    expect(told).toEqual(Array.from({ length: 99 }, () => [409, 'Glow Lab is already paused']));
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('merchant_pauses')
        .select('kind')
        .where('merchant_id', '=', world.people.merchants.glow)
        .where('ended_at', 'is', null)
        .execute(),
    );
    expect(rows).toEqual([{ kind: 'paused' }]);
  });

  test.each(['x', '../glow', ''.padEnd(36, '0')])('of the brand %s is not found', async (id) => {
    expect((await set('paused', { merchant_id: id })).status).toBe(404);
  });

  test('of a brand that does not exist is not found', async () => {
    expect((await set('paused', { merchant_id: newId(world.clock.now()) })).status).toBe(404);
  });

  test('is refused to staff, creators and shops', async () => {
    const call = { params: params(), body: { status: 'paused' as const, reason } };
    const answers = await Promise.all(
      [staff, ava, world.shop(demoApiKey)].map((who) => who.call(setBrandStatus, call)),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await stateOf()).toBe('active');
  });
});
