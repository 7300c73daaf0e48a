import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectShop, disconnectShop } from '@vitrine/contract/connections.ts';

import { createApiKey, readBrandOverview } from '@vitrine/contract/merchants.ts';
import { listShopOrders } from '@vitrine/contract/orders.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { waitingApplication } from '../applications/authorization.testing.ts';
import { casesOf } from '../claims/authorization.testing.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { earn, type TestEarner } from '../ledger/ledger.testing.ts';
import { givePayout } from '../payouts/authorization.testing.ts';
import { newId } from '../platform/ids.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { addStaff, createMerchant } from './merchants.service.ts';

const now = new Date('2026-11-20T12:00:00Z');
const day = 86_400_000;
let world: World;
let merchantId: string;
let ava: TestEarner;
let brands = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(now);
  brands += 1;
  const brand = { displayName: `Brand ${brands}`, currency: 'USD', shopUrl: 'https://shop.example' };
  merchantId = await createMerchant(world.ctx, brand);
  await addStaff(world.ctx, merchantId, world.people.users.glowStaff, 'owner');
  ava = await earnerOf(world.people.users.ava);
  await setTimeZone('UTC');
});

async function earnerOf(creatorId: string): Promise<TestEarner> {
  const merchantAccountId = await openMerchantAccount(world.ctx, merchantId, creatorId);
  return { merchantId, merchantAccountId, creatorId, currency: 'USD' };
}

const setTimeZone = (timeZone: string) =>
  world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('merchants').set({ time_zone: timeZone }).where('id', '=', merchantId).execute(),
  );

async function earnAt(at: string, amount: bigint, of = ava, held?: string): Promise<void> {
  world.clock.set(new Date(at));
  const maturesAt = new Date('2027-06-01T00:00:00Z');
  await earn(world.ctx, of, { amount, maturesAt, ...(held !== undefined && { held }) });
  world.clock.set(now);
}

async function overview() {
  const staff = await world.signIn('brand@glow.test');
  return granted(await staff.call(readBrandOverview, { params: { merchant: merchantId } }));
}

describe("a brand's overview", () => {
  test('of a new brand is all zeros, with 30 days', async () => {
    const { sales_by_day: days, ...rest } = await overview();
    expect(days).toHaveLength(30);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-22', '2026-11-20']);
    expect(rest).toMatchObject({
      held: { count: 0, amount: { amount: '0', currency: 'USD' } },
      cash_outs: { count: 0 },
      unread: { messages: 0, threads: 0 },
      open_objections: { count: 0, due_at: null },
      open_claims: 0,
      waiting_applications: 0,
      foreign_currency_orders: 0,
      expiring_invitations: [],
      orders: { now: 0, before: 0 },
      creators: 1,
      products: 0,
      has_terms: false,
      has_shop: false,
      has_orders: false,
    });
  });

  test('counts what creators asked for: open objections with the first deadline, sent claims, waiting applications', async () => {
    await casesOf(world, merchantId, ava.merchantAccountId);
    await waitingApplication(world, merchantId);
    world.clock.advance(3_600_000);
    await casesOf(world, merchantId, ava.merchantAccountId);
    expect(await overview()).toMatchObject({
      open_objections: { count: 4, due_at: new Date(now.getTime() + day).toISOString() },
      open_claims: 4,
      waiting_applications: 1,
    });
  });

  test('says which first steps are done: terms published, and a shop connected or a key used', async () => {
    const staff = await world.signIn('brand@glow.test');
    const params = { merchant: merchantId };
    const done = async () => {
      const { has_terms, has_shop } = await overview();
      return { has_terms, has_shop };
    };
    granted(await staff.call(publishTerms, { params, body: { rules: [{ kind: 'percentage', rate: 1500 }] } }));
    expect(await done()).toEqual({ has_terms: true, has_shop: false });
    const shop = { ...params, kind: 'shopify' };
    granted(await staff.call(connectShop, { params: shop, body: { secret: 'a-secret-of-a-shop' } }));
    expect(await done()).toEqual({ has_terms: true, has_shop: true });
    granted(await staff.call(disconnectShop, { params: shop }));
    expect(await done()).toEqual({ has_terms: true, has_shop: false });
    const { key } = granted(
      await staff.call(createApiKey, { params, body: { name: 'Till', scopes: ['orders:read'] } }),
    );
    expect(await done()).toEqual({ has_terms: true, has_shop: false });
    granted(await world.shop(key).call(listShopOrders, {}));
    expect(await done()).toEqual({ has_terms: true, has_shop: true });
  });

  test.each([
    { timeZone: 'UTC', first: '2026-10-22T00:00:00.000Z', earlier: '2026-09-22T00:00:00.000Z' },
    // New York was four hours behind UTC on these days, and is five hours behind now.
    { timeZone: 'America/New_York', first: '2026-10-22T04:00:00.000Z', earlier: '2026-09-22T04:00:00.000Z' },
    { timeZone: 'Asia/Kathmandu', first: '2026-10-21T18:15:00.000Z', earlier: '2026-09-21T18:15:00.000Z' },
  ])('counts 30 days and the 30 before from midnight in $timeZone', async ({ timeZone, first, earlier }) => {
    const before = (at: string) => new Date(Date.parse(at) - 1).toISOString();
    await setTimeZone(timeZone);
    await earnAt(first, 1n);
    await earnAt(before(first), 20n);
    await earnAt(earlier, 300n);
    await earnAt(before(earlier), 4_000n);
    const { commissions, orders } = await overview();
    expect([commissions.now.amount, commissions.before.amount]).toEqual(['1', '320']);
    expect(orders).toEqual({ now: 1, before: 2 });
  });

  test("counts holds and payout requests of all currencies, and adds up the brand's own", async () => {
    await earnAt('2026-11-19T00:00:00Z', 500n, ava, 'self_purchase');
    await earnAt('2026-11-19T00:00:00Z', 70n, { ...ava, currency: 'EUR' }, 'self_purchase');
    await earnAt('2026-11-19T00:00:00Z', 9n);
    await givePayout(world, merchantId, ava.merchantAccountId, 'requested');
    await givePayout(world, merchantId, ava.merchantAccountId, 'approved');
    const { held, cash_outs: payouts, commissions } = await overview();
    expect(held).toEqual({ count: 2, amount: { amount: '500', currency: 'USD' } });
    expect(payouts).toEqual({ count: 1, amount: { amount: '5000', currency: 'USD' } });
    expect(commissions.now.amount).toBe('509');
  });

  test.each([
    { title: 'in less than three days', expiresIn: 3 * day - 1, shown: true },
    { title: 'in three days', expiresIn: 3 * day, shown: false },
    { title: 'just now', expiresIn: 0, shown: false },
    { title: 'in a millisecond', expiresIn: 1, shown: true },
    { title: 'soon, but is revoked', expiresIn: day, shown: false, revoked: true },
  ])('lists an invitation that expires $title: $shown', async ({ expiresIn, shown, revoked }) => {
    const id = newId(now);
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .insertInto('invitations')
        .values({
          merchant_id: merchantId,
          id,
          code_hash: Buffer.from(id),
          hint: '…code',
          email: 'new@creators.test',
          created_at: now,
          expires_at: new Date(now.getTime() + expiresIn),
          revoked_at: revoked ? now : null,
        })
        .execute(),
    );
    const found = (await overview()).expiring_invitations;
    expect(found.map((row) => [row.id, row.to])).toEqual(shown ? [[id, 'new@creators.test']] : []);
  });

  test('shows the five best creators, and leaves out former ones', async () => {
    const earners = [];
    for (let made = 0; made < 6; made += 1) {
      const handle = `top${brands}${made}`;
      const user = {
        email: `${handle}@creators.test`,
        password: 'vitrine-demo',
        handle,
        displayName: `Creator ${made}`,
      };
      earners.push(await earnerOf(await createUser(world.ctx, { ...user, role: 'creator' })));
    }
    for (const [index, earner] of earners.entries()) await earnAt('2026-11-19T00:00:00Z', BigInt(index + 1), earner);
    const last = earners[5]?.merchantAccountId ?? '';
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('merchant_accounts').set({ status: 'ended' }).where('id', '=', last).execute(),
    );
    const { creators, top_creators: top } = await overview();
    expect(creators).toBe(6);
    expect(top.map((row) => [row.display_name, row.commission.amount])).toEqual([
      ['Creator 4', '5'],
      ['Creator 3', '4'],
      ['Creator 2', '3'],
      ['Creator 1', '2'],
      ['Creator 0', '1'],
    ]);
  });
});
