import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { receiveRefund } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { addDiscountCode } from '../merchants/merchants.service.ts';
import { reviewOrders } from './orders.jobs.ts';
import { type LateClick, openLateScene, type RedecisionScene } from './redecide.testing.ts';

// In whatever order hits, orders and refunds arrive, the result is the same as if each hit had come in time.

const hourMs = 3_600_000;
let scene: RedecisionScene;
beforeAll(async () => {
  scene = await openLateScene();
  await addDiscountCode(scene.world.ctx, scene.world.people.merchants.glow, { code: 'KIM5', creator: 'kim' });
  scene.world.clock.advance(1_000);
});
afterAll(() => scene[Symbol.asyncDispose]());

const anyClick = fc.record({
  of: fc.constantFrom('ava' as const, 'kim' as const),
  hoursAgo: fc.integer({ min: 1, max: 32 * 24 }),
  browser: fc.constantFrom('one', 'other'),
  class: fc.constantFrom('human', 'human', 'duplicate', 'bot', 'self'),
});
const anyHistory = fc.record({
  model: fc.constantFrom('last_click', 'first_click'),
  precedence: fc.constantFrom('code', 'link'),
  clicks: fc.array(anyClick, { minLength: 1, maxLength: 5 }),
  orders: fc.array(
    fc.record({
      named: fc.nat(),
      code: fc.constantFrom(undefined, undefined, 'AVA10', 'KIM5'),
      refunded: fc.option(fc.integer({ min: 1, max: 4_800 })),
      refundedEarly: fc.boolean(),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  /** For each click, the later step after which it arrives; 0 is in time. */
  arrivals: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 }),
  reviews: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
});
type Past = typeof anyHistory extends fc.Arbitrary<infer History> ? History : never;

let runs = 0;

async function refund(orderId: string, amount: number | null): Promise<void> {
  if (amount === null) return;
  granted(
    await scene.world.shop(demoApiKey).call(receiveRefund, {
      params: { order_id: orderId },
      body: { refund_id: 'r', lines: [{ line_id: '1', amount: { amount: String(amount), currency: 'USD' } }] },
    }),
  );
}

/**
 * The final state of an order: outcome, candidates with their verdicts, and who earns how much. Times are relative to
 * `start`.
 */
async function endOf(orderId: string, start: number) {
  const sinceStart = (at: string | null) => (at === null ? null : Date.parse(at) - start);
  const { data } = await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } });
  return {
    outcome: data.outcome,
    candidates: data.candidates.map(({ who, via, verdict, touched_at }) => [who, via, verdict, sinceStart(touched_at)]),
    matures_at: sinceStart(data.matures_at),
    earned: await scene.earned(orderId),
  };
}

/** Runs a history; clicks arrive at their steps, or all in time. */
async function play(past: Past, name: string, isInTime: boolean) {
  // Histories are far apart, so that the fraud rules see each one alone.
  scene.world.clock.advance(40 * 24 * hourMs);
  const now = scene.world.clock.now().getTime();
  const clicks = past.clicks.map(
    (click, place): LateClick => ({
      // Clicks of the same moment have no order: their ids are random.
      ...scene.click(click.of, new Date(now - click.hoursAgo * hourMs - place * 1_000), `${name} ${click.browser}`),
      class: click.class,
    }),
  );
  const arriving = (step: number) => clicks.filter((_, place) => (isInTime ? 0 : (past.arrivals[place] ?? 0)) === step);
  await scene.arrive(...arriving(0));
  for (const [place, { named, code, refunded, refundedEarly }] of past.orders.entries()) {
    const orderId = `${name}-${place}`;
    await scene.order(orderId, clicks[named % clicks.length], code ? [code] : []);
    if (refundedEarly) await refund(orderId, refunded);
  }
  for (const step of [1, 2, 3]) {
    await scene.arrive(...arriving(step));
    if (past.reviews[step]) await reviewOrders(scene.world.ctx);
    if (step !== 2) continue;
    for (const [place, { refunded, refundedEarly }] of past.orders.entries())
      if (!refundedEarly) await refund(`${name}-${place}`, refunded);
  }
  await reviewOrders(scene.world.ctx);
  return Promise.all(past.orders.map((_, place) => endOf(`${name}-${place}`, now)));
}

test('final decisions and earnings are the same as if every hit had arrived in time', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (past) => {
      runs += 1;
      await scene.world.ctx.database.as({ role: 'system' }, (tx) =>
        tx
          .updateTable('merchants')
          .set({ attribution_model: past.model, precedence: past.precedence })
          .where('id', '=', scene.world.people.merchants.glow)
          .execute(),
      );
      expect(await play(past, `late-${runs}`, false)).toEqual(await play(past, `in-time-${runs}`, true));
    }),
    { numRuns: 40 },
  );
}, 240_000);
