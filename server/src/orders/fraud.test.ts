import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { readOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { addDiscountCode } from '../merchants/merchants.service.ts';
import { reviewFraud } from './fraud.review.ts';
import { makeHit, orderOf, readBooks } from './orders.testing.ts';

// Each pattern and its lookalikes once through the API and the database; fraud.corpus.test.ts has hundreds of them.

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let world: World;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  // The clicks are hours old and need terms from before.
  world.clock.advance(2 * dayMs);
});
afterAll(() => world[Symbol.asyncDispose]());

type Creator = { handle: string; email: string; code: string; merchantAccountId: string; userId: string };

async function creator(handle: string, email = `${handle}@creators.test`): Promise<Creator> {
  const glow = world.people.merchants.glow;
  const userId = await createUser(world.ctx, {
    email,
    password: 'vitrine-demo',
    role: 'creator',
    handle,
    displayName: handle,
  });
  await openMerchantAccount(world.ctx, glow, userId);
  const code = handle.toUpperCase();
  await addDiscountCode(world.ctx, glow, { code, creator: handle });
  const { id } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_accounts')
      .select('id')
      .where('merchant_id', '=', glow)
      .where('creator_id', '=', userId)
      .executeTakeFirstOrThrow(),
  );
  return { handle, email, code, merchantAccountId: id, userId };
}

const ago = (ms: number) => new Date(world.clock.now().getTime() - ms);

type Sent = { click?: string; code?: string; email?: string; placedAt?: Date };

async function send(orderId: string, { click, code, email, placedAt }: Sent): Promise<string | undefined> {
  const answer = await shop.call(receiveOrder, {
    body: orderOf(world, orderId, {
      ...(click && { click_id: click }),
      ...(code && { discount_codes: [code] }),
      ...(email && { customer: { email } }),
      ...(placedAt && { placed_at: placedAt.toISOString() }),
    }),
  });
  expect(answer.status).toBe(200);
  return answer.data.decision?.outcome;
}

async function refund(orderId: string): Promise<void> {
  await shop.call(receiveRefund, {
    params: { order_id: orderId },
    body: { refund_id: `refund of ${orderId}`, lines: [{ line_id: '1', quantity: 1 }] },
  });
}

/** The hold reasons of orders whose ids begin like this. */
async function reasons(prefix: string): Promise<(string | null)[]> {
  const { commissions } = await readBooks(world);
  return commissions.filter((row) => row.order_id.startsWith(prefix)).map((row) => row.held_reason);
}

async function click(of: Creator, hit: Parameters<typeof makeHit>[2] = {}): Promise<string> {
  return (await makeHit(world, of, { at: ago(20 * 60_000), ...hit })).clickId;
}

test('thirty orders of thirty shoppers through one click are all held, none is lost, and the brand reads why', async () => {
  const reuser = await creator('reuser');
  const clickId = await click(reuser);
  for (let second = 0; second < 6; second += 1)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        send(`reuse ${second * 5 + index}`, {
          click: clickId,
          email: `shopper${second * 5 + index}@shopper.test`,
          placedAt: ago((second % 3) * secondMs),
        }),
      ),
    );
  const before = await readBooks(world);
  await Promise.all([reviewFraud(world.ctx), reviewFraud(world.ctx)]);
  expect(await reasons('reuse ')).toEqual(Array.from({ length: 30 }, () => 'click_reuse'));
  const after = await readBooks(world);
  expect(after.balances).toEqual(before.balances);
  expect(await reviewFraud(world.ctx)).toBe(0);
  const staff = await world.signIn('brand@glow.test');
  const sheet = (await staff.call(readOrder, { params: { merchant: 'glow-lab', order_id: 'reuse 7' } })).data;
  expect(sheet.commissions[0]?.hold_expires_at).toBe(new Date(world.clock.now().getTime() + 30 * dayMs).toISOString());
  expect(sheet.flags[0]).toMatchObject({ rule: 'click_reuse' });
  const explanation = (await (await world.signIn(reuser.email)).call(explainOrder, { params: { order_id: 'reuse 7' } }))
    .data;
  expect(explanation.lines[0]?.hold?.state).toBe('waiting');
  expect(JSON.stringify(explanation)).not.toContain('click_reuse');
});

test('a repeat customer, and friends who share a product link, are credited', async () => {
  const regular = await creator('regular');
  const clickId = await click(regular, { at: ago(6 * hourMs) });
  for (const index of [1, 2, 3, 4]) {
    const email = index < 3 ? 'regular@shopper.test' : `friend${index}@shopper.test`;
    expect(await send(`again ${index}`, { click: clickId, email, placedAt: ago((5 - index) * hourMs) })).toBe(
      'credited',
    );
  }
  await reviewFraud(world.ctx);
  expect(await reasons('again ')).toEqual([null, null, null, null]);
});

test('a flood of clicks is held, and a shopper who reloads is not', async () => {
  const [flooder, reloaded] = [await creator('flooder'), await creator('reloaded')];
  for (let index = 0; index < 35; index += 1) await click(flooder, { visitor: 'flood', class: 'duplicate' });
  for (let index = 0; index < 6; index += 1) await click(reloaded, { visitor: 'reload', class: 'duplicate' });
  expect(await send('flood', { click: await click(flooder, { visitor: 'flood' }) })).toBe('held_for_review');
  expect(await send('reload', { click: await click(reloaded, { visitor: 'reload' }) })).toBe('credited');
  expect(await reasons('flood')).toEqual(['click_flood']);
});

test('a click from inside a hidden frame is held', async () => {
  const stuffer = await creator('stuffer');
  expect(await send('frame', { click: await click(stuffer, { purpose: 'embedded iframe' }) })).toBe('held_for_review');
  expect(await reasons('frame')).toEqual(['hidden_frame']);
});

test('all orders of a browser that orders for many are held, and those of a family or an office are not', async () => {
  const [farmer, family, office] = [await creator('farmer'), await creator('family'), await creator('office')];
  for (let index = 0; index < 5; index += 1) {
    await send(`farm ${index}`, { click: await click(farmer, { browser: 'farm' }), email: `f${index}@shopper.test` });
    const placedAt = ago(index * 4 * 60_000);
    const colleague = await click(office, { visitor: 'office', at: ago(hourMs + index * index * 70_000) });
    await send(`office ${index}`, { click: colleague, email: `o${index}@shopper.test`, placedAt });
    if (index < 3)
      await send(`family ${index}`, {
        click: await click(family, { browser: 'tablet' }),
        email: `m${index}@home.test`,
      });
  }
  await reviewFraud(world.ctx);
  expect(new Set(await reasons('farm '))).toEqual(new Set(['bot_farm']));
  expect(new Set([...(await reasons('office ')), ...(await reasons('family '))])).toEqual(new Set([null]));
});

test('one visitor who pays seconds after each of many clicks is a bot, and as many visitors are not', async () => {
  const [farmed, popular] = [await creator('hasty'), await creator('rushed')];
  const buy = async (who: Creator, index: number, visitor: string) => {
    // Unlike each other, so that the delays alone say nothing.
    const placedAt = ago(40 * 60_000 - index * 4 * 60_000);
    const at = new Date(placedAt.getTime() - (index % 2 === 0 ? 2 : 9) * secondMs - index * 1_000);
    const hit = await click(who, { visitor, at, browser: `${visitor} ${index}` });
    return send(`${who.handle} ${index}`, { click: hit, email: `${who.handle}${index}@mail.test`, placedAt });
  };
  const outcomes = { farmed: [] as unknown[], popular: [] as unknown[] };
  for (let index = 0; index < 6; index += 1) {
    outcomes.farmed.push(await buy(farmed, index, 'bot'));
    outcomes.popular.push(await buy(popular, index, `shopper ${index}`));
  }
  expect(outcomes.farmed.slice(4)).toEqual(['held_for_review', 'held_for_review']);
  expect(new Set(outcomes.popular)).toEqual(new Set(['credited']));
});

test('a leaked code is held, and a code that was just published is not', async () => {
  const leaked = await creator('leaked');
  world.clock.advance(10 * dayMs);
  const given = await creator('given');
  for (let index = 0; index < 12; index += 1)
    for (const [name, of] of [
      ['leak', leaked],
      ['gift', given],
    ] as const)
      await send(`${name} ${index}`, {
        code: of.code,
        email: `${name}${index}@shopper.test`,
        placedAt: ago((12 - index) * hourMs),
      });
  await reviewFraud(world.ctx);
  expect(new Set(await reasons('leak '))).toEqual(new Set(['code_leak']));
  expect(new Set(await reasons('gift '))).toEqual(new Set([null]));
});

test("a code on other creators' orders, and clicks seconds before the order, are held together but not alone", async () => {
  const [hijacker, injector, searched, victim] = [
    await creator('hijacker'),
    await creator('injector'),
    await creator('searched'),
    await creator('victim'),
  ];
  const late = async (of: Creator, name: string) => {
    await click(victim, { browser: name, at: ago(2 * hourMs) });
    const clickId = await click(of, { browser: name, at: ago(10 * secondMs) });
    await send(name, { click: clickId, email: `${name.replaceAll(' ', '')}@shopper.test` });
  };
  for (let index = 0; index < 6; index += 1)
    await send(`hijack ${index}`, { click: await click(victim), code: hijacker.code, email: `h${index}@shopper.test` });
  for (let index = 0; index < 4; index += 1) await late(injector, `inject ${index}`);
  await late(searched, 'searched');
  expect(await send('found', { click: await click(victim), code: searched.code })).toBe('credited');
  await reviewFraud(world.ctx);
  expect(new Set(await reasons('hijack '))).toEqual(new Set(['code_hijack']));
  expect(new Set(await reasons('inject '))).toEqual(new Set(['last_second_click']));
  expect(await reasons('searched')).toEqual([null]);
});

test('a shopper who returns everything again and again is held, and one who tries sizes is not', async () => {
  const cycled = await creator('cycled');
  for (const [name, returned] of [
    ['cycle', 4],
    ['sizes', 2],
  ] as const)
    for (let index = 0; index < 5; index += 1) {
      await send(`${name} ${index}`, {
        click: await click(cycled, { at: ago(10 * hourMs) }),
        email: `${name}@shopper.test`,
        placedAt: ago((9 - index) * hourMs),
      });
      if (index < returned) await refund(`${name} ${index}`);
    }
  await reviewFraud(world.ctx);
  expect((await reasons('cycle ')).at(-1)).toBe('refund_cycling');
  expect((await reasons('sizes ')).at(-1)).toBeNull();
});

test("one browser in several countries, and ads on the brand's name, are held", async () => {
  const [proxied, bidder, fair] = [await creator('proxied'), await creator('bidder'), await creator('fair')];
  for (const [index, country] of ['US', 'BR', 'VN'].entries()) {
    const at = ago((5 - index) * hourMs);
    const placedAt = new Date(at.getTime() + 10 * 60_000);
    await send(`proxy ${country}`, { click: await click(proxied, { browser: 'proxy', country, at }), placedAt });
  }
  const utm = { source: 'google', medium: 'cpc' };
  expect(await send('bid', { click: await click(bidder, { utm: { ...utm, term: 'GlowLab serum' } }) })).toBe(
    'held_for_review',
  );
  expect(await send('ad', { click: await click(fair, { utm: { ...utm, term: 'face serum' } }) })).toBe('credited');
  await reviewFraud(world.ctx);
  expect(new Set(await reasons('proxy '))).toEqual(new Set(['country_mismatch']));
  expect(await reasons('bid')).toEqual(['brand_bidding']);
});

test('creators who buy from each other in a ring, and second accounts, are held; friends who do it once are not', async () => {
  const [one, two, friend] = [await creator('ringone'), await creator('ringtwo'), await creator('friend')];
  for (const index of [1, 2]) {
    await send(`ring ${index}`, { code: two.code, email: one.email });
    await send(`gnir ${index}`, { code: one.code, email: `RingTwo+${index}@creators.test` });
  }
  await send('friendly', { code: friend.code, email: one.email });
  await send('returned', { code: one.code, email: friend.email });
  const first = await creator('twin', 'twin@gmail.com');
  world.clock.advance(hourMs);
  const second = await creator('twintwo', 't.win+two@googlemail.com');
  await send('first account', { code: first.code, email: 'x@shopper.test' });
  await send('second account', { code: second.code, email: 'y@shopper.test' });
  await reviewFraud(world.ctx);
  expect(new Set([...(await reasons('ring ')), ...(await reasons('gnir '))])).toEqual(new Set(['creator_ring']));
  expect([...(await reasons('friendly')), ...(await reasons('returned'))]).toEqual([null, null]);
  expect(await reasons('first account')).toEqual([null]);
  expect(await reasons('second account')).toEqual(['duplicate_account']);
});
