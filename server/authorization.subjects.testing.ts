import { publishAnnouncement } from '@vitrine/contract/announcements.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { createCollection } from '@vitrine/contract/storefront.ts';
import { openTicket } from '@vitrine/contract/support.ts';
import { brandRole } from '@vitrine/contract/values/brand-roles.ts';
import { addApiKey, addDiscountCode } from './src/merchants/merchants.service.ts';
import { addConnection } from './src/shops/connections.service.ts';
import type { Client } from './world/client.ts';
import { granted } from './world/shelves.ts';
import type { World } from './world/world.ts';

// What the calls of the access matrix refer to.

async function order(world: World, shop: Client, orderId: string, code: string): Promise<void> {
  granted(
    await shop.call(receiveOrder, {
      body: {
        order_id: orderId,
        currency: 'USD',
        placed_at: world.clock.now().toISOString(),
        discount_codes: [code],
        lines: [
          {
            line_id: '1',
            sku: 'serum',
            title: 'Something',
            quantity: 2,
            unit_price: { amount: '4800', currency: 'USD' },
          },
          {
            line_id: '2',
            sku: 'serum',
            title: 'Something to decline',
            quantity: 1,
            unit_price: { amount: '4800', currency: 'USD' },
          },
        ],
      },
    }),
  );
}

async function announce(world: World, staff: string, merchant: string): Promise<void> {
  const body = { title: 'News', body: 'Something new' };
  granted(await (await world.signIn(staff)).call(publishAnnouncement, { params: { merchant }, body }));
}

/** Holds all commissions, so that they can be released; how a hold starts is tested with orders. */
async function holdEverything(world: World): Promise<void> {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('commissions')
      .set({ held_reason: 'self_purchase', hold_expires_at: new Date('2027-01-01T00:00:00.000Z') })
      .execute(),
  );
}

/** Adds one of everything that calls refer to, for two brands and their creators. */
export async function addSubjects(world: World, glowShop: Client, northwindShop: Client): Promise<void> {
  const { merchants, accounts } = world.people;
  for (const merchantId of [merchants.glow, merchants.northwind]) {
    await addApiKey(world.ctx, merchantId, { name: 'Spare', scopes: ['orders:read'] });
    const isGlow = merchantId === merchants.glow;
    const spare = { code: isGlow ? 'SPAREGLOW' : 'SPARENORTH', creator: isGlow ? 'ava' : 'noor' };
    await addDiscountCode(world.ctx, merchantId, spare);
    await addConnection(world.ctx, merchantId, 'shopify', `vts_${merchantId}`);
  }
  granted(
    await (await world.signIn('ava@creators.test')).call(openTicket, {
      body: { kind: 'help', subject: 'A question', body: 'How do I add a product?' },
    }),
  );
  await announce(world, 'brand@glow.test', 'glow-lab');
  await announce(world, 'brand@northwind.test', 'northwind-outfitters');
  await order(world, glowShop, 'G-1', 'AVA10');
  for (const role of brandRole.options) await order(world, glowShop, `G-${role}`, 'AVA10');
  await order(world, northwindShop, 'N-1', 'NOOR15');
  for (const change of ['change', 'cancel']) {
    await order(world, glowShop, `${change}-${merchants.glow}`, 'AVA10');
    await order(world, northwindShop, `${change}-${merchants.northwind}`, 'NOOR15');
  }
  await holdEverything(world);
  for (const [email, accountId] of [
    ['ava@creators.test', accounts.avaGlow],
    ['noor@creators.test', accounts.noorNorthwind],
  ] as const) {
    const params = { merchant_account_id: accountId };
    granted(await (await world.signIn(email)).call(createCollection, { params, body: { title: 'Kept' } }));
  }
}
