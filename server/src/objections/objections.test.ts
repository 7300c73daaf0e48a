import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { declineCommission, listCommissions, readEarnings } from '@vitrine/contract/commissions.ts';
import {
  acceptObjection,
  listDeclined,
  listObjections,
  rejectObjection,
  sendObjection,
} from '@vitrine/contract/objections.ts';
import { changeOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { makeHit, orderOf, usd } from '../orders/orders.testing.ts';
import { lapseObjections } from './objections.service.ts';

const text = 'My sister bought this with her own card';
const answer = 'The card is in your name, and so is the address';
const dayMs = 86_400_000;
let world: World;
let shop: Client;
let ava: Client;
let staff: Client;
let orders = 0;
let orderId: string;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  ava = await world.signIn('ava@creators.test');
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const commissionsOf = async (of = orderId) =>
  granted(await ava.call(listCommissions, { query: { limit: 100 } })).filter((row) => row.order_id === of);
const decline = async (commissionId: string) =>
  granted(
    await staff.call(declineCommission, {
      params: { merchant: 'glow-lab', commission_id: commissionId },
      body: { reason: 'Bought by the creator' },
    }),
  );

/** A new order for 7.20 whose commission its brand declined. */
beforeEach(async () => {
  // The clock moves on by days here, and sessions end.
  [ava, staff] = [await world.signIn('ava@creators.test'), await world.signIn('brand@glow.test')];
  orders += 1;
  orderId = `order ${orders}`;
  const { clickId } = await makeHit(world, 'avaGlow');
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 4, unit_price: usd('1200') }];
  const body = orderOf(world, orderId, { click_id: clickId, lines, customer: { email: 'ava@creators.test' } });
  granted(await shop.call(receiveOrder, { body }));
  id = (await commissionsOf())[0]?.id ?? '';
  await decline(id);
});

const send = (by = ava, commissionId = id) =>
  by.call(sendObjection, { params: { commission_id: commissionId }, body: { text } });
const at = (objectionId: string) => ({ merchant: 'glow-lab', objection_id: objectionId });
const accept = (objectionId: string, by = staff) => by.call(acceptObjection, { params: at(objectionId), body: {} });
const reject = (objectionId: string, by = staff) =>
  by.call(rejectObjection, { params: at(objectionId), body: { answer } });
const declined = async () =>
  granted(
    await ava.call(listDeclined, {
      params: { merchant_account_id: world.people.accounts.avaGlow },
      query: { order_id: orderId },
    }),
  );
const verified = async () => expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
const live = async () => (await commissionsOf()).filter((row) => row.reversal !== 'declined');

describe('a declined commission', () => {
  test('shows its reason, and until when its creator can object', async () => {
    const until = new Date(world.clock.now().getTime() + 30 * dayMs).getTime();
    const [row] = await declined();
    expect(row).toMatchObject({ commission_id: id, decline_reason: 'Bought by the creator', objection: null });
    expect(row?.amount.amount).toBe('720');
    expect(Math.abs(new Date(row?.may_object_until ?? '').getTime() - until)).toBeLessThan(60_000);
  });

  test('can be objected to once; the brand is told with the date until which it must answer', async () => {
    const { answer: sent, audits, mails } = await effectsOf(world, () => send());
    const objection = granted(sent);
    expect(objection).toMatchObject({ state: 'open', text, order_id: orderId, answer: null });
    expect(new Date(objection.due_at).getTime() - new Date(objection.created_at).getTime()).toBe(7 * dayMs);
    expect(audits.map(({ action }) => action)).toEqual(['objection.sent']);
    expect(mails.map((mail) => [mail.kind, mail.recipient])).toEqual([['objection_received', 'brand@glow.test']]);
    expect((await send()).problem).toMatchObject({
      code: 'conflict',
      message: 'You have already objected to this decline',
    });
    expect((await declined())[0]).toMatchObject({ may_object_until: null, objection: { id: objection.id } });
  });

  test('ten objections at once are one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('can’t be objected to after 30 days, nor by anyone else, nor if it isn’t declined', async () => {
    const noor = await world.signIn('noor@creators.test');
    expect((await send(noor)).problem.code).toBe('not_found');
    expect((await send(ava, 'no id')).problem.code).toBe('not_found');
    const body = orderOf(world, `${orderId} fine`, { click_id: (await makeHit(world, 'avaGlow')).clickId });
    granted(await shop.call(receiveOrder, { body }));
    const [fine] = await commissionsOf(`${orderId} fine`);
    expect((await send(ava, fine?.id)).problem.message).toBe('This commission isn’t declined');
    world.clock.advance(30 * dayMs);
    const later = await world.signIn('ava@creators.test');
    expect((await send(later)).problem.message).toBe('The 30 days in which you could object are over');
  });
});

describe('an accepted objection', () => {
  test('credits the commission again, which becomes available as usual', async () => {
    const before = granted(await ava.call(readEarnings)).balances[0]?.pending.amount ?? '0';
    const { id: objection } = granted(await send());
    const { answer: accepted, mails } = await effectsOf(world, () => accept(objection));
    expect(granted(accepted).state).toBe('accepted');
    expect(mails.map((mail) => [mail.kind, mail.recipient])).toEqual([['objection_answered', 'ava@creators.test']]);
    expect(await live()).toMatchObject([{ state: 'pending', held_reason: null, net: usd('720'), reversal: 'none' }]);
    const after = granted(await ava.call(readEarnings)).balances[0]?.pending.amount ?? '0';
    expect(BigInt(after) - BigInt(before)).toBe(720n);
    expect((await accept(objection)).problem.code).toBe('conflict');
    await verified();
  });

  test('credits what refunds and changes of the order have left of it', async () => {
    const { id: objection } = granted(await send());
    granted(
      await shop.call(changeOrder, {
        params: { order_id: orderId },
        body: {
          currency: 'USD',
          lines: [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 2, unit_price: usd('1200') }],
        },
      }),
    );
    granted(
      await shop.call(receiveRefund, {
        params: { order_id: orderId },
        body: { refund_id: 'r1', lines: [{ line_id: '1', quantity: 1 }] },
      }),
    );
    granted(await accept(objection));
    expect(await live()).toMatchObject([{ amount: usd('360'), net: usd('180'), reversal: 'partly_reversed' }]);
    await verified();
  });

  test('stays accepted when the order changes again', async () => {
    const { id: objection } = granted(await send());
    granted(await accept(objection));
    granted(
      await shop.call(changeOrder, {
        params: { order_id: orderId },
        body: {
          currency: 'USD',
          lines: [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 6, unit_price: usd('1200') }],
        },
      }),
    );
    const current = (await live()).filter((row) => row.reversal === 'none');
    expect(current).toMatchObject([{ state: 'pending', held_reason: null, net: usd('1080') }]);
    await verified();
  });
});

describe('a rejected objection', () => {
  test('keeps the commission declined, and its creator reads the reason', async () => {
    const { id: objection } = granted(await send());
    expect(granted(await reject(objection))).toMatchObject({ state: 'rejected', answer });
    expect(await live()).toEqual([]);
    expect((await declined())[0]?.objection).toMatchObject({ state: 'rejected', answer });
    expect((await send()).problem.code).toBe('conflict');
    expect((await accept(objection)).problem.message).toBe('This objection has already been decided');
    await verified();
  });

  test('needs a reason', async () => {
    const { id: objection } = granted(await send());
    const refused = await staff.call(rejectObjection, { params: at(objection), body: { answer: 'no' } });
    expect(refused.problem.errors).toEqual({ answer: ['must have at least 10 characters'] });
  });

  test('can only be decided once, whoever comes first', async () => {
    const { id: objection } = granted(await send());
    const answers = await Promise.all([accept(objection), reject(objection), accept(objection), reject(objection)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await verified();
  });
});

describe('without an answer in 7 days', () => {
  test('the objection is decided for the creator, once, and not before', async () => {
    granted(await send());
    world.clock.advance(7 * dayMs - 1_000);
    await lapseObjections(world.ctx);
    expect(await live()).toEqual([]);
    world.clock.advance(1_000);
    ava = await world.signIn('ava@creators.test');
    const { mails } = await effectsOf(world, async () => {
      await Promise.all([lapseObjections(world.ctx), lapseObjections(world.ctx)]);
    });
    expect(mails.map(({ kind }) => kind)).toContain('objection_answered');
    expect(await live()).toMatchObject([{ held_reason: null, net: usd('720') }]);
    expect((await declined())[0]?.objection).toMatchObject({ state: 'lapsed', answer: null });
    await verified();
  });
});

test('another brand’s staff finds no objection, neither in its list nor by its id', async () => {
  const { id: objection } = granted(await send());
  const other = await world.signIn('brand@northwind.test');
  expect((await accept(objection, other)).problem.code).toBe('not_found');
  const elsewhere = { merchant: 'northwind-outfitters', objection_id: objection };
  expect((await other.call(acceptObjection, { params: elsewhere, body: {} })).problem.code).toBe('not_found');
  expect(granted(await other.call(listObjections, { params: { merchant: 'northwind-outfitters' } }))).toEqual([]);
  const own = granted(
    await staff.call(listObjections, { params: { merchant: 'glow-lab' }, query: { order_id: orderId } }),
  );
  expect(own.map((row) => [row.id, row.creator])).toEqual([[objection, 'ava']]);
});
