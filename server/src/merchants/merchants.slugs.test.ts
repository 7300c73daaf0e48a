import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { createMerchant } from './merchants.service.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function slugOf(displayName: string): Promise<string> {
  const id = await createMerchant(world.ctx, { displayName, currency: 'USD', shopUrl: 'https://shop.example' });
  const found = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('merchants').select('slug').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return found.slug;
}

test.each([
  ['Register & Co', 'register--co'],
  ['Café  Ölé & Co', 'caf--l--co'],
  ['  Two  Spaces ', 'two--spaces'],
  ['-x-', '-x-'],
  ['Bäckerei 24', 'bckerei-24'],
])('§22 §97: the slug of “%s” is %s, by the rule as written (S01, S19)', async (name, slug) => {
  expect(await slugOf(name)).toBe(slug);
});

test('§97: a slug has a suffix only where it is taken, reserved or empty (S19)', async () => {
  expect(await slugOf('Glow & Co')).toBe('glow--co');
  expect(await slugOf('Glow + Co')).toMatch(/^glow--co-[a-z0-9]{5}$/);
  expect(await slugOf('Posts')).toMatch(/^posts-[a-z0-9]{5}$/);
  expect(await slugOf('渋谷')).toMatch(/^[a-z0-9]{5}$/);
});

test('ten brands created at once whose names have the same slug all get their own (S01)', async () => {
  const signs = ['', '!', '?', '*', '+', '#', '%', '@', '~', '='];
  const slugs = await Promise.all(signs.map((sign) => slugOf(`Same Name${sign}`)));
  expect(new Set(slugs).size).toBe(10);
});
