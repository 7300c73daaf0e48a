import { afterEach, beforeEach, expect, test } from 'vitest';
import { declineCommission, releaseCommission } from '@vitrine/contract/commissions.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { readOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { payPayout } from '@vitrine/contract/payouts.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { Context } from '../context.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { addMethod, american, approve, request } from '../payouts/payouts.testing.ts';
import { decideWaiting, reviewOrders } from './orders.jobs.ts';
import { countRows } from './orders.testing.ts';
import { openLateScene, type RedecisionScene } from './redecide.testing.ts';

// A click that is stored after its order was decided: the result is the same as if it had come in time.

const minuteMs = 60_000;
const dayMs = 86_400_000;
let scene: RedecisionScene;
beforeEach(async () => {
  scene = await openLateScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const ago = (ms: number) => new Date(scene.world.clock.now().getTime() - ms);
const glow = { merchant: 'glow-lab' };

async function mails() {
  return scene.world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('mails')
      .select(['recipient', 'kind', 'subject'])
      .where((where) => where.or([where('kind', 'like', 'late_click%'), where('kind', 'like', 'click_class%')]))
      .orderBy('recipient')
      .execute(),
  );
}

test.each([
  { away: '11 minutes', ms: 11 * minuteMs },
  { away: '3 days', ms: 3 * dayMs },
])('after a journal was away for $away, the commission is correct and the creator is notified', async ({ ms }) => {
  const click = scene.click('ava', ago(1_000));
  expect(await scene.order('late', click)).toBe('waiting_for_click');
  scene.world.clock.advance(ms);
  await decideWaiting(scene.world.ctx);
  const before = await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: 'late' } });
  expect(before.data).toMatchObject({ outcome: 'unknown_click', revision: null });
  expect(await scene.earned('late')).toEqual([]);

  await scene.arrive(click);
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  expect(await scene.earned('late')).toEqual([{ who: 'ava', net: 720n, held: null }]);
  const explained = await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: 'late' } });
  expect(explained.data).toMatchObject({
    outcome: 'credited',
    credited_to: { who: 'ava' },
    commission: { amount: '720' },
    revision: { at: scene.world.clock.now().toISOString(), reason: 'late_click' },
  });
  expect(explained.data.matures_at).toBe(new Date(scene.world.clock.now().getTime() - ms + 30 * dayMs).toISOString());
  expect(await mails()).toEqual([
    { recipient: 'ava@creators.test', kind: 'late_click_gained', subject: 'You earned $7.20 more from Glow Lab' },
  ]);
});

test('a late click of another creator that would have won takes the commission over, and both are notified', async () => {
  const named = scene.click('ava', ago(60 * minuteMs));
  const later = scene.click('kim', ago(minuteMs));
  await scene.arrive(named);
  expect(await scene.order('taken', named)).toBe('credited');
  scene.world.clock.advance(dayMs);
  await scene.arrive(later);
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  const [winner, ...others] = await scene.earned('taken');
  expect([winner?.who, others]).toEqual(['kim', []]);
  expect(await scene.balances()).toEqual({ 'kim pending': winner?.net });
  expect(await mails()).toEqual([
    { recipient: 'ava@creators.test', kind: 'late_click_lost', subject: '$7.20 from Glow Lab was reversed' },
    {
      recipient: 'kim@creators.test',
      kind: 'late_click_gained',
      subject: expect.stringContaining('more from Glow Lab'),
    },
  ]);
  const staff = await scene.world.signIn('brand@glow.test');
  const sheet = granted(await staff.call(readOrder, { params: { ...glow, order_id: 'taken' } }));
  expect(sheet.explanation?.revision).toEqual({ at: scene.world.clock.now().toISOString(), reason: 'late_click' });
  expect(sheet.explanation?.lines[0]?.reversals).toEqual([]);
  expect(sheet.commissions.map(({ creator, state }) => [creator, state])).toEqual([
    ['ava', 'reversed'],
    ['kim', 'pending'],
  ]);
});

test('a late click of another creator is checked like one in time, and held', async () => {
  const named = scene.click('ava', ago(60 * minuteMs));
  await scene.arrive(named);
  expect(await scene.order('flooded', named)).toBe('credited');
  const flood = Array.from({ length: 35 }, () => ({ ...scene.click('kim', ago(2 * minuteMs)), visitor: 'flood' }));
  await scene.arrive(...flood);
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  expect(await scene.earned('flooded')).toMatchObject([{ who: 'kim', held: 'click_flood' }]);
  const { data } = await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: 'flooded' } });
  expect(data.outcome).toBe('held_for_review');
});

test('a click that turns out to be part of a flood is held, and released when it turns out not to be', async () => {
  const click = scene.click('ava', ago(minuteMs));
  await scene.arrive(click);
  expect(await scene.order('classed', click)).toBe('credited');
  scene.world.clock.advance(minuteMs);
  await scene.class(click, 'flood');
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  expect(await scene.earned('classed')).toEqual([{ who: 'ava', net: 720n, held: 'machine_click' }]);
  const held = await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: 'classed' } });
  expect(held.data).toMatchObject({
    outcome: 'held_for_review',
    revision: { at: scene.world.clock.now().toISOString(), reason: 'click_class' },
  });
  await scene.class(click, 'human');
  await reviewOrders(scene.world.ctx);
  expect(await scene.earned('classed')).toEqual([{ who: 'ava', net: 720n, held: null }]);
  expect(await mails()).toEqual([]);
});

test('an order that a flood took from another creator is given back, and both are notified', async () => {
  const [named, later] = [scene.click('ava', ago(60 * minuteMs)), scene.click('kim', ago(minuteMs))];
  await scene.arrive(named, later);
  await scene.order('returned', named);
  expect(await scene.earned('returned')).toMatchObject([{ who: 'kim' }]);
  await scene.class(later, 'flood');
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  expect(await scene.earned('returned')).toMatchObject([{ who: 'ava', held: null }]);
  expect((await mails()).map(({ recipient, kind }) => [recipient, kind])).toEqual([
    ['ava@creators.test', 'click_class_gained'],
    ['kim@creators.test', 'click_class_lost'],
  ]);
});

test('a late click that would not have won changes no money, and neither does one after the order', async () => {
  const named = scene.click('ava', ago(60 * minuteMs));
  await scene.arrive(named);
  await scene.order('kept', named);
  const postings = await countRows(scene.world, 'ledger_transactions');
  const earlier = scene.click('kim', ago(2 * dayMs));
  scene.world.clock.advance(5 * minuteMs);
  const after = scene.click('kim', ago(minuteMs));
  await scene.arrive(earlier, after);
  await reviewOrders(scene.world.ctx);
  expect(await scene.earned('kept')).toEqual([{ who: 'ava', net: 720n, held: null }]);
  expect(await countRows(scene.world, 'ledger_transactions')).toBe(postings);
  expect(await mails()).toEqual([]);
  const { data } = await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: 'kept' } });
  expect(data.revision).toBeNull();
  expect(data.candidates.map(({ who, verdict }) => [who, verdict])).toEqual([
    ['kim', 'later_click_counts'],
    ['ava', 'credited'],
  ]);
});

test("the first click wins if the brand's setting said so when the order came, whatever it says later", async () => {
  const setModel = (attribution_model: string) =>
    scene.world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .updateTable('merchants')
        .set({ attribution_model })
        .where('id', '=', scene.world.people.merchants.glow)
        .execute(),
    );
  await setModel('first_click');
  const named = scene.click('ava', ago(60 * minuteMs));
  await scene.arrive(named);
  await scene.order('first', named);
  await setModel('last_click');
  await scene.arrive(scene.click('kim', ago(2 * dayMs)));
  await reviewOrders(scene.world.ctx);
  expect((await scene.earned('first')).map(({ who }) => who)).toEqual(['kim']);
});

test('earlier refunds are deducted from the new commission, and no more than once', async () => {
  const named = scene.click('ava', ago(60 * minuteMs));
  await scene.arrive(named);
  await scene.order('refunded', named);
  granted(
    await scene.world.shop(demoApiKey).call(receiveRefund, {
      params: { order_id: 'refunded' },
      body: { refund_id: 'half', lines: [{ line_id: '1', amount: { amount: '2400', currency: 'USD' } }] },
    }),
  );
  expect(await scene.earned('refunded')).toEqual([{ who: 'ava', net: 360n, held: null }]);
  await scene.arrive(scene.click('kim', ago(minuteMs)));
  await reviewOrders(scene.world.ctx);
  const [half] = await scene.earned('refunded');
  expect(half?.who).toBe('kim');
  granted(
    await scene.world.shop(demoApiKey).call(receiveRefund, {
      params: { order_id: 'refunded' },
      body: { refund_id: 'rest', lines: [{ line_id: '1', amount: { amount: '2400', currency: 'USD' } }] },
    }),
  );
  expect(await scene.earned('refunded')).toEqual([]);
  expect(await scene.balances()).toEqual({});
});

test("a commission that was already paid out is deducted from its creator's next payout, and the order is paid once in all", async () => {
  const { world } = scene;
  const named = scene.click('ava', ago(60 * minuteMs));
  const later = scene.click('kim', ago(minuteMs));
  await scene.arrive(named);
  for (const orderId of ['paid', 'more-1', 'more-2', 'more-3']) await scene.order(orderId, named);
  world.clock.advance(31 * dayMs);
  await matureCommissions(world.ctx);
  await addMethod(await world.signIn('ava@creators.test'), american);
  world.clock.advance(8 * dayMs);
  const ava = await world.signIn('ava@creators.test');
  const staff = await world.signIn('brand@glow.test');
  const of = {
    merchantId: world.people.merchants.glow,
    merchantAccountId: world.people.accounts.avaGlow,
    creatorId: world.people.users.ava,
    currency: 'USD',
  };
  const payout = granted(await request(ava, of));
  granted(await approve(staff, 'glow-lab', payout.id));
  granted(await staff.call(payPayout, { params: { ...glow, payout_id: payout.id }, body: {} }));
  expect(await scene.balances()).toEqual({ 'ava paid': 2_880n });

  await scene.arrive(later);
  expect(await reviewOrders(world.ctx)).toBe(4);
  await matureCommissions(world.ctx);
  const balances = await scene.balances();
  expect(balances).toMatchObject({ 'ava paid': 2_880n, 'ava current': -2_880n });
  const [kim] = await scene.earned('paid');
  expect([kim?.who, balances['kim current']]).toEqual(['kim', (kim?.net ?? 0n) * 4n]);
  expect((await mails()).filter((mail) => mail.kind === 'late_click_lost')).toHaveLength(4);
});

test('a commission that its brand declined or released is not overruled', async () => {
  const own = { ...scene.click('ava', ago(60 * minuteMs)), class: 'self' };
  await scene.arrive(own);
  const staff = await scene.world.signIn('brand@glow.test');
  for (const [orderId, call] of [
    ['declined', declineCommission],
    ['released', releaseCommission],
  ] as const) {
    expect(await scene.order(orderId, own)).toBe('held_self_purchase');
    const sheet = granted(await staff.call(readOrder, { params: { ...glow, order_id: orderId } }));
    const params = { ...glow, commission_id: sheet.commissions[0]?.id ?? '' };
    granted(await staff.call(call, { params, body: { reason: 'We know them' } }));
  }
  await scene.arrive(scene.click('ava', ago(minuteMs)));
  await reviewOrders(scene.world.ctx);
  expect(await scene.earned('declined')).toEqual([]);
  expect(await scene.earned('released')).toEqual([{ who: 'ava', net: 720n, held: null }]);
  await scene.arrive(scene.click('kim', ago(minuteMs / 2)));
  await reviewOrders(scene.world.ctx);
  expect((await scene.earned('declined')).map(({ who }) => who)).toEqual(['kim']);
  await scene.arrive(scene.click('ava', ago(minuteMs / 4)));
  await reviewOrders(scene.world.ctx);
  expect(await scene.earned('declined')).toEqual([]);
  const again = granted(await staff.call(readOrder, { params: { ...glow, order_id: 'declined' } }));
  expect(again.commissions.map((line) => line.decline_reason)).toContain('We know them');
  expect(await scene.earned('released')).toEqual([{ who: 'ava', net: 720n, held: null }]);
});

test("a held commission that another creator's click replaces leaves the brand nothing to decide", async () => {
  const own = { ...scene.click('ava', ago(60 * minuteMs)), class: 'self' };
  await scene.arrive(own);
  expect(await scene.order('held', own)).toBe('held_self_purchase');
  await scene.arrive(scene.click('kim', ago(minuteMs)));
  await reviewOrders(scene.world.ctx);
  const staff = await scene.world.signIn('brand@glow.test');
  const sheet = granted(await staff.call(readOrder, { params: { ...glow, order_id: 'held' } }));
  const commissions = sheet.commissions.map(({ creator, ...of }) => [creator, [of.state, of.held_reason]] as const);
  expect(Object.fromEntries(commissions)).toEqual({ ava: ['reversed', null], kim: ['pending', null] });
});

test('repeated late hits, and concurrent reviews on several nodes, change nothing more', async () => {
  const named = scene.click('ava', ago(60 * minuteMs));
  const later = scene.click('kim', ago(minuteMs));
  await scene.arrive(named);
  await scene.order('once', named);
  await scene.arrive(later);
  const other = await scene.world.secondNode();
  await Promise.all([scene.world.ctx, other.ctx, scene.world.ctx, other.ctx].map(reviewOrders));
  const counts = async () => [
    await countRows(scene.world, 'decisions'),
    await countRows(scene.world, 'ledger_transactions'),
  ];
  const before = await counts();
  expect(before).toEqual([2, 3]);
  await expect(scene.arrive(later)).rejects.toThrow(/duplicate key/);
  await Promise.all([reviewOrders(scene.world.ctx), reviewOrders(other.ctx)]);
  expect(await counts()).toEqual(before);
});

test('if a node dies between storing the click and deciding again, the next one takes up the review', async () => {
  const named = scene.click('ava', ago(60 * minuteMs));
  await scene.arrive(named);
  await scene.order('crashed', named);
  await scene.arrive(scene.click('kim', ago(minuteMs)));
  const { ctx } = scene.world;
  const diesBeforeCommit: Context['database'] = {
    ...ctx.database,
    endingWith: (scope, work) =>
      ctx.database.endingWith(scope, async (tx) => {
        const ending = await work(tx);
        const review = await tx.selectFrom('order_reviews').select('order_id').executeTakeFirst();
        if (!review) throw new Error('the process died');
        return ending;
      }),
  };
  expect(await reviewOrders({ ...ctx, database: diesBeforeCommit })).toBe(0);
  expect((await scene.earned('crashed')).map(({ who }) => who)).toEqual(['ava']);
  expect(await reviewOrders(ctx)).toBe(1);
  expect((await scene.earned('crashed')).map(({ who }) => who)).toEqual(['kim']);
});
