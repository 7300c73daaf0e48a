import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTerms, previewTerms, publishTerms, searchTermsTargets } from '@vitrine/contract/terms.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { newId } from '../platform/ids.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

const dayMs = 86_400_000;
const params = { merchant: 'glow-lab' };
const percentage = (rate: number) => ({ kind: 'percentage' as const, rate });
type Rules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  await openMerchantAccount(world.ctx, world.people.merchants.glow, world.people.users.noor);
  granted(await staff.call(publishTerms, { params, body: { rules: [percentage(1_500)] } }));
  world.clock.advance(20 * dayMs);
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const preview = async (rules: Rules, query: { cursor?: string; limit?: number } = {}) =>
  staff.call(previewTerms, { params, query, body: { rules } });

test('a preview says for each creator and product what changes and from when on, and publishes nothing', async () => {
  const before = granted(await staff.call(listTerms, { params }));
  const rules = [
    percentage(1_500),
    { creator: 'ava', sku: 'serum', ...percentage(1_200) },
    { creator: 'noor', ...percentage(2_000) },
  ];
  const answer = await preview(rules);
  const data = granted(answer);
  const from = new Date(world.clock.now().getTime() + 14 * dayMs).toISOString();
  const rate = (value: number) => ({ kind: 'percentage', rate: value, amount: null });
  expect(data).toMatchObject({ effective_at: from, creators: { lose: 1, gain: 1, unchanged: 0 } });
  expect(data.products).toMatchObject({ lose: 1, unchanged: 0 });
  const [ava, noor] = data.changes;
  expect(ava).toEqual({
    creator: 'ava',
    display_name: expect.any(String),
    products: [
      {
        product: 'Dew Serum',
        from,
        before: rate(1_500),
        after: rate(1_200),
        is_cut: true,
        new_customers: false,
      },
    ],
    more: 0,
  });
  expect(noor?.products.every(({ after, is_cut: isCut }) => after?.rate === 2_000 && !isCut)).toBe(true);
  expect(granted(await staff.call(listTerms, { params }))).toEqual(before);
  // Publishing does what the preview said.
  const published = granted(await staff.call(publishTerms, { params, body: { rules } }));
  expect(published.effective_at).toBe(from);
});

test('the creators are paged by handle', async () => {
  const first = await preview([percentage(1_700)], { limit: 1 });
  expect(granted(first).changes.map(({ creator }) => creator)).toEqual(['ava']);
  const cursor = first.meta.next_cursor ?? '';
  const second = await preview([percentage(1_700)], { limit: 1, cursor });
  expect(granted(second).changes.map(({ creator }) => creator)).toEqual(['noor']);
  expect(second.meta.next_cursor).toBeNull();
});

test('bad rules are refused like those to publish', async () => {
  const answer = await preview([{ creator: 'nobody', ...percentage(1) }]);
  expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['rules.0.creator']]);
});

test('creators, groups, categories and products are found by a part of their name, of the own brand only', async () => {
  const { glow, maison } = world.people.merchants;
  for (const [merchantId, name] of [
    [glow, 'Gold 100%'],
    [maison, 'Gold of Paris'],
  ] as const)
    await world.ctx.database.as({ role: 'app', merchantId }, (tx) =>
      tx
        .insertInto('creator_groups')
        .values({ merchant_id: merchantId, id: newId(world.clock.now()), name, created_at: world.clock.now() })
        .execute(),
    );
  const find = async (kind: 'creator' | 'group' | 'category' | 'product', search: string) =>
    granted(await staff.call(searchTermsTargets, { params, query: { kind, search } })).map(({ name }) => name);
  expect(await find('group', 'gold')).toEqual(['Gold 100%']);
  expect(await find('group', '100%')).toEqual(['Gold 100%']);
  expect(await find('group', '1_0')).toEqual([]);
  expect(await find('product', 'SERUM')).toEqual(['Dew Serum (serum)']);
  expect((await find('creator', 'av')).join()).toContain('@ava');
  expect(await find('category', 'lip')).toEqual(['Lips']);
});
