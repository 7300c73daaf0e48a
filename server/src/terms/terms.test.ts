import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { ratesByKind, worthOf } from './rates.testing.ts';

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

test('a raise applies at once, and the previous version stays readable', async () => {
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
    group: null,
    group_name: null,
    sku: null,
    product: null,
    category: 'Lips',
    starts_on: null,
    ends_on: null,
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

test('a cut applies to clicks after its notice period, and to no earlier click', async () => {
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

test('a version that withdraws an announced cut applies at once', async () => {
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

test('an announced version counts as promised: withdrawing it needs notice', async () => {
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
    name: 'a creator who does not work with the brand',
    rules: [{ creator: 'noor', kind: 'percentage', rate: 100 }],
    field: 'rules.0.creator',
  },
  {
    name: 'two rules for one target',
    rules: [
      { kind: 'percentage', rate: 100 },
      { kind: 'percentage', rate: 200 },
    ],
    field: 'rules.1',
  },
  {
    name: 'both sku and category',
    rules: [{ sku: 'serum', category: 'Lips', kind: 'percentage', rate: 100 }],
    field: 'rules.0.category',
  },
  {
    name: "another currency than the brand's",
    rules: [{ kind: 'flat', amount: { amount: '100', currency: 'EUR' } }],
    field: 'rules.0.amount.currency',
  },
  {
    name: 'a value that its kind does not have',
    rules: [{ kind: 'flat', rate: 100, amount: { amount: '100', currency: 'USD' } }],
    field: 'rules.0.rate',
  },
  { name: 'a kind without its value', rules: [{ kind: 'flat' }], field: 'rules.0.amount' },
  { name: 'an unknown kind', rules: [{ kind: 'guess', rate: 100 }], field: 'rules.0.kind' },
  { name: 'more than 100%', rules: [{ kind: 'percentage', rate: 10_001 }], field: 'rules.0.rate' },
  { name: 'no rules', rules: [], field: 'rules' },
  {
    name: 'a sku with a NUL character',
    rules: [{ sku: 'a\u0000b', kind: 'percentage', rate: 100 }],
    field: 'rules.0.sku',
  },
] as const)('terms with $name are refused, and no version is created', async ({ rules, field }) => {
  const versions = (await staff.call(listTerms, { params: glow })).data.length;
  // Invalid by the contract, so the types don't allow it either.
  const answer = await staff.call(publishTerms, { params: glow, body: { rules: rules as never } });
  expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, [field]]);
  expect((await staff.call(listTerms, { params: glow })).data).toHaveLength(versions);
});

test("only a brand's own staff can read and publish its terms", async () => {
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

test('ten concurrent publications get ten numbers', async () => {
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

  test('is returned as published, and orders earn what it says', async () => {
    const published = await staff.call(publishTerms, { params: glow, body: { rules } });
    expect(published.data.rules).toEqual(
      rules.map((rule, position) => ({
        position,
        creator: null,
        group: null,
        group_name: null,
        product: null,
        category: null,
        starts_on: null,
        ends_on: null,
        ...rule,
      })),
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
    const { net_sales: sales, orders = 0 } = data.decision?.reached ?? {};
    const reached = { sales: BigInt(sales?.amount ?? 0), orders };
    expect(data.decision?.lines.map(({ rule, commission }) => [rule, commission?.amount])).toEqual(
      rates.map((rate, index) => {
        const quantity = 1 + (index % 3);
        return [
          { applies_to: 'product', ...rate },
          worthOf(rate, { net: 4_999n * BigInt(quantity), quantity }, reached).toString(),
        ];
      }),
    );
  });

  test.each([
    ['a value of another kind', { kind: 'flat', rate: 100, amount: 100n, parameters: '{}' }],
    ['a missing value', { kind: 'percentage', rate: null, amount: null, parameters: '{}' }],
    ['a value out of range', { kind: 'percentage', rate: 10_001, amount: null, parameters: '{}' }],
    ['a value that no kind has', { kind: 'percentage', rate: 100, amount: null, parameters: '{"more":1}' }],
    ['a maximum that is no money', { kind: 'percentage', rate: 1, amount: null, parameters: '{"max_per_order":"5"}' }],
    ['tiers without rates', { kind: 'order_tiers', rate: 1, amount: null, parameters: '{"tiers":[{"from":2}]}' }],
    ['no tiers', { kind: 'order_tiers', rate: 1, amount: null, parameters: '{"tiers":[]}' }],
    [
      'tiers that fall',
      { kind: 'order_tiers', rate: 5, amount: null, parameters: '{"tiers":[{"from":2,"rate":9},{"from":3,"rate":8}]}' },
    ],
    [
      'thresholds of another kind',
      { kind: 'sales_tiers', rate: 5, amount: null, parameters: '{"tiers":[{"from":2,"rate":9}]}' },
    ],
    ['an unknown kind', { kind: 'guess', rate: 100, amount: null, parameters: '{}' }],
  ])('is refused with %s', async (_says, columns) => {
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

const usdOf = (amount: string) => ({ amount, currency: 'USD' });
const tiered = (tiers: { from: { amount: string; currency: string }; rate: number }[]) => ({
  kind: 'sales_tiers' as const,
  rate: 1_000,
  tiers,
});

test.each([
  [
    'a threshold that does not rise',
    tiered([
      { from: usdOf('100000'), rate: 1_200 },
      { from: usdOf('50000'), rate: 1_500 },
    ]),
    'rules.0.tiers.1.from.amount',
    'must be above 100000, where the tier before it starts; got 50000',
  ],
  [
    'a first threshold of 0',
    tiered([{ from: usdOf('0'), rate: 1_200 }]),
    'rules.0.tiers.0.from.amount',
    'must be above 0; got 0',
  ],
  [
    'a tier that pays no more',
    tiered([{ from: usdOf('1'), rate: 1_000 }]),
    'rules.0.tiers.0.rate',
    'must be above 1000, the rate before the first tier; got 1000',
  ],
  [
    'nothing before the first tier',
    { ...tiered([{ from: usdOf('1'), rate: 1_000 }]), rate: 0 },
    'rules.0.rate',
    'must be above 0: orders that earn nothing do not count towards the tiers',
  ],
  [
    'a threshold in another currency',
    tiered([{ from: { amount: '1', currency: 'EUR' }, rate: 1_200 }]),
    'rules.0.tiers.0.from.currency',
    'must be USD, the brand’s currency; got EUR',
  ],
  [
    'a maximum of 0',
    { kind: 'percentage' as const, rate: 1_000, max_per_order: usdOf('0') },
    'rules.0.max_per_order.amount',
    'must be above 0; leave the maximum out if there is none',
  ],
  ['no tiers', tiered([]), 'rules.0.tiers', 'must not be empty'],
  [
    'eleven tiers',
    tiered(Array.from({ length: 11 }, (_, place) => ({ from: usdOf(String(place + 1)), rate: 1_001 + place }))),
    'rules.0.tiers',
    'must have at most 10 tiers, not 11',
  ],
])('%s is refused, and the refusal says what is right', async (_says, rule, field, reason) => {
  staff = await world.signIn('brand@glow.test');
  const answer = await staff.call(publishTerms, { params: glow, body: { rules: [rule] } });
  expect([answer.status, answer.problem.errors]).toEqual([422, { [field]: [reason] }]);
});

test('limits that are null are the same as left out', async () => {
  staff = await world.signIn('brand@glow.test');
  const limits = { max_per_order: null, max_per_month: null, new_customers_only: false };
  const { data } = await staff.call(publishTerms, {
    params: glow,
    body: { rules: [{ kind: 'percentage', rate: 1_000, ...limits }] },
  });
  expect(Object.keys(data.rules[0] ?? {})).not.toContain('max_per_order');
  expect(Object.keys(data.rules[0] ?? {})).not.toContain('new_customers_only');
});
