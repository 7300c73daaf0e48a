import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAppearance } from '@vitrine/contract/appearance.ts';
import { readOverview } from '@vitrine/contract/overview.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { countClicks } from '../figures/figures.testing.ts';
import { type TestEarner, earn } from '../ledger/ledger.testing.ts';
import { newId } from '../platform/ids.ts';

const hourMs = 3_600_000;

let world: World;
let ava: Client;
let glow: TestEarner;
let maison: TestEarner;

beforeAll(async () => {
  world = await openWorld({ at: new Date('2026-11-20T12:00:00Z') });
  const { merchants, accounts, users } = world.people;
  glow = { merchantId: merchants.glow, merchantAccountId: accounts.avaGlow, creatorId: users.ava, currency: 'USD' };
  maison = {
    merchantId: merchants.maison,
    merchantAccountId: accounts.avaMaison,
    creatorId: users.ava,
    currency: 'EUR',
  };
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

function owned(of: TestEarner) {
  return { merchant_id: of.merchantId, merchant_account_id: of.merchantAccountId, creator_id: of.creatorId };
}

async function clicked(of: TestEarner, at: string, clicks: number): Promise<void> {
  await world.ctx.database.as({ role: 'redirect' }, (tx) =>
    countClicks(tx, owned(of), newId(world.clock.now()), [{ at, clicks }]),
  );
}

async function earned(of: TestEarner, at: string, amount: bigint): Promise<void> {
  const now = world.clock.now();
  world.clock.set(new Date(at));
  await earn(world.ctx, of, { amount, maturesAt: new Date(world.clock.now().getTime() + 30 * 24 * hourMs) });
  world.clock.set(now);
}

/** A placement whose link was clicked this often. */
async function placed(
  of: TestEarner,
  title: string,
  clicks: bigint,
  more: { removed_at?: Date } = {},
): Promise<string> {
  const now = world.clock.now();
  const ids = { link: newId(now), product: newId(now) };
  await world.ctx.database.as({ role: 'system', merchantId: of.merchantId }, async (tx) => {
    await tx
      .insertInto('products')
      .values({
        merchant_id: of.merchantId,
        id: ids.product,
        sku: title,
        title: `${title} of the catalogue`,
        url: 'https://shop.example/p',
        image: '/media/p.webp',
        price: 100n,
        currency: of.currency,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await tx
      .insertInto('links')
      .values({
        ...owned(of),
        id: ids.link,
        code: `code-${title.toLowerCase()}`,
        destination: 'https://shop.example/p',
        created_at: now,
      })
      .execute();
    await tx
      .insertInto('placements')
      .values({
        ...owned(of),
        id: newId(now),
        product_id: ids.product,
        link_id: ids.link,
        position: 1,
        title,
        created_at: now,
        ...more,
      })
      .execute();
    await tx
      .insertInto('link_totals')
      .values({ ...owned(of), link_id: ids.link, hits: clicks, clicks })
      .execute();
  });
  return ids.link;
}

describe('the overview', () => {
  test('is empty and complete before there is any data', async () => {
    const { status, data } = await (await world.signIn('noor@creators.test')).call(readOverview, {
      query: { days: 3 },
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      days: 3,
      time_zone: 'Europe/Paris',
      clicks: { now: 0, before: 0 },
      orders: { now: 0, before: 0 },
      recent: [],
    });
    expect(data.clicks_by_day.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    expect(data.money).toEqual([
      expect.objectContaining({ currency: 'USD', earned: { amount: '0', currency: 'USD' }, next_maturing: null }),
    ]);
  });

  test("counts clicks by the creator's days, and those of as many days before", async () => {
    // New York is five hours behind: its 19 November ends at 05:00Z on the 20th.
    await clicked(glow, '2026-11-20T04:45:00Z', 3);
    await clicked(glow, '2026-11-20T05:00:00Z', 5);
    await clicked(maison, '2026-11-20T05:00:00Z', 7);
    await clicked(glow, '2026-11-19T04:45:00Z', 11);
    await clicked(glow, '2026-11-17T05:00:00Z', 13);
    await clicked(glow, '2026-11-17T04:45:00Z', 17);
    const both = (await ava.call(readOverview, { query: { days: 2 } })).data;
    expect(both.clicks_by_day).toEqual([
      { day: '2026-11-19', clicks: 3 },
      { day: '2026-11-20', clicks: 12 },
    ]);
    expect(both.clicks).toEqual({ now: 15, before: 24 });
    const one = (await ava.call(readOverview, { query: { days: 2, merchant_account_id: maison.merchantAccountId } }))
      .data;
    expect(one.clicks).toEqual({ now: 7, before: 0 });
    expect(
      (await ava.call(readOverview, { query: { days: 2, merchant_account_id: 'maison-clair' } })).data.clicks,
    ).toEqual({ now: 7, before: 0 });
  });

  test('keeps currencies apart, and shows earned, pending and next payout', async () => {
    await earned(glow, '2026-11-20T06:00:00Z', 1_000n);
    await earned(glow, '2026-11-19T06:00:00Z', 500n);
    await earned(maison, '2026-11-20T06:00:00Z', 40n);
    await earned(glow, '2026-11-18T04:00:00Z', 70n);
    const { money, orders, recent } = (await ava.call(readOverview, { query: { days: 2 } })).data;
    expect(orders).toEqual({ now: 3, before: 1 });
    expect(money.map(({ currency }) => currency).sort()).toEqual(['EUR', 'USD']);
    expect(money.find(({ currency }) => currency === 'USD')).toEqual({
      currency: 'USD',
      earned: { amount: '1500', currency: 'USD' },
      earned_before: { amount: '70', currency: 'USD' },
      earned_by_day: [
        { day: '2026-11-19', amount: { amount: '500', currency: 'USD' } },
        { day: '2026-11-20', amount: { amount: '1000', currency: 'USD' } },
      ],
      sales: { amount: '15000', currency: 'USD' },
      approved: { count: 0, amount: { amount: '0', currency: 'USD' } },
      waiting: { count: 2, amount: { amount: '1500', currency: 'USD' } },
      declined: { count: 0, amount: { amount: '0', currency: 'USD' } },
      current: { amount: '0', currency: 'USD' },
      pending: { amount: '1570', currency: 'USD' },
      processing: { amount: '0', currency: 'USD' },
      reversed: { amount: '0', currency: 'USD' },
      next_maturing: { at: '2026-12-18T04:00:00.000Z', amount: { amount: '70', currency: 'USD' } },
    });
    expect(recent.map(({ amount }) => amount.amount)).toEqual(expect.arrayContaining(['1000', '40', '500', '70']));
    expect(recent.at(-1)).toMatchObject({
      amount: { amount: '70' },
      net: { amount: '70' },
      product_title: 'A',
      quantity: 1,
      via: 'click',
      state: 'pending',
      merchant_display_name: 'Glow Lab',
    });
  });

  test('shows what is approved, pending and reversed by refunds (S27)', async () => {
    await world.ctx.database.as({ role: 'system' }, async (tx) => {
      const rows = await tx
        .selectFrom('commissions')
        .select(['id', 'amount'])
        .where('merchant_account_id', '=', glow.merchantAccountId)
        .execute();
      const idOf = (amount: bigint) => rows.find((row) => row.amount === amount)?.id ?? '';
      await tx.updateTable('commissions').set({ state: 'paid' }).where('id', '=', idOf(1_000n)).execute();
      await tx.updateTable('commissions').set({ reversed: 200n }).where('id', '=', idOf(500n)).execute();
    });
    const { money } = (await ava.call(readOverview, { query: { days: 2 } })).data;
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    expect(money.find(({ currency }) => currency === 'USD')).toMatchObject({
      earned: usd('1300'),
      approved: { count: 1, amount: usd('1000') },
      waiting: { count: 1, amount: usd('300') },
      declined: { count: 1, amount: usd('200') },
      reversed: usd('200'),
    });
  });

  test("lists the creator's to-dos until they are done (S27)", async () => {
    const kinds = async () =>
      (await ava.call(readOverview)).data.needs.map(
        (need) => `${need.kind} ${'slug' in need ? need.slug : ''} ${need.count}`,
      );
    const before = await kinds();
    expect(before).toContain('undescribed_storefront glow-lab 1');
    await ava.call(changeAppearance, {
      params: { merchant_account_id: glow.merchantAccountId },
      body: { title: 'My shelf', bio: '', banner: null, accent: null, layout: 'grid', scheme: 'auto' },
    });
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .updateTable('commissions')
        .set({ held_reason: 'self_purchase', hold_expires_at: new Date('2027-01-01T00:00:00.000Z') })
        .where('merchant_account_id', '=', glow.merchantAccountId)
        .where('state', '=', 'pending')
        .execute(),
    );
    const after = await kinds();
    expect(after).not.toContain('undescribed_storefront glow-lab 1');
    expect(after).toContain('held_commissions glow-lab 2');
    const noor = (await (await world.signIn('noor@creators.test')).call(readOverview)).data.needs;
    expect(noor.filter((need) => 'slug' in need && need.slug !== 'northwind-outfitters')).toEqual([]);
  });

  test('ranks placements by clicks, without removed ones, and says which are taken down', async () => {
    const serum = await placed(glow, 'Serum', 900_000n);
    const mask = await placed(maison, 'Mask', 950_000n);
    await placed(glow, 'Gone', 990_000n, { removed_at: world.clock.now() });
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('links').set({ taken_down: 'scam' }).where('id', '=', serum).execute(),
    );
    const { top_placements: top } = (await ava.call(readOverview)).data;
    expect(top.slice(0, 2)).toEqual([
      {
        link_id: mask,
        title: 'Mask',
        image: `${world.ctx.config.publicUrl}/media/p.webp`,
        merchant_account_id: maison.merchantAccountId,
        merchant_display_name: 'Maison Clair',
        short_url: `${world.ctx.config.publicUrl}/s/code-mask`,
        taken_down: false,
        clicks: 950_000,
      },
      expect.objectContaining({ link_id: serum, title: 'Serum', clicks: 900_000, taken_down: true }),
    ]);
  });

  test("is each creator's own, and another's storefront is not found", async () => {
    const noor = await world.signIn('noor@creators.test');
    const foreign = await noor.call(readOverview, { query: { merchant_account_id: glow.merchantAccountId } });
    const missing = await noor.call(readOverview, { query: { merchant_account_id: newId(world.clock.now()) } });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect({ ...foreign.problem, request_id: '' }).toEqual({ ...missing.problem, request_id: '' });
    expect((await noor.call(readOverview)).data).toMatchObject({ clicks: { now: 0 }, recent: [] });
    expect((await world.anonymous.call(readOverview)).status).toBe(401);
    expect((await (await world.signIn('brand@glow.test')).call(readOverview)).status).toBe(403);
  });

  test.for([0, 366, 1.5])('refuses %d days', async (days) => {
    expect((await ava.call(readOverview, { query: { days } })).status).toBe(422);
  });
});
