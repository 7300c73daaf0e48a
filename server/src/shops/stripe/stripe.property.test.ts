import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { netOf } from '../../orders/orders.meaning.ts';
import { makeHit, readBooks } from '../../orders/orders.testing.ts';
import { processDeliveries } from '../shops.jobs.ts';
import { linesOfItems, minorUnits } from './stripe.fields.ts';
import {
  checkoutOf,
  connectStripe,
  earnedByOrder,
  eventOf,
  invoiceOf,
  refundOf,
  sendEvent,
  stripeSeconds,
} from './stripe.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await connectStripe(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const item = fc.record({
  lineId: fc.uuid(),
  sku: fc.constant(''),
  title: fc.constant('Item'),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  net: fc.bigInt({ min: -1_000_000n, max: 1_000_000_000n }),
});

test('the lines of a sale cost exactly what the sale does, and no discount is larger than its line', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 20 }),
      fc.bigInt({ min: 0n, max: 10_000_000_000n }),
      (items, target) => {
        const lines = linesOfItems(
          items.map((each) => ({ ...each, gross: each.net })),
          target,
        );
        const hasCost = items.some(({ net }) => net > 0n);
        expect(lines.reduce((sum, line) => sum + netOf(line), 0n)).toBe(hasCost ? target : 0n);
        for (const line of lines) expect(line.discount >= 0n && netOf(line) >= 0n).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an amount is read exactly or refused, in every kind of currency', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (value) => {
      const read = (currency: string) => {
        try {
          return minorUnits(value, currency, 'amount');
        } catch {
          return 'refused';
        }
      };
      expect(read('USD')).toBe(BigInt(value));
      expect(read('JPY')).toBe(BigInt(value));
      expect(read('MGA')).toBe(BigInt(value) * 100n);
      expect(read('KWD')).toBe(value % 10 === 0 ? BigInt(value) : 'refused');
      expect(read('ISK')).toBe(value % 100 === 0 ? BigInt(value) / 100n : 'refused');
    }),
  );
});

type History = { sold: 'once' | 'monthly'; refunds: number[]; isLost: boolean; order: number[]; copies: number[] };
const history: fc.Arbitrary<History> = fc.record({
  sold: fc.constantFrom('once' as const, 'monthly' as const),
  refunds: fc.array(fc.integer({ min: 1, max: 1_500 }), { maxLength: 3 }),
  isLost: fc.boolean(),
  order: fc.array(fc.nat({ max: 1_000_000 }), { minLength: 20, maxLength: 20 }),
  copies: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 20, maxLength: 20 }),
});

/** Everything that Stripe sends about a sale of 40.00 plus 8.00 tax in two items. */
function eventsOf(id: string, { sold, refunds, isLost }: History, clickId: string, created: number) {
  const payment = `pi_${id}`;
  const charged = 4_800;
  const details = { amount_discount: 0, amount_shipping: 0, amount_tax: 800 };
  const lines = [
    { id: `il_1${id}`, amount: 1_333, description: 'Club', quantity: 1 },
    { id: `il_2${id}`, amount: 2_667, description: 'Box', quantity: 3 },
  ];
  const once = {
    created,
    amount_subtotal: 4_000,
    amount_total: charged,
    total_details: details,
    client_reference_id: clickId,
    line_items: {
      data: lines.map(({ amount, ...line }) => ({ ...line, amount_subtotal: amount, amount_total: amount })),
    },
  };
  const total = { total: charged, amount_due: charged, total_excluding_tax: 4_000, lines: { data: lines } };
  const sale =
    sold === 'once'
      ? [eventOf(`${id}-sold`, 'checkout.session.completed', checkoutOf(id, once))]
      : [
          eventOf(
            `${id}-sold`,
            'checkout.session.completed',
            checkoutOf(id, {
              mode: 'subscription',
              payment_intent: null,
              subscription: `sub_${id}`,
              client_reference_id: clickId,
            }),
          ),
          eventOf(
            `${id}-invoice`,
            'invoice.paid',
            invoiceOf(id, `sub_${id}`, { ...total, created, payment_intent: null, charge: null }),
          ),
          eventOf(`${id}-payment`, 'invoice_payment.paid', {
            invoice: `in_${id}`,
            payment: { payment_intent: payment },
          }),
        ];
  let refunded = 0;
  const paidBack = refunds.flatMap((amount, index) => {
    refunded += amount;
    const refund = refundOf(`${id}-${index}`, payment, amount);
    const charge = { id: `ch_${id}`, currency: 'usd', payment_intent: payment, amount_refunded: refunded };
    return [
      eventOf(`${id}-pending-${index}`, 'refund.created', { ...refund, status: 'pending' }),
      eventOf(`${id}-refund-${index}`, 'refund.updated', refund),
      eventOf(`${id}-charge-${index}`, 'charge.refunded', charge),
    ];
  });
  const dispute = { id: `dp_${id}`, amount: 1_200, currency: 'usd', payment_intent: payment };
  const disputed = isLost
    ? [
        eventOf(`${id}-disputed`, 'charge.dispute.created', { ...dispute, status: 'needs_response' }),
        eventOf(`${id}-lost`, 'charge.dispute.closed', { ...dispute, status: 'lost' }),
      ]
    : [];
  return [...sale, ...paidBack, ...disputed];
}

test('a sale ends the same in every order of its events, each sent one to five times to two nodes', async () => {
  const second = await world.secondNode();
  let next = 0;
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      next += 1;
      const { clickId } = await makeHit(world, 'avaGlow');
      const deliver = async (id: string, shuffled: boolean) => {
        const events = eventsOf(id, given, clickId, stripeSeconds(world));
        const sent = shuffled
          ? events
              .map((body, index) => ({ body, at: given.order[index] ?? 0, copies: given.copies[index] ?? 1 }))
              .toSorted((a, b) => a.at - b.at)
          : events.map((body) => ({ body, at: 0, copies: 1 }));
        for (const { body, copies } of sent) {
          const nodes = Array.from({ length: copies }, (_, copy) => (copy % 2 === 0 ? world.app : second.app));
          const statuses = await Promise.all(nodes.map((app) => sendEvent(world, { body }, app)));
          expect(new Set(statuses)).toEqual(new Set([200]));
        }
        world.clock.advance(11_000);
        await processDeliveries(world.ctx);
        return earnedByOrder(world, given.sold === 'once' ? `pi_${id}` : `in_${id}`);
      };
      const back = given.refunds.reduce((sum, amount) => sum + amount, 0) + (given.isLost ? 1_200 : 0);
      const [straight, shuffled] = [await deliver(`s${next}`, false), await deliver(`x${next}`, true)];
      expect(shuffled).toBe(straight);
      // 15 % of both items, rounded for each, less the part of 48.00 that went back.
      const model = 600n - (600n * BigInt(Math.min(back, 4_800))) / 4_800n;
      expect([straight, straight >= model - 2n && straight <= model + 2n]).toEqual([straight, true]);
    }),
    { numRuns: 15 },
  );
  const waiting = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('webhook_deliveries').select('webhook_id').where('processed_at', 'is', null).execute(),
  );
  expect(waiting).toEqual([]);
  expect((await readBooks(world)).sum).toBe('0');
}, 300_000);
