import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAdjustments } from '@vitrine/contract/adjustments.ts';
import {
  creditClaim,
  listBrandClaims,
  listClaims,
  makeClaim,
  rejectClaim,
  sendClaim,
} from '@vitrine/contract/claims.ts';
import { listCommissions, declineCommission } from '@vitrine/contract/commissions.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { countHits } from '../figures/figures.testing.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import { openEarner, proofOf } from '../payouts/payouts.testing.ts';

const note = 'A follower showed me the receipt of this order';
const reply = 'You are right, the shop lost the click';
const params = { merchant: 'glow-lab' };
let world: World;
let shop: Client;
let staff: Client;
/** A creator of Glow Lab who made no claim yet. */
let creator: Client;
let account: string;
let orders = 0;
let creators = 0;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  creators += 1;
  const opened = await openEarner(world, { withMethod: false });
  creator = opened.creator;
  account = opened.earner.merchantAccountId;
});

async function sell(more: object = {}): Promise<string> {
  orders += 1;
  const orderId = `claimed ${orders}`;
  granted(await shop.call(receiveOrder, { body: orderOf(world, orderId, more) }));
  return orderId;
}
const click = async (of: Parameters<typeof makeHit>[1] = { merchantAccountId: account }, at?: Date) =>
  (await makeHit(world, of, { browser: `browser ${orders} of ${creators}`, ...(at && { at }) })).clickId;
const ask = (body: BodyOf<typeof makeClaim>, by = creator) =>
  by.call(makeClaim, { params: { merchant_account_id: account }, body });
const answerTo = async (order: string) => granted(await ask({ order }));
const send = (claimId: string, by = creator) =>
  by.call(sendClaim, { params: { merchant_account_id: account, claim_id: claimId }, body: { note } });
/** What an answer says, without what differs from claim to claim. */
const said = ({ id: _id, created_at: _at, order_name: _name, ...rest }: Awaited<ReturnType<typeof answerTo>>) => rest;

describe('a claim is answered at once', () => {
  test('that the order is the creator’s, by its id, its reference, and its reference without #', async () => {
    const orderId = await sell({ click_id: await click(), reference: '#4711' });
    for (const name of [orderId, '#4711', '4711', ' #4711 '])
      expect(await answerTo(name)).toMatchObject({ answer: 'yours', order_id: orderId, may_send: false });
  });

  test('that the order is the creator’s, by an id with # that was written without it', async () => {
    const orderId = '#8100';
    granted(await shop.call(receiveOrder, { body: orderOf(world, orderId, { click_id: await click() }) }));
    for (const name of ['8100', '#8100'])
      expect(await answerTo(name)).toMatchObject({ answer: 'yours', order_id: orderId });
    const other = '#8200';
    granted(await shop.call(receiveOrder, { body: orderOf(world, other) }));
    const { id } = await answerTo('8200');
    granted(await send(id));
    const claim = granted(await staff.call(listBrandClaims, { params })).find((each) => each.id === id);
    expect(claim?.orders.map((order) => order.order_id)).toEqual([other]);
  });

  test('by its day and total', async () => {
    const orderId = await sell({ click_id: await click() });
    const day = world.clock.now().toISOString().slice(0, 10);
    expect(granted(await ask({ placed_on: day, total: '4800' }))).toMatchObject({ answer: 'yours', order_id: orderId });
    expect(granted(await ask({ placed_on: day, total: '4801' })).answer).toBe('not_found');
  });

  test('that it was credited to another touch, without saying whose', async () => {
    const mine = await click({ merchantAccountId: account }, new Date(world.clock.now().getTime() - 60_000));
    expect(mine).not.toBe('');
    const orderId = await sell({ click_id: await click('avaGlow') });
    const claim = await answerTo(orderId);
    expect(claim).toMatchObject({ answer: 'credited_elsewhere', order_id: orderId, may_send: true });
    expect(JSON.stringify(claim)).not.toContain('ava');
  });

  test('that it was outside the window, with the dates of click and order', async () => {
    const touched = new Date(world.clock.now().getTime() - 45 * 86_400_000);
    const orderId = await sell({ click_id: await click({ merchantAccountId: account }, touched) });
    const claim = await answerTo(orderId);
    expect(claim).toMatchObject({ answer: 'outside_window', touched_at: touched.toISOString() });
    expect(claim.placed_at).not.toBeNull();
  });

  test('that it is on hold, and then that it was declined', async () => {
    const orderId = await sell({ click_id: await click(), customer: { email: await emailOf() } });
    expect((await answerTo(orderId)).answer).toBe('on_hold');
    const [held] = granted(await creator.call(listCommissions));
    const of = { params: { ...params, commission_id: held?.id ?? '' }, body: { reason: 'Bought by the creator' } };
    granted(await staff.call(declineCommission, of));
    expect(await answerTo(orderId)).toMatchObject({ answer: 'declined', may_send: false });
  });
});

async function emailOf(): Promise<string> {
  const { email } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('users')
      .innerJoin('merchant_accounts', 'merchant_accounts.creator_id', 'users.id')
      .select('users.email')
      .where('merchant_accounts.id', '=', account)
      .executeTakeFirstOrThrow(),
  );
  return email;
}

describe('a claim leaks nothing', () => {
  test('about orders of others: they are answered word for word like orders that never existed', async () => {
    const foreign = await sell({ click_id: await click('avaGlow'), reference: '#5511' });
    const nobodys = await sell({ click_id: null });
    const never = said(await answerTo('never existed'));
    expect(never).toMatchObject({ answer: 'not_found', order_id: null, placed_at: null, may_send: true });
    for (const name of [foreign, '#5511', nobodys]) expect(said(await answerTo(name))).toEqual(never);
    const day = world.clock.now().toISOString().slice(0, 10);
    const byDay = said(granted(await ask({ placed_on: day, total: '4800' })));
    expect(byDay).toEqual({ ...never, placed_on: day, total: { amount: '4800', currency: 'USD' } });
  });

  test('about orders of another brand, and refuses another creator’s storefront', async () => {
    const { clickId } = await makeHit(world, 'noorNorthwind');
    const northwind = world.shop('vtk_demo_northwind');
    granted(await northwind.call(receiveOrder, { body: orderOf(world, 'N-claimed', { click_id: clickId }) }));
    expect(said(await answerTo('N-claimed'))).toEqual(said(await answerTo('never existed')));
    const noor = await world.signIn('noor@creators.test');
    expect((await ask({ order: 'x' }, noor)).problem.code).toBe('not_found');
  });

  test('to guesses: of a hundred claims at once, ten are answered', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, number) => ask({ order: `#${1_000 + number}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ problem }) => problem.code))).toEqual(
      new Set(['rate_limited']),
    );
    world.clock.advance(86_400_000);
    [creator, staff] = [await world.signIn(await emailOf()), await world.signIn('brand@glow.test')];
    expect((await ask({ order: 'tomorrow' })).status).toBe(201);
  });

  test.each<[BodyOf<typeof makeClaim>]>([[{}], [{ order: 'x', total: '1' }], [{ placed_on: '2026-11-20' }]])(
    'and %j is refused',
    async (body) => {
      expect((await ask(body)).problem.code).toBe('validation_failed');
    },
  );
});

describe('a claim that was sent to the brand', () => {
  test('is shown with what there is about it, and to no other brand', async () => {
    const at = new Date(world.clock.now().getTime() - 60_000);
    await click(undefined, at);
    await world.ctx.database.as({ role: 'system' }, (tx) => countHits(tx, account));
    const orderId = await sell({ click_id: null });
    const { id } = await answerTo(orderId);
    const { answer, mails } = await effectsOf(world, () => send(id));
    expect(granted(answer)).toMatchObject({ state: 'open', may_send: false, note });
    expect(mails.map((mail) => [mail.kind, mail.recipient])).toEqual([['claim_received', 'brand@glow.test']]);
    expect((await send(id)).problem.message).toBe('You have already asked the brand');
    const [claim] = granted(await staff.call(listBrandClaims, { params, query: { state: 'open' } }));
    expect(claim).toMatchObject({ id, note, orders: [{ order_id: orderId, outcome: 'no_touch' }] });
    expect(claim).toMatchObject({ clicks: 1, last_click_at: at.toISOString() });
    const other = await world.signIn('brand@northwind.test');
    const elsewhere = { merchant: 'northwind-outfitters' };
    expect(granted(await other.call(listBrandClaims, { params: elsewhere }))).toEqual([]);
    const refused = await other.call(rejectClaim, { params: { ...elsewhere, claim_id: id }, body: { reply } });
    expect(refused.problem.code).toBe('not_found');
  });

  test('is credited with a bonus, once', async () => {
    const { id } = await answerTo('lost by the shop');
    granted(await send(id));
    const body = { amount: '720', reply, proof: await proofOf(staff) };
    const credit = () => staff.call(creditClaim, { params: { ...params, claim_id: id }, body });
    const answers = await Promise.all([credit(), credit(), credit()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [own] = granted(await creator.call(listClaims, { params: { merchant_account_id: account } }));
    expect(own).toMatchObject({ state: 'credited', reply, credited: { amount: '720' } });
    expect(granted(await creator.call(listAdjustments))).toMatchObject([{ kind: 'bonus', amount: { amount: '720' } }]);
    expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
  });

  test('is rejected with a reason, which the creator reads', async () => {
    const { id } = await answerTo('of somebody else');
    granted(await send(id));
    const { answer, mails } = await effectsOf(world, () =>
      staff.call(rejectClaim, { params: { ...params, claim_id: id }, body: { reply } }),
    );
    expect(granted(answer)).toMatchObject({ state: 'rejected', reply });
    expect(mails.map(({ kind }) => kind)).toEqual(['claim_answered']);
    const again = await staff.call(rejectClaim, { params: { ...params, claim_id: id }, body: { reply } });
    expect(again.problem.message).toBe('This claim has already been decided');
  });

  test('only if the creator sent it: others look missing to the brand', async () => {
    const { id } = await answerTo('kept to myself');
    const refused = await staff.call(rejectClaim, { params: { ...params, claim_id: id }, body: { reply } });
    expect(refused.problem.code).toBe('not_found');
    expect(granted(await staff.call(listBrandClaims, { params })).map((claim) => claim.id)).not.toContain(id);
  });
});
