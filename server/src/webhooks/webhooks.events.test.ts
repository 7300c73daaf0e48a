import { afterAll, beforeAll, expect, test } from 'vitest';
import { declineCommission } from '@vitrine/contract/commissions.ts';
import { register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { payPayout, sendPayout } from '@vitrine/contract/payouts.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import { readOutgoingDelivery } from '@vitrine/contract/webhooks.ts';
import { subscribedEvent, webhookMessages } from '@vitrine/contract/webhooks.events.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addInvitation } from '../invitations/invitations.service.ts';
import { makeHit, orderOf, usd } from '../orders/orders.testing.ts';
import { addMethod, approve, avaOf, earnCurrent, request } from '../payouts/payouts.testing.ts';
import { allowLoopback, openEndpoint, sentTo } from './webhooks.testing.ts';

let world: World;
let staff: Client;
let at: { merchant: string; endpoint_id: string };
beforeAll(async () => {
  world = await openWorld();
  allowLoopback(world);
  staff = await world.signIn('brand@glow.test');
  ({ params: at } = await openEndpoint(staff, 'glow-lab', 'https://shop.example/hooks', [...subscribedEvent.options]));
});
afterAll(() => world[Symbol.asyncDispose]());

/** The messages that an action left to be sent, in the order in which they were written. */
async function messagesOf(action: () => Promise<unknown>) {
  const before = new Set((await sentTo(staff, at)).map(({ id }) => id));
  await action();
  const added = (await sentTo(staff, at)).filter(({ id }) => !before.has(id)).toReversed();
  const messages = [];
  for (const { id } of added) {
    const { message } = granted(await staff.call(readOutgoingDelivery, { params: { ...at, outgoing_id: id } }));
    expect(webhookMessages[message.type].safeParse(message).error?.issues ?? []).toEqual([]);
    messages.push(message);
  }
  return messages;
}

const order = async (orderId: string, more = {}) =>
  granted(await world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, orderId, more) }));

test('an order that is credited is one decision and one commission', async () => {
  const messages = await messagesOf(() => order('credited', { discount_codes: ['AVA10'] }));
  expect(messages).toMatchObject([
    {
      type: 'order.decided',
      data: { order_id: 'credited', outcome: 'credited', cause: 'order', creator: 'ava', commission: usd('720') },
    },
    {
      type: 'commission.changed',
      data: {
        order_id: 'credited',
        line_id: '1',
        creator: 'ava',
        merchant_account_id: world.people.accounts.avaGlow,
        state: 'pending',
        amount: usd('720'),
        reversed: usd('0'),
        net: usd('720'),
        replaced: false,
      },
    },
  ]);
  expect(JSON.stringify(messages)).not.toMatch(/@|creators\.test|iban/i);
});

test('an order that nobody earns from is a decision without a creator', async () => {
  expect(await messagesOf(() => order('nobody'))).toMatchObject([
    { type: 'order.decided', data: { order_id: 'nobody', outcome: 'no_touch', creator: null, commission: usd('0') } },
  ]);
});

test('an order that is sent again is no event', async () => {
  expect(await messagesOf(() => order('credited', { discount_codes: ['AVA10'] }))).toEqual([]);
});

test('a refund changes the commission once, to its state at the end', async () => {
  const refund = () =>
    world.shop(demoApiKey).call(receiveRefund, {
      params: { order_id: 'credited' },
      body: { refund_id: 'half', lines: [{ line_id: '1', amount: usd('2400') }] },
    });
  const messages = await messagesOf(async () => granted(await refund()));
  expect(messages).toMatchObject([
    { type: 'commission.changed', data: { state: 'pending', reversed: usd('360'), net: usd('360') } },
  ]);
  expect(messages).toHaveLength(1);
  expect(await messagesOf(refund)).toEqual([]);
});

test('a commission that the brand declines is changed once, to reversed', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const held = await messagesOf(() => order('own', { click_id: clickId, customer: { email: 'ava@creators.test' } }));
  const commission = held.find(({ type }) => type === 'commission.changed');
  expect(commission?.data).toMatchObject({ state: 'pending', held_reason: 'self_purchase' });
  const params = { merchant: 'glow-lab', commission_id: String(commission?.data['id']) };
  const messages = await messagesOf(() =>
    staff.call(declineCommission, { params, body: { reason: 'It looks like an own order' } }),
  );
  expect(messages).toMatchObject([
    { type: 'commission.changed', data: { state: 'reversed', held_reason: null, net: usd('0') } },
  ]);
  expect(messages).toHaveLength(1);
});

test('a payout is told at each step, and its commissions with it', async () => {
  const ava = avaOf(world);
  const creator = await world.signIn('ava@creators.test');
  await earnCurrent(world, ava, 3_000n, 2_000n);
  await addMethod(creator);
  world.clock.advance(4 * 86_400_000);
  staff = await world.signIn('brand@glow.test');
  const ofPayout = (messages: { type: string; data: Record<string, unknown> }[]) =>
    messages
      .filter(({ type }) => type === 'payout.changed')
      .map(({ data }) => [data['state'], data['amount'], data['creator']]);
  const fresh = await world.signIn('ava@creators.test');
  let payoutId = '';
  const requested = await messagesOf(async () => {
    payoutId = granted(await request(fresh, ava)).id;
  });
  expect(ofPayout(requested)).toEqual([['requested', usd('5000'), 'ava']]);
  const processing = requested.filter(({ data }) => data['payout_id'] === payoutId);
  expect(processing.map(({ type, data }) => [type, data['state']])).toEqual([
    ['commission.changed', 'processing'],
    ['commission.changed', 'processing'],
  ]);
  const step = { merchant: 'glow-lab', payout_id: payoutId };
  expect(ofPayout(await messagesOf(() => approve(staff, 'glow-lab', payoutId)))).toEqual([
    ['approved', usd('5000'), 'ava'],
  ]);
  const sent = await messagesOf(() => staff.call(sendPayout, { params: step, body: { reference: 'SEPA 1' } }));
  expect(sent).toMatchObject([{ type: 'payout.changed', data: { id: payoutId, state: 'sent', reference: 'SEPA 1' } }]);
  const paid = await messagesOf(() => staff.call(payPayout, { params: step, body: {} }));
  expect(ofPayout(paid)).toEqual([['paid', usd('5000'), 'ava']]);
  expect(JSON.stringify([requested, sent, paid])).not.toMatch(/FR76|Lindqvist|creators\.test/);
});

test('a creator who accepts an invitation has joined', async () => {
  const code = 'vti_test_webhooks';
  const { glow } = world.people.merchants;
  await addInvitation(world.ctx, glow, { by: 'link', reusable: false, expires_in_days: 7, note: '', code });
  let account: string | undefined;
  const messages = await messagesOf(async () => {
    const { user } = granted(
      await world.anonymous.call(register, {
        body: {
          invitation: code,
          display_name: 'Iris Vale',
          user_handle: 'iris_hooks',
          email: 'iris.hooks@creators.test',
          password: 'three quiet windows',
          accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
        },
      }),
    );
    account = user.merchant_accounts[0]?.id;
  });
  expect(account).toBeDefined();
  expect(messages).toMatchObject([
    { type: 'creator.joined', data: { creator: 'iris_hooks', merchant_account_id: account } },
  ]);
  expect(JSON.stringify(messages)).not.toMatch(/Iris Vale|creators\.test/);
});

test('published terms are an event with their version', async () => {
  let version = 0;
  const messages = await messagesOf(async () => {
    const body = { note: 'More for everyone', rules: [{ kind: 'percentage' as const, rate: 2_000 }] };
    ({ version } = granted(await staff.call(publishTerms, { params: { merchant: 'glow-lab' }, body })));
  });
  expect(messages).toMatchObject([{ type: 'terms.published', data: { version, note: 'More for everyone' } }]);
});

test('a change that is rolled back is no event', async () => {
  const { glow } = world.people.merchants;
  const messages = await messagesOf(() =>
    world.ctx.database
      .as({ role: 'app', merchantId: glow }, async (tx) => {
        await tx
          .insertInto('terms_versions')
          .values({ merchant_id: glow, version: 999, created_at: new Date(), effective_at: new Date() })
          .execute();
        throw new Error('changed its mind');
      })
      .catch(() => undefined),
  );
  expect(messages).toEqual([]);
});

test('a brand without an endpoint for it writes no event', async () => {
  const northwind = await world.signIn('brand@northwind.test');
  const count = () =>
    world.ctx.database.as({ role: 'system' }, async (tx) =>
      tx
        .selectFrom('outgoing_events')
        .select('id')
        .where('merchant_id', '=', world.people.merchants.northwind)
        .execute(),
    );
  const publish = async () =>
    granted(
      await northwind.call(publishTerms, {
        params: { merchant: 'northwind-outfitters' },
        body: { rules: [{ kind: 'percentage', rate: 1_000 }] },
      }),
    );
  await publish();
  expect(await count()).toEqual([]);
  await openEndpoint(northwind, 'northwind-outfitters', 'https://shop.example/hooks', ['order.decided']);
  await publish();
  expect(await count()).toEqual([]);
});
