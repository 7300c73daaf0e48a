import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrder, changeOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { divideHalfUp, portion } from '@vitrine/contract/values/amounts.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

// Whatever a shop reports of an order after it was placed, in the end each line earns the share of what is left of it.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const rate = 1500;
const anyLine = fc.record({
  line_id: fc.constantFrom('1', '2', '3'),
  quantity: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 0, max: 9_999 }),
});
const anyLines = fc.uniqueArray(anyLine, { minLength: 1, maxLength: 3, selector: (line) => line.line_id });
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), lines: anyLines }),
  fc.record({
    kind: fc.constant('refund' as const),
    line_id: fc.constantFrom('1', '2', '3'),
    amount: fc.integer({ min: 1, max: 20_000 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const) }),
);
const anyHistory = fc.record({ lines: anyLines, steps: fc.array(anyStep, { maxLength: 7 }) });
type Past = typeof anyHistory extends fc.Arbitrary<infer History> ? History : never;
type Model = { nets: Map<string, bigint>; refunded: Map<string, bigint>; isCancelled: boolean };

const body = (lines: Past['lines']) =>
  lines.map(({ line_id, quantity, price }) => ({
    line_id,
    sku: `sku-${line_id}`,
    title: `Product ${line_id}`,
    quantity,
    unit_price: usd(String(price)),
  }));

const netsOf = (lines: Past['lines']) =>
  new Map(lines.map(({ line_id, quantity, price }) => [line_id, BigInt(quantity * price)]));

/** Applies a step to the model, and returns the status that the product must answer. */
function follow(model: Model, step: Past['steps'][number]): number {
  if (step.kind === 'change') {
    if (model.isCancelled) return 409;
    const removed = [...model.nets.keys()].map((id) => [id, 0n] as const);
    model.nets = new Map([...removed, ...netsOf(step.lines)]);
    return 200;
  }
  if (step.kind === 'refund') {
    const net = model.nets.get(step.line_id);
    const before = model.refunded.get(step.line_id) ?? 0n;
    if (net === undefined || before + BigInt(step.amount) > net) return 422;
    model.refunded.set(step.line_id, before + BigInt(step.amount));
    return 200;
  }
  for (const [id, net] of model.nets) if ((model.refunded.get(id) ?? 0n) < net) model.refunded.set(id, net);
  model.isCancelled = true;
  return 200;
}

async function send(orderId: string, step: Past['steps'][number], place: number): Promise<number> {
  const shop = world.shop(demoApiKey);
  const params = { order_id: orderId };
  if (step.kind === 'change')
    return (await shop.call(changeOrder, { params, body: { currency: 'USD', lines: body(step.lines) } })).status;
  if (step.kind === 'cancel') return (await shop.call(cancelOrder, { params })).status;
  const lines = [{ line_id: step.line_id, amount: usd(String(step.amount)) }];
  return (await shop.call(receiveRefund, { params, body: { refund_id: `r${place}`, lines } })).status;
}

function expected({ nets, refunded }: Model): Record<string, bigint> {
  const entries = [...nets].map(([id, net]) => {
    const amount = portion(net, rate);
    const taken = refunded.get(id) ?? 0n;
    const gone = net === 0n ? 0n : divideHalfUp(amount * (taken < net ? taken : net), net);
    return [id, amount - gone] as const;
  });
  return Object.fromEntries(entries.filter(([, amount]) => amount !== 0n));
}

async function earned(orderId: string): Promise<Record<string, bigint>> {
  const sums = new Map<string, bigint>();
  for (const row of (await readBooks(world)).commissions.filter(({ order_id: id }) => id === orderId))
    sums.set(row.line_id, (sums.get(row.line_id) ?? 0n) + row.amount - row.reversed);
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n));
}

let runs = 0;

/** What the property found once: a free line that gets a price and becomes free again. */
const freeAgain: Past = {
  lines: [{ line_id: '1', quantity: 1, price: 0 }],
  steps: [4, 0].map((price) => ({ kind: 'change', lines: [{ line_id: '1', quantity: 1, price }] })),
};

test('after any changes, refunds and cancellations, each line has earned its share of what is left', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async ({ lines, steps }) => {
      runs += 1;
      const orderId = `history-${runs}`;
      // Histories are far apart, so that the fraud rules see each one alone.
      world.clock.advance(40 * 86_400_000);
      const { clickId } = await makeHit(world, 'avaGlow');
      const order = orderOf(world, orderId, { click_id: clickId, lines: body(lines) });
      await world.shop(demoApiKey).call(receiveOrder, { body: order });
      const model: Model = { nets: netsOf(lines), refunded: new Map(), isCancelled: false };
      for (const [place, step] of steps.entries()) {
        world.clock.advance(1_000);
        expect([step.kind, await send(orderId, step, place)]).toEqual([step.kind, follow(model, step)]);
      }
      expect(await earned(orderId)).toEqual(expected(model));
    }),
    { numRuns: 50, examples: [[freeAgain]] },
  );
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
}, 240_000);
