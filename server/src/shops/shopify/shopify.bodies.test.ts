import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { verifyLedger } from '../../ledger/ledger.verify.ts';
import { acceptCurrencies, readBooks, sendWebhook } from '../../orders/orders.testing.ts';
import { outcomesOf } from './shopify.testing.ts';

// Bodies in the form of Shopify's documented examples, with invented people, each with what it must come to: written by
// hand, in minor units. The rate is 15 %.

type Recorded = {
  about: string;
  deliveries: { topic: string; body: { id?: unknown; order_id?: unknown } }[];
  expect: {
    /** If it isn't the id in the first body that has one. */
    order?: string;
    outcomes: string[];
    /** What is left of the commission on each line that still has some. */
    commissions: Record<string, string>;
    excluded?: Record<string, string>;
    held?: string;
  };
};

const folder = new URL('bodies/', import.meta.url);

/** Integers beyond the range of a number are kept as text, and sent with their digits. */
function keepDigits(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? `digits:${source}` : value;
}

function bytesOf(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"digits:(\d+)"/g, '$1');
}

async function recorded(): Promise<[string, Recorded][]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(
      async (name): Promise<[string, Recorded]> => [
        name.replace('.json', ''),
        JSON.parse(await readFile(new URL(name, folder), 'utf8'), keepDigits),
      ],
    ),
  );
}

function orderIdOf({ deliveries, expect: { order } }: Recorded): string {
  const ofTopic = deliveries.find(({ topic }) => /^orders\/(create|paid|updated)$/.test(topic));
  return order ?? String(ofTopic?.body.id);
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await acceptCurrencies(world, ['JPY', 'KWD']);
});
afterAll(() => world[Symbol.asyncDispose]());

const bodies = await recorded();

test('there are enough of them', () => {
  expect(bodies.length).toBeGreaterThanOrEqual(25);
});

describe('the recorded bodies', () => {
  test.each(bodies)('%s', async (name, of) => {
    const ids = of.deliveries.map((_, index) => `${name}-${index}`);
    for (const [index, { topic, body }] of of.deliveries.entries()) {
      world.clock.advance(1_000);
      expect(await sendWebhook(world.app, { topic, id: ids[index] ?? '', body: bytesOf(body) })).toBe(200);
    }
    const orderId = orderIdOf(of);
    const rows = (await readBooks(world)).commissions.filter((row) => row.order_id === orderId);
    const left = rows.filter((row) => row.amount > row.reversed);
    const outcomes = await outcomesOf(world, ids);
    expect({
      outcomes: ids.map((id) => outcomes[id]),
      commissions: Object.fromEntries(left.map((row) => [row.line_id, String(row.amount - row.reversed)])),
      held: [...new Set(left.map((row) => row.held_reason).filter((held) => held === 'dispute'))],
    }).toEqual({
      outcomes: of.expect.outcomes,
      commissions: of.expect.commissions,
      held: of.expect.held ? [of.expect.held] : [],
    });
    if (!of.expect.excluded) return;
    const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } });
    expect(
      Object.fromEntries(data.lines.flatMap(({ line_id, excluded }) => (excluded ? [[line_id, excluded]] : []))),
    ).toEqual(of.expect.excluded);
  });
});

test('the ledger agrees with all of them, and nothing about the shoppers is stored', async () => {
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
  const stored = await world.ctx.database.as({ role: 'system' }, async (tx) =>
    JSON.stringify([
      await tx.selectFrom('webhook_deliveries').select('body').execute(),
      await tx.selectFrom('orders').select('body').execute(),
      await tx.selectFrom('refunds').select('body').execute(),
    ]).toLowerCase(),
  );
  for (const personal of ['shopper.test', 'marlow', 'okafor', 'pine street', '203.0.113.9', 'by phone'])
    expect([personal, stored.includes(personal)]).toEqual([personal, false]);
  // The end of a card's number; ids can have the same digits inside.
  expect(stored).not.toMatch(/(?<![\w-])4242(?![\w-])/);
});
