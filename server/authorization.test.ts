import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '@vitrine/contract/accounts.ts';
import type { Endpoint, Principal } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { receiveOrder, shopifyDelivery } from '@vitrine/contract/orders.ts';
import { addApiKey } from './src/merchants/merchants.service.ts';
import { newId, newSecret, sha256 } from './src/platform/ids.ts';
import { type Client, client, type Result } from './world/client.ts';
import { granted } from './world/shelves.ts';
import { openWorld, type World } from './world/world.ts';

// Every call of the contract × every kind of caller × ids of their own, of others, and of nobody. What must come back
// follows from the call's own policy: nothing but the rightful caller gets a 2xx, and what belongs to others cannot be
// told from what does not exist.

type Caller = { name: string; principal: Principal | 'dead'; active: boolean; client: Client; own: Ids; foreign: Ids };
type Ids = Record<string, string>;

let world: World;
let callers: Caller[];
let database: pg.Client;

const missing: Ids = new Proxy({}, { get: () => randomUUID() });

async function session(
  userId: string,
  change: { revoked?: boolean; expired?: boolean; view?: boolean },
): Promise<Client> {
  const token = newSecret('vtp');
  const now = world.clock.now();
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('sessions')
      .values({
        id: newId(now),
        token_hash: sha256(token),
        user_id: userId,
        kind: change.view ? 'impersonation' : 'login',
        mode: change.view ? 'view' : 'full',
        impersonator_id: change.view ? world.people.users.operator : null,
        parent_id: null,
        created_at: now,
        last_seen_at: now,
        idle_seconds: 3600,
        expires_at: new Date(now.getTime() + (change.expired ? -1 : 1_800_000)),
        revoked_at: change.revoked ? now : null,
      })
      .execute(),
  );
  return client(world.app, token);
}

async function order(shop: Client, orderId: string, code: string): Promise<void> {
  granted(
    await shop.call(receiveOrder, {
      body: {
        order_id: orderId,
        currency: 'USD',
        placed_at: world.clock.now().toISOString(),
        discount_codes: [code],
        lines: [
          {
            line_id: '1',
            sku: 'serum',
            title: 'Something',
            quantity: 2,
            unit_price: { amount: '4800', currency: 'USD' },
          },
        ],
      },
    }),
  );
}

async function idsOf(merchantId: string, accountId: string): Promise<Ids> {
  return world.ctx.database.as({ role: 'system' }, async (tx) => ({
    merchant: merchantId,
    merchant_account_id: accountId,
    placement_id: (
      await tx
        .selectFrom('placements')
        .select('id')
        .where('merchant_account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).id,
    link_id: (
      await tx.selectFrom('links').select('id').where('merchant_account_id', '=', accountId).executeTakeFirstOrThrow()
    ).id,
    product_id: (
      await tx.selectFrom('products').select('id').where('merchant_id', '=', merchantId).executeTakeFirstOrThrow()
    ).id,
    api_key_id: (
      await tx
        .selectFrom('api_keys')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('name', '=', 'Spare')
        .executeTakeFirstOrThrow()
    ).id,
    commission_id: (
      await tx
        .selectFrom('commissions')
        .select('id')
        .where('merchant_account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).id,
    order_id: (
      await tx.selectFrom('orders').select('order_id').where('merchant_id', '=', merchantId).executeTakeFirstOrThrow()
    ).order_id,
  }));
}

async function assemble(): Promise<Caller[]> {
  const { users, merchants, accounts } = world.people;
  const glowShop = world.shop('vtk_demo_glow_lab');
  const northwindShop = world.shop('vtk_demo_northwind');
  for (const merchantId of [merchants.glow, merchants.northwind]) {
    await addApiKey(world.ctx, merchantId, { name: 'Spare', scopes: ['orders:read'] });
  }
  await order(glowShop, 'G-1', 'AVA10');
  await order(northwindShop, 'N-1', 'NOOR15');
  // A commission that can be released is one on hold; how one comes to be is told in orders.test.ts.
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('commissions').set({ held_reason: 'self_purchase' }).execute(),
  );
  const glow = await idsOf(merchants.glow, accounts.avaGlow);
  const northwind = await idsOf(merchants.northwind, accounts.noorNorthwind);
  const caller = (
    name: string,
    principal: Caller['principal'],
    of: Client,
    own: Ids,
    foreign: Ids,
    active = true,
  ): Caller => ({ name, principal, active, client: of, own, foreign });
  return [
    caller('anonymous', 'anonymous', world.anonymous, glow, northwind),
    caller('creator of Glow Lab', 'creator', await world.signIn('ava@creators.test'), glow, northwind),
    caller('creator of Northwind', 'creator', await world.signIn('noor@creators.test'), northwind, glow),
    caller(
      'creator whose status is not 100',
      'creator',
      await world.signIn('max@creators.test'),
      glow,
      northwind,
      false,
    ),
    caller('staff of Glow Lab', 'brand', await world.signIn('brand@glow.test'), glow, northwind),
    caller('staff of Northwind', 'brand', await world.signIn('brand@northwind.test'), northwind, glow),
    caller('operator', 'operator', await world.signIn('operator@vitrine.test'), glow, northwind),
    caller('shop of Glow Lab', 'shop', glowShop, glow, northwind),
    caller('shop of Northwind', 'shop', northwindShop, northwind, glow),
    caller('revoked token', 'dead', await session(users.ava, { revoked: true }), glow, northwind),
    caller('expired token', 'dead', await session(users.ava, { expired: true }), glow, northwind),
  ];
}

beforeAll(async () => {
  world = await openWorld();
  callers = await assemble();
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});

/** A body that the rightful caller may send; ids in it are taken from the same side as those of the path. */
function bodyOf(name: string, ids: Ids): unknown {
  const bodies: Record<string, unknown> = {
    login: { email: 'ava@creators.test', password: 'vitrine-demo' },
    addPlacement: { product_id: ids['product_id'] },
    changePlacement: { note: 'changed' },
    createLink: {
      destination:
        ids['merchant'] === world.people.merchants.glow
          ? 'https://shop.glowlab.example/new'
          : 'https://northwind.example/new',
    },
    changeLink: { title: 'changed' },
    publishTerms: { rules: [{ kind: 'percentage', rate: 2000 }] },
    importProducts: { source: 'csv', csv: 'sku,title,url,price\n' },
    createApiKey: { name: 'Another', scopes: ['orders:read'] },
    createDiscountCode: {
      code: `C${randomUUID().slice(0, 6)}`,
      creator: ids['merchant'] === world.people.merchants.glow ? 'ava' : 'noor',
    },
    receiveOrder: {
      order_id: randomUUID(),
      currency: 'USD',
      placed_at: world.clock.now().toISOString(),
      lines: [{ line_id: '1', sku: 'x', title: 'x', quantity: 1, unit_price: { amount: '100', currency: 'USD' } }],
    },
    receiveRefund: { refund_id: randomUUID(), lines: [{ line_id: '1', amount: { amount: '1', currency: 'USD' } }] },
  };
  return bodies[name];
}

async function tryCall(name: string, endpoint: Endpoint, caller: Caller, ids: Ids): Promise<Result<Endpoint>> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const params = Object.fromEntries(names.map((param) => [param, ids[param] ?? 'nothing']));
  const body = bodyOf(name, ids);
  return caller.client.call(endpoint, { params, ...(body === undefined ? {} : { body }) });
}

/** Calls that say who calls by something else than a token, or that keep the connection. */
const ownTests = new Set(['shopifyDelivery', 'streamEvents', 'logout']);
const calls = [...endpoints].filter(([name]) => !ownTests.has(name));
const isAllowed = (endpoint: Endpoint, caller: Caller) =>
  endpoint.access.includes('anonymous') ||
  (caller.principal !== 'dead' &&
    endpoint.access.includes(caller.principal) &&
    (caller.active || endpoint.anyStatus === true));

async function fingerprint(): Promise<string> {
  const tables = await database.query<{
    name: string;
  }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('sessions', 'api_keys', 'creator_browsers', 'migrations') order by relname`);
  const sums = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const found = await database.query<{ sum: string }>(
        `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
      );
      return `${name}=${found.rows[0]?.sum}`;
    }),
  );
  return sums.join('\n');
}

describe.each(calls)('%s', (name, endpoint) => {
  test('answers whom its policy names', async () => {
    for (const caller of callers.filter((entry) => isAllowed(endpoint, entry))) {
      const answer = await tryCall(name, endpoint, caller, caller.own);
      expect(answer.status, `${caller.name}: ${JSON.stringify(answer.problem)}`).toBeLessThan(300);
    }
  });

  test('refuses everyone else, whatever ids they name, and changes nothing', async () => {
    const before = await fingerprint();
    for (const caller of callers.filter((entry) => !isAllowed(endpoint, entry))) {
      for (const ids of [caller.own, caller.foreign, missing]) {
        const answer = await tryCall(name, endpoint, caller, ids);
        const expected = caller.principal === 'anonymous' || caller.principal === 'dead' ? 401 : 403;
        expect(answer.status, `${caller.name}: ${JSON.stringify(answer.problem)}`).toBe(expected);
      }
    }
    expect(await fingerprint()).toBe(before);
  });

  test('does not let anyone tell what belongs to others from what does not exist', async () => {
    if (!endpoint.path.includes('{')) return;
    const before = await fingerprint();
    for (const caller of callers.filter((entry) => isAllowed(endpoint, entry))) {
      const foreign = await tryCall(name, endpoint, caller, caller.foreign);
      const nowhere = await tryCall(name, endpoint, caller, missing);
      expect(foreign.status, `${caller.name}: ${JSON.stringify(foreign.problem)}`).toBe(404);
      const neutral = (answer: Result<Endpoint>) => ({ ...answer.problem, request_id: '', instance: '' });
      expect([foreign.status, neutral(foreign)]).toEqual([nowhere.status, neutral(nowhere)]);
    }
    expect(await fingerprint()).toBe(before);
  });
});

describe('ids of two sides mixed in one call', () => {
  test('reach nothing: a foreign id below an own one, and the other way round', async () => {
    const before = await fingerprint();
    for (const caller of callers.filter((entry) => ['creator', 'brand'].includes(entry.principal) && entry.active)) {
      for (const [name, endpoint] of calls.filter(
        ([, entry]) =>
          (entry.path.match(/\{/g) ?? []).length > 1 && entry.access.includes(caller.principal as Principal),
      )) {
        const [first = ''] = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
        for (const ids of [
          { ...caller.foreign, [first]: caller.own[first] ?? '' },
          { ...caller.own, [first]: caller.foreign[first] ?? '' },
        ]) {
          expect((await tryCall(name, endpoint, caller, ids)).status, `${caller.name} ${name}`).toBe(404);
        }
      }
    }
    expect(await fingerprint()).toBe(before);
  });
});

test('a session that only looks can read and change nothing', async () => {
  const viewer: Caller = {
    ...(callers[1] as Caller),
    name: 'operator looking',
    client: await session(world.people.users.ava, { view: true }),
  };
  const before = await fingerprint();
  for (const [name, endpoint] of calls.filter(([, entry]) => entry.access.includes('creator'))) {
    const answer = await tryCall(name, endpoint, viewer, viewer.own);
    if (endpoint.method === 'GET') expect(answer.status, name).toBe(200);
    else expect([answer.status, answer.problem.code], name).toEqual([403, 'view_only']);
  }
  expect(await fingerprint()).toBe(before);
});

test('every call of the contract is served, and the OpenAPI document names its policy', async () => {
  const answer = await world.app.inject('/api/v1/openapi.json');
  const { paths } = answer.json<{
    paths: Record<string, Record<string, { 'x-policy': { principals: string[]; scope: string } }>>;
  }>();
  for (const [name, endpoint] of endpoints) {
    const url = `/api/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    expect(world.app.hasRoute({ method: endpoint.method, url }), name).toBe(true);
    expect(paths[`/api/v1${endpoint.path}`]?.[endpoint.method.toLowerCase()]?.['x-policy'].principals, name).toEqual(
      endpoint.access,
    );
  }
});

test('no cookie opens anything', async () => {
  const token = await world.token('ava@creators.test');
  for (const [name, endpoint] of calls.filter(([, entry]) => !entry.access.includes('anonymous'))) {
    const answer = await world.anonymous.call(endpoint, {
      params: callers[0]?.own as never,
      headers: { cookie: `token=${token}; session=${token}` },
    });
    expect(answer.status, name).toBe(401);
  }
});

test('the calls that are left out here have tests of their own', () => {
  expect([...ownTests].sort()).toEqual(['logout', 'shopifyDelivery', 'streamEvents']);
  expect([login.scope, shopifyDelivery.scope]).toEqual(['self', 'signed_delivery']);
});
