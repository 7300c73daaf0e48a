import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { declineCommission, listCommissions, releaseCommission } from '@vitrine/contract/commissions.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addStaff } from '../merchants/merchants.service.ts';
import { makeHit, orderOf, readBooks, usd } from '../orders/orders.testing.ts';
import { newId } from '../platform/ids.ts';
import { matureCommissions } from './commissions.maturity.ts';

const reason = 'You bought this yourself';
let world: World;
let shop: Client;
let ava: Client;
let staff: Client;
let orders = 0;
/** A new order for 7.20 that is on hold, because the creator bought it. */
let orderId: string;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  ava = await world.signIn('ava@creators.test');
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ orderId, id } = await order('ava@creators.test'));
});

async function order(email: string): Promise<{ orderId: string; id: string }> {
  orders += 1;
  const made = `order ${orders}`;
  const { clickId } = await makeHit(world, 'avaGlow');
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 4, unit_price: usd('1200') }];
  const body = orderOf(world, made, { click_id: clickId, lines, customer: { email } });
  granted(await shop.call(receiveOrder, { body }));
  const row = granted(await ava.call(listCommissions)).find((commission) => commission.order_id === made);
  return { orderId: made, id: row?.id ?? '' };
}

const refund = async (quantity: number, refundId = 'r1') =>
  granted(
    await shop.call(receiveRefund, {
      params: { order_id: orderId },
      body: { refund_id: refundId, lines: [{ line_id: '1', quantity }] },
    }),
  );
const release = (by: Client, commissionId: string, more?: string) =>
  by.call(releaseCommission, {
    params: { merchant: 'glow-lab', commission_id: commissionId },
    ...(more !== undefined && { body: { reason: more } }),
  });
const decline = (by: Client, commissionId: string, more = reason) =>
  by.call(declineCommission, {
    params: { merchant: 'glow-lab', commission_id: commissionId },
    body: { reason: more },
  });
const commission = async () => granted(await ava.call(listCommissions)).find((each) => each.id === id);

describe('a decision on a hold', () => {
  test('to release it is in the audit log with its reasons, and notifies only the creator', async () => {
    const { answer, audits, events, mails } = await effectsOf(world, () => release(staff, id, 'Looks fine'));
    expect(granted(answer)).toEqual({ id, state: 'pending', held_reason: null });
    expect(audits).toEqual([
      {
        action: 'commission.released',
        actor: world.people.users.glowStaff,
        subject: id,
        details: { held_reason: 'self_purchase', order_id: orderId, reason: 'Looks fine' },
      },
    ]);
    expect(events).toEqual([{ kind: 'commission-update', to: world.people.users.ava }]);
    expect(mails).toEqual([]);
  });

  test('to decline it is in the audit log, on the screen and in the inbox of the creator', async () => {
    const { answer, audits, events, mails } = await effectsOf(world, () => decline(staff, id));
    expect(granted(answer)).toEqual({ id, state: 'reversed', held_reason: null });
    expect(audits).toEqual([
      {
        action: 'commission.declined',
        actor: world.people.users.glowStaff,
        subject: id,
        details: { held_reason: 'self_purchase', order_id: orderId, reason },
      },
    ]);
    expect(events).toEqual([{ kind: 'commission-update', to: world.people.users.ava }]);
    expect(mails.map((mail) => [mail.kind, mail.recipient])).toEqual([['commission_declined', 'ava@creators.test']]);
  });

  test('can be made by staff who are not owners', async () => {
    await addStaff(world.ctx, world.people.merchants.glow, world.people.users.maisonStaff, 'manager');
    const helper = await world.signIn('brand@maison.test');
    expect(granted(await release(helper, id)).held_reason).toBeNull();
  });

  test('is made once, even if release and decline arrive together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? release(staff, id) : decline(staff, id))),
    );
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused).toHaveLength(7);
    expect(refused.every((answer) => answer.problem.code === 'commission_not_held')).toBe(true);
    const declined = answers.find((answer) => answer.status === 200)?.data.state === 'reversed';
    expect((await commission())?.net).toEqual(usd(declined ? '0' : '720'));
    expect((await readBooks(world)).sum).toBe('0');
  });

  test.each([
    ['release', 409, 'commission_not_held'],
    ['decline', 409, 'commission_not_held'],
  ] as const)('to %s a commission that is not on hold is refused with %i', async (decision, status, code) => {
    const open = await order('shopper@example.test');
    const { answer, audits, mails } = await effectsOf(world, async () =>
      decision === 'release' ? release(staff, open.id) : decline(staff, open.id),
    );
    expect(answer.problem).toMatchObject({ status, code });
    expect([audits, mails]).toEqual([[], []]);
  });

  test('is refused after refunds have reversed all of it', async () => {
    await refund(4);
    for (const answer of [await release(staff, id), await decline(staff, id)])
      expect(answer.problem).toMatchObject({ status: 409, code: 'commission_not_held' });
  });

  test("on another brand's or an unknown commission is not found", async () => {
    const other = await world.signIn('brand@northwind.test');
    const params = { merchant: 'northwind-outfitters', commission_id: id };
    const foreign = await other.call(declineCommission, { params, body: { reason } });
    const unknown = newId(world.clock.now());
    for (const answer of [
      foreign,
      await decline(staff, unknown),
      await release(staff, unknown),
      await decline(staff, 'x'),
    ])
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' });
    expect((await commission())?.held_reason).toBe('self_purchase');
  });

  test.each([
    ['x'.repeat(9), 'must have at least 10 characters'],
    ['   123456789   ', 'must have at least 10 characters'],
    ['x'.repeat(501), 'must have at most 500 characters'],
  ])(
    'to decline needs a reason of 10 to 500 characters, not counting spaces around it (case %#)',
    async (typed, message) => {
      expect((await decline(staff, id, typed)).problem).toMatchObject({ status: 422, errors: { reason: [message] } });
      expect((await commission())?.held_reason).toBe('self_purchase');
    },
  );

  test.each([10, 500])(
    'to decline takes a reason of %i characters, and the creator reads all of it',
    async (length) => {
      granted(await decline(staff, id, 'x'.repeat(length)));
      expect((await commission())?.decline_reason).toBe('x'.repeat(length));
    },
  );

  test('to release takes a reason of 500 characters and no more', async () => {
    const refused = await release(staff, id, 'x'.repeat(501));
    expect(refused.problem).toMatchObject({ status: 422, errors: { reason: ['must have at most 500 characters'] } });
    expect((await release(staff, id, 'x'.repeat(500))).status).toBe(200);
  });
});

describe('the money of a declined commission', () => {
  test('is what refunds had left of it, also in the email', async () => {
    await refund(1);
    const { mails } = await effectsOf(world, () => decline(staff, id));
    expect(mails[0]?.subject).toBe('Glow Lab declined a commission of $5.40');
    expect(await commission()).toMatchObject({
      amount: usd('720'),
      reversed: usd('720'),
      net: usd('0'),
      state: 'reversed',
      reversal: 'declined',
    });
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('commission_reversals')
        .select(['reason', 'amount', 'refund_id'])
        .where('commission_id', '=', id)
        .orderBy('amount')
        .execute(),
    );
    expect(rows).toEqual([
      { reason: 'refund', amount: 180n, refund_id: 'r1' },
      { reason: 'declined', amount: 540n, refund_id: null },
    ]);
  });

  test('is not reversed again by a later refund', async () => {
    granted(await decline(staff, id));
    const before = await readBooks(world);
    await refund(4);
    expect(await readBooks(world)).toEqual(before);
  });

  test('never becomes available', async () => {
    granted(await decline(staff, id));
    const start = world.clock.now();
    world.clock.advance(60 * 86_400_000);
    await matureCommissions(world.ctx);
    const row = (await readBooks(world)).commissions.find((each) => each.order_id === orderId);
    expect(row).toMatchObject({ state: 'reversed', reversed: 720n });
    world.clock.set(start);
  });
});
