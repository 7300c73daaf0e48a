import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { createApiKey, listApiKeys } from '@vitrine/contract/merchants.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { distinctList, list } from '@vitrine/contract/values/list.ts';
import type { Client } from '../../../world/client.ts';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { validationRefusal } from './problems.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const params = { merchant: 'glow-lab' };

describe('a refused body', () => {
  const unknownFields = (count: number, length = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`field-${n}-${'x'.repeat(length)}`, 1]));

  test('is answered with its first unknown fields, each shortened, and the number of the others', async () => {
    const body = { email: 'a@b.test', password: 'x', ...unknownFields(900, 200) };
    const { status, problem } = await world.anonymous.call(login, { body });
    expect(status).toBe(422);
    expect(Object.keys(problem.errors ?? {}).map((name) => name.slice(0, 8))).toEqual(
      [0, 1, 2, 3, 4].map((n) => `field-${n}-`),
    );
    expect(problem.message).toMatch(/and 895 more$/);
    expect(JSON.stringify(problem).length).toBeLessThan(3_000);
  });

  test('with unknown fields in every line gets a short answer', async () => {
    const line = { line_id: '1', ...unknownFields(100, 20) };
    const body = { order_id: 'X', currency: 'USD', placed_at: 'now', lines: Array.from({ length: 500 }, () => line) };
    const { status, problem } = await world.shop(demoApiKey).call(receiveOrder, { body: body as never });
    expect(status).toBe(422);
    expect(JSON.stringify(problem).length).toBeLessThan(12_000);
  });

  test('is described in a number of steps that does not grow with it', () => {
    const schema = z.array(z.strictObject({ a: z.string() }));
    const read = schema.safeParse(Array.from({ length: 50_000 }, () => ({})));
    let steps = 0;
    const issues = new Proxy(read.error?.issues ?? [], {
      get(target, name, receiver) {
        steps += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const refusal = validationRefusal({ issues });
    expect(Object.keys(refusal.errors ?? {})).toHaveLength(20);
    expect(refusal.message).toMatch(/and 49980 more$/);
    expect(steps).toBeLessThan(200);
  });
});

describe('a list', () => {
  test('that is too long is refused before any entry is checked', () => {
    let checked = 0;
    const entry = z.string().check(
      z.refine(() => {
        checked += 1;
        return false;
      }, 'is wrong'),
    );
    const body = z.strictObject({ names: list(entry, { max: 3, noun: 'names' }) });
    const read = body.safeParse({ names: Array.from({ length: 100_000 }, () => 'x') });
    expect(read.error?.issues.map((issue) => issue.message)).toEqual(['must have at most 3 names, not 100000']);
    expect(checked).toBe(0);
  });

  test.each([
    [undefined, 'missing', 'names is missing; must be a list'],
    [[], 'too short', 'names must not be empty'],
    [['x', 'x'], 'twice', 'names must not contain duplicate names'],
  ])('with %j is refused: %s', (names, _why, message) => {
    const body = z.strictObject({ names: distinctList(z.string(), { min: 1, max: 3, noun: 'names' }) });
    const read = body.safeParse({ names });
    expect(read.error && validationRefusal(read.error).message).toBe(message);
  });

  test('in any body or query has a limit that is checked first', () => {
    const unlimited: string[] = [];
    for (const [name, endpoint] of endpoints)
      for (const schema of [endpoint.body, endpoint.query]) if (schema) unlimited.push(...unlimitedLists(name, schema));
    expect(unlimited).toEqual([]);
  });

  test('of scopes must not contain duplicates', async () => {
    const create = (scopes: string[]) =>
      staff.call(createApiKey, { params, body: { name: 'Till', scopes: scopes as never } });
    const wrong = await create(Array.from({ length: 30_000 }, () => 'x'));
    expect([wrong.status, wrong.problem.errors]).toEqual([422, { scopes: ['must have at most 10 scopes, not 30000'] }]);
    const twice = await create(['orders:read', 'orders:read']);
    expect([twice.status, twice.problem.errors]).toEqual([422, { scopes: ['must not contain duplicate scopes'] }]);
    const keys = await staff.call(listApiKeys, { params });
    expect(keys.data.filter((key) => key.name === 'Till')).toEqual([]);
    expect((await create(['orders:read', 'orders:write'])).status).toBe(201);
  });
});

/** The lists in a schema whose entries are checked even if there are too many. */
function unlimitedLists(name: string, schema: z.ZodMiniType): string[] {
  const found: string[] = [];
  const walk = (part: unknown, path: string, isLimited: boolean): void => {
    if (typeof part !== 'object' || part === null || !('def' in part)) return;
    const { def } = part as { def: z.core.$ZodTypeDef & Record<string, unknown> };
    if (def.type === 'array' && !isLimited) found.push(path);
    for (const [key, inner] of Object.entries(def)) {
      const isChecked = def.type === 'pipe' && key === 'out' && isTransform(def['in']);
      const parts = Array.isArray(inner) ? inner : key === 'shape' ? Object.values(inner as object) : [inner];
      for (const each of parts) walk(each, `${path}.${key}`, isChecked);
    }
  };
  walk(schema, name, false);
  return found;
}

function isTransform(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'def' in part && JSON.stringify(part.def).includes('"transform"');
}
