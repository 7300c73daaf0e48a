import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { ratesByKind } from './rates.testing.ts';

const dayMs = 86_400_000;
let world: World;
let staff: Client;
const maison = { merchant: 'maison-clair' };
const glow = { merchant: 'glow-lab' };

beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const base = [
  { kind: 'percentage' as const, rate: 1500 },
  { category: 'Tools', kind: 'percentage' as const, rate: 2000 },
  { sku: 'balm', kind: 'flat' as const, amount: { amount: '200', currency: 'USD' } },
];

async function rateOf(clickAt: Date, orderId: string): Promise<string | undefined> {
  const { clickId } = await makeHit(world, 'avaGlow', { at: clickAt });
  const answer = await world
    .shop('vtk_demo_glow_lab')
    .call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId }) });
  return `${answer.data.decision?.terms_version}: ${answer.data.decision?.commission?.amount}`;
}

test('a raise holds at once and the version before stays readable', async () => {
  const answer = await staff.call(publishTerms, {
    params: glow,
    body: {
      note: 'More for tools',
      rules: [...base, { category: 'Lips', creator: 'Ava', kind: 'percentage', rate: 9000 }],
    },
  });
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({
    version: 2,
    note: 'More for tools',
    effective_at: world.clock.now().toISOString(),
  });
  expect(answer.data.rules[3]).toEqual({
    position: 3,
    creator: 'ava',
    sku: null,
    category: 'Lips',
    kind: 'percentage',
    rate: 9000,
    amount: null,
  });
  const list = await staff.call(listTerms, { params: glow });
  expect(list.data.map((terms) => [terms.version, terms.rules.length])).toEqual([
    [2, 4],
    [1, 3],
  ]);
});

test('a cut holds for clicks made when its notice has run out, and for no click before', async () => {
  const cut = await staff.call(publishTerms, { params: glow, body: { rules: [{ kind: 'percentage', rate: 1000 }] } });
  const effective = new Date(cut.data.effective_at);
  expect(effective.getTime() - world.clock.now().getTime()).toBe(14 * dayMs);
  const published = world.clock.now();
  world.clock.set(new Date(effective.getTime() + 2 * dayMs));
  staff = await world.signIn('brand@glow.test');
  expect(await rateOf(published, 'cut-1')).toBe('2: 720');
  expect(await rateOf(new Date(effective.getTime() - 1), 'cut-2')).toBe('2: 720');
  expect(await rateOf(effective, 'cut-3')).toBe('3: 480');
});

test('a version that takes back an announced cut holds at once', async () => {
  const now = world.clock.now();
  const cut = await staff.call(publishTerms, { params: glow, body: { rules: [{ kind: 'percentage', rate: 900 }] } });
  expect(new Date(cut.data.effective_at) > now).toBe(true);
  const between = await staff.call(publishTerms, {
    params: glow,
    body: { rules: [{ kind: 'percentage', rate: 950 }] },
  });
  expect(new Date(between.data.effective_at) > now).toBe(true);
  const back = await staff.call(publishTerms, { params: glow, body: { rules: [{ kind: 'percentage', rate: 1000 }] } });
  expect(back.data.effective_at).toBe(now.toISOString());
});

test('what was announced counts as promised: a version that takes it back needs notice', async () => {
  const serum = { sku: 'serum', kind: 'percentage' as const, rate: 2000 };
  await staff.call(publishTerms, { params: glow, body: { rules: [{ kind: 'percentage', rate: 900 }, serum] } });
  const back = await staff.call(publishTerms, { params: glow, body: { rules: [{ kind: 'percentage', rate: 1000 }] } });
  expect(new Date(back.data.effective_at).getTime() - world.clock.now().getTime()).toBe(14 * dayMs);
  const both = await staff.call(publishTerms, {
    params: glow,
    body: { rules: [{ kind: 'percentage', rate: 1000 }, serum] },
  });
  expect(both.data.effective_at).toBe(world.clock.now().toISOString());
});

test.each([
  {
    says: 'a creator who is not with the brand',
    rules: [{ creator: 'noor', kind: 'percentage', rate: 100 }],
    field: 'rules.0.creator',
  },
  {
    says: 'two rules for one target',
    rules: [
      { kind: 'percentage', rate: 100 },
      { kind: 'percentage', rate: 200 },
    ],
    field: 'rules.1',
  },
  {
    says: 'sku and category at once',
    rules: [{ sku: 'serum', category: 'Lips', kind: 'percentage', rate: 100 }],
    field: 'rules.0.category',
  },
  {
    says: 'another currency than the brand',
    rules: [{ kind: 'flat', amount: { amount: '100', currency: 'EUR' } }],
    field: 'rules.0.amount.currency',
  },
  {
    says: 'a rate for a kind that has none',
    rules: [{ kind: 'flat', rate: 100, amount: { amount: '100', currency: 'USD' } }],
    field: 'rules.0.rate',
  },
  { says: 'a kind without its value', rules: [{ kind: 'flat' }], field: 'rules.0.amount' },
  { says: 'a kind that does not exist', rules: [{ kind: 'guess', rate: 100 }], field: 'rules.0.kind' },
  { says: 'more than everything', rules: [{ kind: 'percentage', rate: 10_001 }], field: 'rules.0.rate' },
  { says: 'no rule', rules: [], field: 'rules' },
  {
    says: 'a product that cannot be written down',
    rules: [{ sku: 'a\u0000b', kind: 'percentage', rate: 100 }],
    field: 'rules.0.sku',
  },
] as const)('terms with $says are refused, and no version is made', async ({ rules, field }) => {
  const versions = (await staff.call(listTerms, { params: glow })).data.length;
  // Not what the contract takes, so its type can't be either.
  const answer = await staff.call(publishTerms, { params: glow, body: { rules: rules as never } });
  expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, [field]]);
  expect((await staff.call(listTerms, { params: glow })).data).toHaveLength(versions);
});

test("only a brand's own staff reads and publishes its terms", async () => {
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(listTerms, { params: glow })).status).toBe(403);
  expect((await staff.call(listTerms, { params: maison })).problem.code).toBe('not_found');
  expect(
    (await staff.call(publishTerms, { params: maison, body: { rules: [{ kind: 'percentage', rate: 1 }] } })).problem
      .code,
  ).toBe('not_found');
  expect((await staff.call(listTerms, { params: { merchant: 'nobody' } })).problem.code).toBe('not_found');
  expect((await world.anonymous.call(publishTerms, { params: glow, body: { rules: [] } })).status).toBe(401);
});

test('ten publications at once take ten numbers', async () => {
  const first = (await staff.call(listTerms, { params: glow })).data[0]?.version ?? 0;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      staff.call(publishTerms, { params: glow, body: { rules: [{ kind: 'percentage', rate: 1000 }] } }),
    ),
  );
  expect(answers.map((answer) => answer.data.version).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 10 }, (_, index) => first + index + 1),
  );
});

describe('a rate of every kind', () => {
  const rates = [...ratesByKind.values()].flatMap((ofKind) => fc.sample(ofKind, { numRuns: 10, seed: 41 }));
  const rules = rates.map((rate, index) => ({ sku: `sampled-${index}`, ...rate }));

  test('is answered as it was published, and orders earn what it says', async () => {
    const published = await staff.call(publishTerms, { params: glow, body: { rules } });
    expect(published.data.rules).toEqual(
      rules.map((rule, position) => ({ position, creator: null, category: null, ...rule })),
    );
    world.clock.set(new Date(new Date(published.data.effective_at).getTime() + dayMs));
    const { clickId } = await makeHit(world, 'avaGlow', { at: new Date(published.data.effective_at) });
    const price = { amount: '4999', currency: 'USD' };
    const lines = rules.map(({ sku }, index) => {
      return { line_id: sku, sku, title: 'Sampled', quantity: 1 + (index % 3), unit_price: price };
    });
    const { data } = await world
      .shop('vtk_demo_glow_lab')
      .call(receiveOrder, { body: orderOf(world, 'sampled', { click_id: clickId, lines }) });
    expect(data.decision?.lines.map(({ rule, commission }) => [rule, commission?.amount])).toEqual(
      rates.map((rate, index) => {
        const quantity = 1 + (index % 3);
        return [
          { applies_to: 'product', ...rate },
          earnedBy(rate, { net: 4_999n * BigInt(quantity), quantity }).toString(),
        ];
      }),
    );
  });

  test.each([
    ['a value of another kind', { kind: 'flat', rate: 100, amount: 100n, parameters: '{}' }],
    ['a value missing', { kind: 'percentage', rate: null, amount: null, parameters: '{}' }],
    ['a value beyond its range', { kind: 'percentage', rate: 10_001, amount: null, parameters: '{}' }],
    ['a value that no kind has', { kind: 'percentage', rate: 100, amount: null, parameters: '{"more":1}' }],
    ['a kind that does not exist', { kind: 'guess', rate: 100, amount: null, parameters: '{}' }],
  ])('is not stored with %s', async (_says, columns) => {
    const { glow: merchantId } = world.people.merchants;
    const stored = world.ctx.database.as({ role: 'app', merchantId }, (tx) =>
      tx
        .insertInto('terms_rules')
        .values({ merchant_id: merchantId, version: 1, position: 999, ...columns })
        .execute(),
    );
    await expect(stored).rejects.toThrow(/terms_rules_rate_check/);
  });
});
