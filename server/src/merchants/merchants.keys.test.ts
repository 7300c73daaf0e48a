import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey } from '@vitrine/contract/merchants.ts';
import { readOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { orderOf } from '../orders/orders.testing.ts';
import { newId } from '../platform/ids.ts';

const glow = { merchant: 'glow-lab' };
let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

type Body = { name: string; scopes: ('orders:read' | 'orders:write')[] };
const create = (body: Body) => staff.call(createApiKey, { params: glow, body });
const make = async () => granted(await create({ name: 'Till', scopes: ['orders:write', 'orders:read'] }));
const revoke = (id: string, by = staff, merchant = 'glow-lab') =>
  by.call(revokeApiKey, { params: { merchant, api_key_id: id } });
const listed = async (id: string) =>
  granted(await staff.call(listApiKeys, { params: glow })).find((key) => key.id === id);

describe('an API key', () => {
  test('is returned once; afterwards only its first letters are shown', async () => {
    const { answer, audits } = await effectsOf(world, make);
    const { key, api_key: made } = answer;
    expect(made).toEqual({
      id: made.id,
      name: 'Till',
      hint: `${key.slice(0, 8)}…`,
      scopes: ['orders:write', 'orders:read'],
      is_test: false,
      created_at: world.clock.now().toISOString(),
      last_used_at: null,
      revoked_at: null,
    });
    expect(audits).toEqual([
      { action: 'api_key.created', actor: world.people.users.glowStaff, subject: made.id, details: {} },
    ]);
    expect(JSON.stringify(await listed(made.id))).not.toContain(key);
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('api_keys').selectAll().execute(),
    );
    expect(rows.map((row) => row.key_hash.toString('latin1')).join()).not.toContain(key);
  });

  test('belongs to its own brand: orders sent with it arrive there', async () => {
    const { key } = await make();
    granted(await world.shop(key).call(receiveOrder, { body: orderOf(world, 'by key') }));
    const params = { order_id: 'by key' };
    expect((await staff.call(readOrder, { params: { ...glow, ...params } })).status).toBe(200);
    const other = await world.signIn('brand@northwind.test');
    const foreign = { merchant: 'northwind-outfitters', ...params };
    expect((await other.call(readOrder, { params: foreign })).status).toBe(404);
  });

  test('notes its last use, exact to a minute', async () => {
    const { key, api_key: made } = await make();
    const use = async (order: string) =>
      granted(await world.shop(key).call(receiveOrder, { body: orderOf(world, order) }));
    const first = world.clock.now();
    await use('first');
    expect((await listed(made.id))?.last_used_at).toBe(first.toISOString());
    world.clock.advance(60_000);
    await use('second');
    expect((await listed(made.id))?.last_used_at).toBe(first.toISOString());
    world.clock.advance(1);
    await use('third');
    expect((await listed(made.id))?.last_used_at).toBe(world.clock.now().toISOString());
  });

  test('stops working at once when it is revoked, and keeps the time of the first revocation', async () => {
    const { key, api_key: made } = await make();
    const revokedAt = world.clock.now().toISOString();
    const { answer, audits } = await effectsOf(world, () => revoke(made.id));
    expect(granted(answer).revoked_at).toBe(revokedAt);
    expect(audits).toEqual([
      { action: 'api_key.revoked', actor: world.people.users.glowStaff, subject: made.id, details: {} },
    ]);
    expect((await world.shop(key).call(receiveOrder, { body: orderOf(world, 'too late') })).status).toBe(401);
    world.clock.advance(1_000);
    expect(granted(await revoke(made.id)).revoked_at).toBe(revokedAt);
  });

  test("of another brand can't be revoked, and keeps working", async () => {
    const { key, api_key: made } = await make();
    const other = await world.signIn('brand@northwind.test');
    for (const id of [made.id, newId(world.clock.now()), 'x'])
      expect((await revoke(id, other, 'northwind-outfitters')).problem).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    expect((await revoke(made.id, other)).status).toBe(404);
    granted(await world.shop(key).call(receiveOrder, { body: orderOf(world, 'still works') }));
  });

  test.each([
    [{ name: ' ', scopes: ['orders:read'] }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(61), scopes: ['orders:read'] }, 'name', 'must have at most 60 characters'],
    [{ name: 'Till', scopes: [] }, 'scopes', 'must not be empty'],
    [{ name: 'Till', scopes: ['orders:read', 'orders:read'] }, 'scopes', 'must not contain duplicate scopes'],
  ] satisfies [Body, string, string][])('with an invalid field is refused: %j', async (body, field, reason) => {
    expect((await create(body)).problem).toMatchObject({ status: 422, errors: { [field]: [reason] } });
  });

  test('takes a name of 60 characters', async () => {
    expect((await create({ name: 'x'.repeat(60), scopes: ['orders:read'] })).status).toBe(201);
  });
});
