import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

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
  { says: 'a rate without a kind that has one', rules: [{ kind: 'flat', rate: 100 }], field: 'rules.0' },
  { says: 'more than everything', rules: [{ kind: 'percentage', rate: 10_001 }], field: 'rules.0.rate' },
  { says: 'no rule', rules: [], field: 'rules' },
  {
    says: 'a product that cannot be written down',
    rules: [{ sku: 'a\u0000b', kind: 'percentage', rate: 100 }],
    field: 'rules.0.sku',
  },
] as const)('terms with $says are refused, and no version is made', async ({ rules, field }) => {
  const versions = (await staff.call(listTerms, { params: glow })).data.length;
  const answer = await staff.call(publishTerms, { params: glow, body: { rules: [...rules] } });
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
