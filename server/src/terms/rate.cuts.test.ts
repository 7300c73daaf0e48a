import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listPlacements } from '@vitrine/contract/storefront.ts';
import { listOwnRates, listOwnTerms, publishTerms } from '@vitrine/contract/terms.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { sql } from 'kysely';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { recordMoves } from '../groups/groups.moves.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import { newId } from '../platform/ids.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { moveEffectiveAt } from './group.moves.ts';
import { tellRateCuts } from './rate.cuts.jobs.ts';

const dayMs = 86_400_000;
const glow = { merchant: 'glow-lab' };
const percentage = (rate: number) => ({ kind: 'percentage' as const, rate });
type Rules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];

let world: World;
let staff: Client;
let ava: Client;
let noorAccount: string;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  noorAccount = await openMerchantAccount(world.ctx, world.people.merchants.glow, world.people.users.noor);
});
afterAll(() => world[Symbol.asyncDispose]());
/** Every test starts long after the last one, when nothing is announced any more. */
beforeEach(async () => {
  world.clock.advance(60 * dayMs);
  staff = await world.signIn('brand@glow.test');
  ava = await world.signIn('ava@creators.test');
  await tellRateCuts(world.ctx);
});

const system = <T>(work: Parameters<typeof world.ctx.database.as<T>>[1]) =>
  world.ctx.database.as({ role: 'system' }, work);

async function publish(rules: Rules, note?: string) {
  world.clock.advance(1_000);
  return granted(await staff.call(publishTerms, { params: glow, body: { rules, ...(note && { note }) } }));
}

/** Starts with these rules in effect. */
async function startWith(rules: Rules): Promise<void> {
  await publish(rules);
  world.clock.advance(30 * dayMs);
  await tellRateCuts(world.ctx);
  staff = await world.signIn('brand@glow.test');
  ava = await world.signIn('ava@creators.test');
  world.clock.advance(1_000);
}

const mailsSince = (at: Date) =>
  system((tx) =>
    tx
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'rate_change')
      .where('created_at', '>=', at)
      .orderBy('recipient')
      .execute(),
  );
const noticesSince = (at: Date) =>
  system((tx) =>
    tx
      .selectFrom('notifications')
      .innerJoin('users', 'users.id', 'notifications.user_id')
      .select(['users.email', 'payload'])
      .where('kind', '=', 'rate_change')
      .where('notifications.created_at', '>=', at)
      .orderBy('users.email')
      .execute(),
  );

async function makeGroup(name: string): Promise<string> {
  const id = newId(world.clock.now());
  const { glow: merchantId } = world.people.merchants;
  await world.ctx.database.as({ role: 'app', merchantId }, (tx) =>
    tx
      .insertInto('creator_groups')
      .values({ merchant_id: merchantId, id, name, created_at: world.clock.now() })
      .execute(),
  );
  return id;
}

async function move(account: string, groupId: string | null): Promise<Date> {
  const { glow: merchantId } = world.people.merchants;
  return world.ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const now = world.clock.now();
    const effectiveAt = (await moveEffectiveAt(tx, merchantId, [account], groupId, now)).get(account) ?? now;
    await recordMoves(world.ctx, tx, merchantId, [account], { groupId, effectiveAt, by: null });
    return effectiveAt;
  });
}

describe('a lower rate', () => {
  test('is told to each creator who would earn less, by product name with the day, and to nobody else', async () => {
    await startWith([percentage(1_800)]);
    await publish([percentage(1_500), { creator: 'noor', ...percentage(1_800) }], 'Costs have risen');
    const told = world.clock.now();
    expect(await mailsSince(told)).toEqual([]);
    await tellRateCuts(world.ctx);
    const mails = await mailsSince(told);
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ava@creators.test']);
    const [mail] = mails;
    expect(mail?.text).toContain('Costs have risen');
    expect(mail?.text).toMatch(/Dew Serum: 18% of the price → 15% of the price from \w+ \d+, \d{4}/);
    expect(mail?.text).toContain(`${world.ctx.config.publicUrl}/earnings?view=rules`);
    const effective_at = new Date(told.getTime() + 14 * dayMs).toISOString();
    expect(await noticesSince(told)).toEqual([
      { email: 'ava@creators.test', payload: { effective_at, note: 'Costs have risen' } },
    ]);
    await tellRateCuts(world.ctx);
    expect([await mailsSince(told), await noticesSince(told)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('that touches many products lists ten, and says how many more', async () => {
    await startWith([percentage(1_800)]);
    const { glow: merchantId } = world.people.merchants;
    await system((tx) =>
      sql`insert into products (merchant_id, id, sku, title, url, price, currency, category, created_at, updated_at)
        select ${merchantId}, gen_random_uuid(), 'MANY-' || n, 'Many ' || lpad(n::text, 2, '0'),
          'https://shop.glowlab.example/many/' || n, 1000, 'USD', 'Many', ${world.clock.now()}, ${world.clock.now()} from generate_series(1, 12) n`.execute(
        tx,
      ),
    );
    await publish([percentage(1_800), { category: 'Many', ...percentage(1_700) }]);
    const told = world.clock.now();
    await tellRateCuts(world.ctx);
    const [mail] = await mailsSince(told);
    expect(mail?.text.match(/Many \d\d: 18% of the price → 17%/g)).toHaveLength(10);
    expect(mail?.text).toContain('And 2 more products.');
    expect(mail?.text).not.toContain('Dew Serum');
  });

  test('shows in Manage and in the creator’s rates with the day from which it applies', async () => {
    await startWith([percentage(1_800)]);
    const { effective_at: from } = await publish([percentage(1_500)]);
    const params = { merchant_account_id: 'glow-lab' };
    const rate = (value: number) => ({ kind: 'percentage', rate: value, amount: null });
    const [placement] = granted(await ava.call(listPlacements, { params }));
    const expected = { commission: rate(1_800), commission_then: { from, commission: rate(1_500) } };
    expect(placement?.product).toMatchObject(expected);
    expect(granted(await ava.call(listOwnRates, { params }))).toEqual([
      { titles: expect.any(Array), count: expect.any(Number), ...expected },
    ]);
    world.clock.set(new Date(from));
    ava = await world.signIn('ava@creators.test');
    const [later] = granted(await ava.call(listPlacements, { params }));
    expect(later?.product).toMatchObject({ commission: rate(1_500), commission_then: null });
  });

  test('is no notice if it only ends what was announced with its end', async () => {
    await startWith([percentage(1_800)]);
    const first = new Date(world.clock.now().getTime() + 2 * dayMs).toISOString().slice(0, 10);
    const last = new Date(world.clock.now().getTime() + 8 * dayMs).toISOString().slice(0, 10);
    const bonus = { ...percentage(2_500), starts_on: first, ends_on: last };
    const version = await publish([percentage(1_800), bonus]);
    expect(version.effective_at).toBe(version.created_at);
    expect(version.rules[1]).toMatchObject({ starts_on: first, ends_on: last });
    const told = world.clock.now();
    await tellRateCuts(world.ctx);
    expect(await mailsSince(told)).toEqual([]);
    const rateOn = async (at: Date, id: string) => {
      const { clickId } = await makeHit(world, 'avaGlow', { at });
      const answer = await world
        .shop('vtk_demo_glow_lab')
        .call(receiveOrder, { body: orderOf(world, id, { click_id: clickId }) });
      return granted(answer).decision?.lines[0]?.rule?.rate;
    };
    const day = (days: number) => new Date(told.getTime() + days * dayMs);
    world.clock.set(day(12));
    expect([await rateOn(day(0), 'b-0'), await rateOn(day(5), 'b-5'), await rateOn(day(11), 'b-11')]).toEqual([
      1_800, 2_500, 1_800,
    ]);
  });

  test('that begins later than the notice period takes effect with its version and is told with its own day', async () => {
    await startWith([percentage(1_800)]);
    const first = new Date(world.clock.now().getTime() + 40 * dayMs).toISOString().slice(0, 10);
    const version = await publish([percentage(1_800), { sku: 'serum', ...percentage(1_000), starts_on: first }]);
    expect(version.effective_at).toBe(version.created_at);
    const told = world.clock.now();
    await tellRateCuts(world.ctx);
    const notices = await noticesSince(told);
    expect(notices.map(({ email }) => email)).toEqual(['ava@creators.test', 'noor@creators.test']);
    const days = (new Date(Object(notices[0]?.payload).effective_at).getTime() - told.getTime()) / dayMs;
    expect(days).toBeGreaterThan(38);
  });
});

describe('a group', () => {
  test('has rates of its own, by the group at the click', async () => {
    const gold = await makeGroup('Gold');
    await startWith([percentage(1_000), { group: gold, ...percentage(2_000) }]);
    const before = world.clock.now();
    world.clock.advance(1_000);
    await move(world.people.accounts.avaGlow, gold);
    const after = world.clock.now();
    world.clock.advance(1_000);
    const decide = async (at: Date, id: string) => {
      const { clickId } = await makeHit(world, 'avaGlow', { at });
      const body = orderOf(world, id, { click_id: clickId });
      const [line] = granted(await world.shop('vtk_demo_glow_lab').call(receiveOrder, { body })).decision?.lines ?? [];
      return line?.rule;
    };
    expect(await decide(before, 'g-1')).toMatchObject({ applies_to: 'default', rate: 1_000 });
    expect(await decide(after, 'g-2')).toMatchObject({ applies_to: 'group', rate: 2_000 });
  });

  test('that pays less is entered after the notice period, and its creator is told; one that pays more at once', async () => {
    const [gold, bronze] = [await makeGroup('Gold 2'), await makeGroup('Bronze')];
    await startWith([
      percentage(1_000),
      { group: gold, ...percentage(2_000) },
      { group: bronze, sku: 'serum', ...percentage(500) },
    ]);
    const now = world.clock.now();
    expect(await move(noorAccount, gold)).toEqual(now);
    await tellRateCuts(world.ctx);
    expect(await noticesSince(now)).toEqual([]);
    world.clock.advance(1_000);
    const later = await move(noorAccount, bronze);
    expect(later.getTime() - world.clock.now().getTime()).toBe(14 * dayMs);
    await tellRateCuts(world.ctx);
    expect((await noticesSince(now)).map(({ email, payload }) => [email, Object(payload).effective_at])).toEqual([
      ['noor@creators.test', later.toISOString()],
    ]);
    expect((await mailsSince(now))[0]?.text).toContain('20% of the price → 5% of the price');
    const queue = await system((tx) => tx.selectFrom('rate_notices').selectAll().execute());
    expect(queue).toEqual([]);
  });

  test('of another brand, an archived one and one for a single creator are refused by name', async () => {
    const gold = await makeGroup('Gold 3');
    const refused = async (rule: Rules[number]) =>
      Object.keys((await staff.call(publishTerms, { params: glow, body: { rules: [rule] } })).problem.errors ?? {});
    expect(await refused({ group: newId(world.clock.now()), ...percentage(1) })).toEqual(['rules.0.group']);
    expect(await refused({ group: 'gold', ...percentage(1) })).toEqual(['rules.0.group']);
    expect(await refused({ group: gold, creator: 'ava', ...percentage(1) })).toEqual(['rules.0.group']);
    expect(await refused({ ...percentage(1), starts_on: '2026-12-07', ends_on: '2026-12-01' })).toEqual([
      'rules.0.ends_on',
    ]);
  });
});

test('creators read every version as it concerned them, and no rule of others', async () => {
  const [gold, silver] = [await makeGroup('Gold 4'), await makeGroup('Silver')];
  await startWith([percentage(1_000)]);
  await move(world.people.accounts.avaGlow, gold);
  await publish(
    [
      percentage(1_000),
      { group: gold, ...percentage(1_100) },
      { group: silver, ...percentage(1_200) },
      { creator: 'noor', ...percentage(1_300) },
      { creator: 'ava', sku: 'serum', ...percentage(1_400) },
    ],
    'For Ava and others',
  );
  await publish([percentage(900)]);
  const params = { merchant_account_id: 'glow-lab' };
  const [announced, active, past] = granted(await ava.call(listOwnTerms, { params }));
  expect([announced?.state, active?.state, past?.state]).toEqual(['announced', 'active', 'past']);
  expect(active?.ended_at).toBe(announced?.effective_at);
  expect(active?.note).toBe('For Ava and others');
  expect(active?.rules.map(({ whose, sku, rate }) => [whose, sku, rate])).toEqual([
    ['everyone', null, 1_000],
    ['group', null, 1_100],
    ['creator', 'serum', 1_400],
  ]);
  for (const merchant_account_id of [world.people.accounts.noorNorthwind, noorAccount]) {
    expect((await ava.call(listOwnTerms, { params: { merchant_account_id } })).status).toBe(404);
    expect((await ava.call(listOwnRates, { params: { merchant_account_id } })).status).toBe(404);
  }
});

describe('ten thousand creators', () => {
  const creators = 10_000;
  beforeAll(async () => {
    await system((tx) =>
      sql`with made as (
          insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
          select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, 'creator', 'many' || n || '@creators.test', 'Many ' || n, 'many' || n, 100, ${world.clock.now()}
          from generate_series(1, ${creators}::int) n returning id)
        insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
        select ${world.people.merchants.glow}::uuid, gen_random_uuid(), id, ${world.clock.now()} from made`.execute(tx),
    );
  });

  test('are told once each, also when the job dies in the middle and two nodes go on', async () => {
    await startWith([percentage(1_800)]);
    await publish([percentage(1_500)]);
    const told = world.clock.now();
    // Dies after some slices: the connection is cut inside a transaction.
    const { database } = world.ctx;
    let slices = 0;
    const dying = Object.assign(Object.create(world.ctx), {
      database: Object.assign(Object.create(database), {
        as: (...[scope, work]: Parameters<typeof database.as>) =>
          database.as(scope, async (tx) => {
            const done = await work(tx);
            slices += 1;
            if (slices === 4) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
            return done;
          }),
      }),
    });
    await expect(tellRateCuts(dying)).rejects.toThrow(/terminat|connection/i);
    const partly = (await mailsSince(told)).length;
    expect(partly).toBeGreaterThan(0);
    expect(partly).toBeLessThan(creators);
    await Promise.all([tellRateCuts(world.ctx), tellRateCuts(world.ctx)]);
    await tellRateCuts(world.ctx);
    const mails = await mailsSince(told);
    const notices = await noticesSince(told);
    expect(mails.filter(({ recipient }) => recipient.startsWith('many'))).toHaveLength(creators);
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length);
    expect(new Set(notices.map(({ email }) => email)).size).toBe(notices.length);
    expect(notices).toHaveLength(mails.length);
  }, 120_000);
});
