import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { shopifyDelivery } from '@vitrine/contract/shops.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { ownTests } from './authorization.matrix.testing.ts';
import { openWorld, type World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('every call of the contract is served, and the OpenAPI document states its policy', async () => {
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

test('the calls that the matrix skips have tests of their own', () => {
  expect([...ownTests].filter((name) => !endpoints.has(name))).toEqual([]);
  expect([login.scope, shopifyDelivery.scope]).toEqual(['self', 'signed_delivery']);
});
