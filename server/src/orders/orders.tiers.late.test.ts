import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { reviewOrders } from './orders.jobs.ts';
import { usd } from './orders.testing.ts';
import { openLateScene, type RedecisionScene } from './redecide.testing.ts';

// What was measured for an order, if a late click decides it again, and who may see it.

const minuteMs = 60_000;
const dayMs = 86_400_000;
let scene: RedecisionScene;
beforeEach(async () => {
  scene = await openLateScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

type Rules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];

async function under(rules: Rules): Promise<void> {
  const { world } = scene;
  const staff = await world.signIn('brand@glow.test');
  granted(await staff.call(publishTerms, { params: { merchant: 'glow-lab' }, body: { rules } }));
  const later = new Date(world.clock.now().getTime() + 45 * dayMs);
  world.clock.set(new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth(), 5, 12)));
}

const ago = (ms: number) => new Date(scene.world.clock.now().getTime() - ms);
const params = (orderId: string) => ({ params: { order_id: orderId } });
const explained = async (orderId: string) =>
  granted(await scene.world.shop(demoApiKey).call(explainOrder, params(orderId)));

/** An order of 48.00 by a click of Ava's, an hour after the one before. */
async function orderOfAva(orderId: string, browser: string) {
  scene.world.clock.advance(61 * minuteMs);
  const click = scene.click('ava', ago(30 * minuteMs), browser);
  await scene.arrive(click);
  await scene.order(orderId, click);
  return click;
}

test('a late click that moves an order measures the other creator, and changes no other order', async () => {
  await under([{ kind: 'order_tiers', rate: 1_000, tiers: [{ from: 1, rate: 2_000 }] }]);
  await orderOfAva('first', 'one');
  await orderOfAva('second', 'two');
  await orderOfAva('third', 'three');
  expect([await scene.earned('second'), await scene.earned('third')]).toMatchObject([
    [{ who: 'ava', net: 960n }],
    [{ who: 'ava', net: 960n }],
  ]);
  const { reached } = await explained('third');
  expect(reached?.orders).toBe(2);
  await scene.arrive(scene.click('kim', ago((61 + 10) * minuteMs), 'two'));
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  expect(await scene.earned('second')).toMatchObject([{ who: 'kim', net: 480n }]);
  expect((await explained('second')).reached?.orders).toBe(0);
  // Ava has one order less now, and keeps what the third one earned by two.
  expect(await scene.earned('third')).toMatchObject([{ who: 'ava', net: 960n }]);
  expect((await explained('third')).reached).toEqual(reached);
});

test('a late click of the same creator changes nothing of what was measured', async () => {
  await under([{ kind: 'percentage', rate: 1_000, max_per_month: usd('700') }]);
  await orderOfAva('first', 'one');
  await orderOfAva('second', 'two');
  await orderOfAva('third', 'three');
  expect([await scene.earned('first'), await scene.earned('second'), await scene.earned('third')]).toMatchObject([
    [{ net: 480n }],
    [{ net: 220n }],
    [],
  ]);
  await scene.arrive(scene.click('ava', ago((2 * 61 + 10) * minuteMs), 'one'));
  await reviewOrders(scene.world.ctx);
  expect([await scene.earned('first'), await scene.earned('second'), await scene.earned('third')]).toMatchObject([
    [{ net: 480n }],
    [{ net: 220n }],
    [],
  ]);
});

test('another creator whose click lost never sees what was measured', async () => {
  await under([{ kind: 'percentage', rate: 1_000, max_per_month: usd('480') }]);
  await orderOfAva('first', 'one');
  scene.world.clock.advance(61 * minuteMs);
  await scene.arrive(scene.click('kim', ago(50 * minuteMs), 'two'));
  const click = scene.click('ava', ago(30 * minuteMs), 'two');
  await scene.arrive(click);
  expect(await scene.order('second', click)).toBe('nothing_to_earn');
  const [ava, kim] = [await scene.world.signIn('ava@creators.test'), await scene.world.signIn('kim@creators.test')];
  const own = granted(await ava.call(explainOrder, params('second')));
  expect(own.reached).toMatchObject({ net_sales: usd('4800'), orders: 1 });
  expect(own.lines[0]?.capped).toEqual([{ by: 'month', amount: usd('480') }]);
  expect(own.steps.map(({ rule }) => rule)).toContain('caps');
  const lost = granted(await kim.call(explainOrder, params('second')));
  expect(lost.candidates.some(({ mine }) => mine)).toBe(true);
  expect(lost.reached).toBeUndefined();
  expect(lost.lines.map(({ capped }) => capped)).toEqual([undefined]);
  expect(lost.steps.map(({ rule }) => rule)).not.toContain('caps');
  // Of an order that somebody earns from, others see no lines at all.
  const seen = await kim.call(explainOrder, params('first'));
  expect(seen.status).toBe(404);
});
