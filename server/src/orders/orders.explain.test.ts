import { afterAll, beforeAll, expect, test } from 'vitest';
import { declineCommission, releaseCommission } from '@vitrine/contract/commissions.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { listOrders, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { beginPeriod, endPeriod, type LockedAccount, lockAccount } from '../creators/account.periods.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { addApiKey, addDiscountCode } from '../merchants/merchants.service.ts';
import { makeHit, orderOf, usd } from './orders.testing.ts';

const dayMs = 86_400_000;
let world: World;
let opened: Date;
let shop: Client;
let ava: Client;
let kim: Client;
let noor: Client;
let staff: Client;
let kimGlow: { merchantAccountId: string };

beforeAll(async () => {
  world = await openWorld();
  opened = world.clock.now();
  world.clock.advance(100 * dayMs);
  shop = world.shop(demoApiKey);
  const userId = await createUser(world.ctx, {
    email: 'kim@creators.test',
    password: 'vitrine-demo',
    role: 'creator',
    handle: 'kim',
    displayName: 'Kim Aoki',
  });
  kimGlow = { merchantAccountId: await openMerchantAccount(world.ctx, world.people.merchants.glow, userId) };
  await addDiscountCode(world.ctx, world.people.merchants.glow, { code: 'KIM5', creator: 'kim' });
  [ava, kim, noor, staff] = (await Promise.all(
    ['ava@creators.test', 'kim@creators.test', 'noor@creators.test', 'brand@glow.test'].map((email) =>
      world.signIn(email),
    ),
  )) as [Client, Client, Client, Client];
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function explain(client: Client, orderId: string, merchant?: string) {
  return client.call(explainOrder, {
    params: { order_id: orderId },
    ...(merchant === undefined ? {} : { query: { merchant } }),
  });
}

function ago(ms: number): Date {
  return new Date(world.clock.now().getTime() - ms);
}

async function setMerchant(settings: {
  attribution_model?: string;
  precedence?: string;
  window_days?: number;
}): Promise<void> {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('merchants').set(settings).where('id', '=', world.people.merchants.glow).execute(),
  );
}

test('when a code wins over a click, both creators read why, and neither learns who the other is', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await shop.call(receiveOrder, {
    body: orderOf(world, 'shared', { click_id: clickId, discount_codes: ['kim5', 'WELCOME'] }),
  });
  const lost = (await explain(ava, 'shared')).data;
  expect(lost).toMatchObject({
    outcome: 'credited',
    credited_to: { who: 'another_creator', mine: false },
    commission: null,
    matures_at: null,
    lines: [],
  });
  expect(lost.candidates).toEqual([
    {
      via: 'click',
      who: 'ava',
      mine: true,
      reference: clickId,
      touched_at: world.clock.now().toISOString(),
      verdict: 'code_before_link',
    },
    { via: 'code', who: 'another_creator', mine: false, reference: null, touched_at: null, verdict: 'credited' },
  ]);
  // The click id is random, so it can contain a short name.
  expect(JSON.stringify(lost).replaceAll(clickId, '')).not.toMatch(/kim|WELCOME/i);
  const won = (await explain(kim, 'shared')).data;
  expect(won).toMatchObject({ credited_to: { who: 'kim', mine: true }, commission: usd('720') });
  expect(won.candidates.map((candidate) => [candidate.who, candidate.reference])).toEqual([
    ['another_creator', null],
    ['kim', 'KIM5'],
  ]);
  expect(JSON.stringify(won)).not.toContain(clickId);
  const seen = (await explain(staff, 'shared')).data;
  expect(seen.candidates.map((candidate) => [candidate.who, candidate.reference])).toEqual([
    ['ava', clickId],
    ['kim', 'KIM5'],
  ]);
  expect(seen.steps).toContainEqual({ rule: 'code_known', verdict: 'failed', facts: { code: 'WELCOME' } });
});

test('a creator who is no candidate, another brand, and a request for a missing order get the same answer', async () => {
  const northwind = await world.signIn('brand@northwind.test');
  const answers = [
    await explain(noor, 'shared'),
    await explain(ava, 'never'),
    await explain(northwind, 'shared'),
    await explain(world.shop('vtk_demo_northwind'), 'shared'),
    await explain(ava, 'shared', 'maison-clair'),
    await explain(staff, 'shared', 'maison-clair'),
    await explain(staff, 'a\u0000b'),
  ];
  expect(answers.map((answer) => [answer.status, answer.problem.code, answer.problem.message])).toEqual(
    answers.map(() => [404, 'not_found', 'Not found']),
  );
  expect((await explain(world.anonymous, 'shared')).status).toBe(401);
  expect((await explain(ava, 'shared', 'a\u0000b')).status).toBe(422);
});

test('the explanation names the brand if two of them use the same order_id', async () => {
  const euro = (amount: string) => ({ amount, currency: 'EUR' });
  const atMaison = await makeHit(world, 'avaMaison');
  const lines = [{ line_id: '1', sku: 'vase', title: 'Vase Colline', quantity: 1, unit_price: euro('8500') }];
  await world
    .shop('vtk_demo_maison_clair')
    .call(receiveOrder, { body: orderOf(world, 'shared', { currency: 'EUR', lines, click_id: atMaison.clickId }) });
  expect((await explain(ava, 'shared', 'maison-clair')).data).toMatchObject({
    merchant: 'maison-clair',
    commission: euro('850'),
  });
  expect((await explain(ava, 'shared', world.people.merchants.glow)).data).toMatchObject({ merchant: 'glow-lab' });
});

test('a key that can only read orders can read decisions', async () => {
  const { key } = await addApiKey(world.ctx, world.people.merchants.glow, { name: 'Reader', scopes: ['orders:read'] });
  const other = await addApiKey(world.ctx, world.people.merchants.glow, { name: 'Nothing', scopes: [] });
  expect((await explain(world.shop(key), 'shared')).status).toBe(200);
  expect((await explain(world.shop(other.key), 'shared')).status).toBe(403);
});

test('a refund is shown with its calculation', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 4, unit_price: usd('4800') }];
  await shop.call(receiveOrder, { body: orderOf(world, 'refunded', { click_id: clickId, lines }) });
  await shop.call(receiveRefund, {
    params: { order_id: 'refunded' },
    body: { refund_id: 'r1', lines: [{ line_id: '1', quantity: 1 }] },
  });
  await shop.call(receiveRefund, {
    params: { order_id: 'refunded' },
    body: { refund_id: 'r2', lines: [{ line_id: '1', amount: usd('100') }] },
  });
  const { data } = await explain(ava, 'refunded');
  expect([data.commission, data.reversed]).toEqual([usd('2880'), usd('735')]);
  const at = world.clock.now().toISOString();
  expect(data.lines[0]?.reversals).toEqual([
    { refund_id: 'r1', reason: 'refund', amount: usd('720'), at, refunded: usd('4800'), refunded_before: usd('0') },
    { refund_id: 'r2', reason: 'refund', amount: usd('15'), at, refunded: usd('100'), refunded_before: usd('4800') },
  ]);
});

test("the browser's other clicks at this brand are candidates, first or last as the brand configured", async () => {
  const first = await makeHit(world, 'avaGlow', { at: ago(3 * dayMs), browser: 'one browser' });
  await makeHit(world, 'avaGlow', { at: ago(31 * dayMs), browser: 'one browser' });
  const earlier = await makeHit(world, kimGlow, { at: ago(2 * dayMs), browser: 'one browser' });
  await makeHit(world, 'avaMaison', { at: ago(1), browser: 'one browser' });
  await makeHit(world, 'avaGlow', { at: ago(1), browser: 'one browser', class: 'bot' });
  await makeHit(world, 'avaGlow', { at: ago(1), browser: 'another browser' });
  const last = await makeHit(world, kimGlow, { at: ago(dayMs), browser: 'one browser' });
  const decide = async (orderId: string, clickId: string) =>
    (await shop.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId }) })).data.decision;
  expect(
    (await decide('last', first.clickId))?.candidates.map((candidate) => [
      candidate.who,
      candidate.reference,
      candidate.verdict,
    ]),
  ).toEqual([
    ['ava', first.clickId, 'later_click_counts'],
    ['kim', last.clickId, 'credited'],
  ]);
  await setMerchant({ attribution_model: 'first_click' });
  expect(
    (await decide('first', last.clickId))?.candidates.map((candidate) => [
      candidate.who,
      candidate.reference,
      candidate.verdict,
    ]),
  ).toEqual([
    ['ava', first.clickId, 'credited'],
    ['kim', earlier.clickId, 'earlier_click_counts'],
    ['kim', last.clickId, 'earlier_click_counts'],
  ]);
  await setMerchant({ attribution_model: 'last_click' });
});

test.each([
  { name: 'a bot clicked the link', hit: { class: 'bot' }, outcome: 'held_for_review' },
  { name: 'the click is part of a flood', hit: { class: 'flood' }, outcome: 'held_for_review' },
  { name: 'the browser prefetched the link', hit: { class: 'prefetch' }, outcome: 'credited' },
  { name: 'the creator clicked their own link', hit: { class: 'self' }, outcome: 'held_self_purchase' },
  { name: 'the attribution window just ended', hit: { age: 7 * dayMs + 1 }, outcome: 'outside_window' },
  { name: 'the attribution window is about to end', hit: { age: 7 * dayMs }, outcome: 'credited' },
  { name: 'the product has no commission', hit: {}, sku: 'free', outcome: 'nothing_to_earn' },
  { name: 'the click came before any terms', hit: { beforeTerms: true }, outcome: 'no_terms' },
])('where $name, creator and brand read $outcome', async ({ name, hit, sku, outcome }) => {
  await setMerchant({ window_days: hit.beforeTerms ? 365 : 7 });
  const at = hit.beforeTerms ? new Date(opened.getTime() - 1) : ago(hit.age ?? 0);
  const { clickId } = await makeHit(world, 'avaGlow', { at, ...(hit.class ? { class: hit.class } : {}) });
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd(sku ? '0' : '4800') }];
  const answer = await shop.call(receiveOrder, { body: orderOf(world, name, { click_id: clickId, lines }) });
  expect(answer.data.decision?.outcome).toBe(outcome);
  expect((await explain(ava, name)).data).toMatchObject({
    outcome,
    candidates: [{ mine: true, reference: clickId, verdict: outcome }],
  });
  expect((await explain(staff, name)).data.outcome).toBe(outcome);
  await setMerchant({ window_days: 30 });
});

test('a creator whose account is not active earns nothing, and can read why', async () => {
  const changing = (work: (tx: Tx, account: LockedAccount) => Promise<void>) =>
    world.ctx.database.as({ role: 'system' }, async (tx) => {
      const account = await lockAccount(tx, world.people.merchants.glow, kimGlow.merchantAccountId);
      if (account) await work(tx, account);
    });
  const startedAt = world.clock.now();
  await changing((tx, account) =>
    beginPeriod(world.ctx, tx, account, { kind: 'paused', reason: 'Asked for it', startedAt, by: null }),
  );
  await shop.call(receiveOrder, { body: orderOf(world, 'paused', { discount_codes: ['KIM5'] }) });
  await changing((tx, account) =>
    account.pause ? endPeriod(world.ctx, tx, account, account.pause, null) : Promise.resolve(),
  );
  expect((await explain(kim, 'paused')).data).toMatchObject({
    outcome: 'account_not_active',
    credited_to: null,
    candidates: [{ who: 'kim', reference: 'KIM5', verdict: 'account_not_active' }],
  });
});

test('a brand pages through its orders, newest first, with each outcome', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof staff.call<typeof listOrders>>> = await staff.call(listOrders, {
      params: { merchant: 'glow-lab' },
      query: { limit: 4, ...(cursor ? { cursor } : {}) },
    });
    seen.push(...page.data.map((row) => row.order_id));
    expect(page.data.length).toBeLessThanOrEqual(4);
    cursor = page.meta.next_cursor;
  } while (cursor);
  const all = await staff.call(listOrders, { params: { merchant: 'glow-lab' }, query: { limit: 100 } });
  expect(seen).toEqual(all.data.map((row) => row.order_id));
  expect(new Set(seen).size).toBe(seen.length);
  expect(all.data.map((row) => row.placed_at)).toEqual(
    all.data
      .map((row) => row.placed_at)
      .toSorted()
      .toReversed(),
  );
  expect(all.data.find((row) => row.order_id === 'shared')).toMatchObject({
    source: 'api',
    total: usd('4800'),
    state: 'decided',
    outcome: 'credited',
    credited_to: 'kim',
    commission: { amount: usd('720'), reversed: usd('0'), net: usd('720'), reversal: 'none' },
  });
  expect(all.data.find((row) => row.order_id === 'paused')).toMatchObject({
    outcome: 'account_not_active',
    credited_to: null,
    commission: null,
  });
  expect((await staff.call(listOrders, { params: { merchant: 'maison-clair' } })).status).toBe(404);
  expect(
    (await staff.call(listOrders, { params: { merchant: 'glow-lab' }, query: { cursor: 'nonsense' } })).status,
  ).toBe(422);
});

test('a decision is sent live to its creator and brand, and a refund to the creator', async () => {
  const since = async () =>
    Number(
      (
        await world.ctx.database.as({ role: 'system' }, (tx) =>
          tx
            .selectFrom('events')
            .select((of) => of.fn.max('seq').as('seq'))
            .executeTakeFirst(),
        )
      )?.seq ?? 0,
    );
  const before = await since();
  const { clickId } = await makeHit(world, 'avaGlow');
  await shop.call(receiveOrder, { body: orderOf(world, 'news', { click_id: clickId }) });
  await shop.call(receiveOrder, { body: orderOf(world, 'news', { click_id: clickId }) });
  await shop.call(receiveRefund, {
    params: { order_id: 'news' },
    body: { refund_id: 'r', lines: [{ line_id: '1', quantity: 1 }] },
  });
  const events = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('events')
      .select(['audience_user', 'audience_merchant', 'kind', 'payload'])
      .where('seq', '>', BigInt(before))
      .orderBy('seq')
      .execute(),
  );
  const toAva = {
    audience_user: world.people.users.ava,
    audience_merchant: null,
    kind: 'commission-update',
    payload: { merchant_account_id: world.people.accounts.avaGlow, order_id: 'news' },
  };
  expect(events).toEqual([
    toAva,
    {
      audience_user: null,
      audience_merchant: world.people.merchants.glow,
      kind: 'order-decided',
      payload: { order_id: 'news' },
    },
    toAva,
  ]);
});

test("a held commission is explained as on hold, and then with the brand's decision and its time", async () => {
  const lines = ['1', '2'].map((line_id) => ({
    line_id,
    sku: 'serum',
    title: 'Dew Serum',
    quantity: 1,
    unit_price: usd('4800'),
  }));
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, 'own', { click_id: clickId, lines, customer: { email: 'ava@creators.test' } });
  const taken = (await shop.call(receiveOrder, { body })).data;
  const inThirtyDays = new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const waiting = { state: 'waiting', at: null, reason: null, expires_at: inThirtyDays };
  const holdsNow = async (client: Client) => (await explain(client, 'own')).data.lines.map(({ hold }) => hold);
  expect(await holdsNow(ava)).toEqual([waiting, waiting]);
  expect((await explain(noor, 'own')).status).toBe(404);

  const held = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').select(['id', 'line_id']).where('order_id', '=', 'own').orderBy('line_id').execute(),
  );
  const [first, second] = held.map(({ id }) => ({ merchant: 'glow-lab', commission_id: id }));
  if (!first || !second) throw new Error('nothing was held');
  // A staff session would expire during the days that pass in this file.
  const brand = await world.signIn('brand@glow.test');
  world.clock.advance(3_600_000);
  const released = { state: 'released', at: world.clock.now().toISOString(), reason: null, expires_at: null };
  await brand.call(releaseCommission, { params: first });
  expect(await holdsNow(ava)).toEqual([released, waiting]);
  world.clock.advance(3_600_000);
  const reason = 'Bought by the creator, <b>twice</b>';
  const declined = { state: 'declined', at: world.clock.now().toISOString(), reason, expires_at: null };
  await brand.call(declineCommission, { params: second, body: { reason } });
  expect(await holdsNow(ava)).toEqual([released, declined]);
  expect(await holdsNow(brand)).toEqual([released, declined]);
  expect((await shop.call(receiveOrder, { body })).data).toEqual(taken);
});

test('a held commission that is refunded completely is no longer on the to-do list', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, 'own and back', { click_id: clickId, customer: { email: 'ava@creators.test' } });
  const { data } = await shop.call(receiveOrder, { body });
  expect(data.decision?.lines[0]?.hold).toMatchObject({ state: 'waiting', at: null, reason: null });
  await shop.call(receiveRefund, {
    params: { order_id: 'own and back' },
    body: { refund_id: 'all', lines: [{ line_id: '1', quantity: 1 }] },
  });
  expect((await explain(ava, 'own and back')).data.lines[0]?.hold).toBeNull();
});
