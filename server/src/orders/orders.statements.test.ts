import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { statementsOf } from '../platform/database/statements.testing.ts';
import { makeHit, orderOf, usd } from './orders.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  { lines: 1, most: 22 },
  { lines: 10, most: 24 },
])(
  'an order of $lines lines with a click, a browser and a customer takes at most $most statements',
  async ({ lines, most }) => {
    const { clickId } = await makeHit(world, 'avaGlow', { browser: `browser of ${lines}` });
    const body = orderOf(world, `of ${lines}`, {
      click_id: clickId,
      customer: { email: `shopper${lines}@mail.test` },
      lines: Array.from({ length: lines }, (_, position) => ({
        line_id: String(position + 1),
        sku: 'serum',
        title: 'Dew Serum',
        quantity: 1,
        unit_price: usd('4800'),
      })),
    });
    const sent = await statementsOf(world.ctx.database.pool, async () => {
      const answer = await world.shop(demoApiKey).call(receiveOrder, { body });
      expect(answer.data.decision?.outcome).toBe('credited');
    });
    process.stdout.write(`POST /orders, ${lines} lines: ${sent.length} statements\n`);
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
  },
);

test('the answer is the same for an order that was just decided and one that is sent again', async () => {
  const { clickId } = await makeHit(world, 'avaGlow', { browser: 'the same' });
  const body = orderOf(world, 'twice', { click_id: clickId, discount_codes: ['NOBODYS'] });
  const first = await world.shop(demoApiKey).call(receiveOrder, { body });
  const second = await world.shop(demoApiKey).call(receiveOrder, { body });
  expect(second.data).toEqual(first.data);
});
