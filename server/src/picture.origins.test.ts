import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../world/world.ts';
import { createPictureOrigins } from './picture.origins.ts';
import { withPictures } from './platform/http/security.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("the portal's picture policy allows our own origin and those of products, and no scheme as a whole", async () => {
  const images = [
    'https://CDN.glow.example/a.png',
    `https://cdn.glow.example/'x"`,
    'https://img.example:8443/b',
    'https://',
    'http://plain.example/c.png',
  ];
  const products = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('products').select('id').orderBy('id').limit(images.length).execute(),
  );
  for (const [index, { id }] of products.entries())
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .updateTable('products')
        .set({ image: images[index] ?? null })
        .where('id', '=', id)
        .execute(),
    );
  const origins = await createPictureOrigins(world.ctx)();
  expect(origins).toEqual(['https://cdn.glow.example', 'http://plain.example', 'https://img.example:8443']);
  const answer = await world.app.inject('/api/v1/portal');
  const own = String(answer.headers['content-security-policy']);
  const { origin } = new URL(world.ctx.config.publicUrl);
  expect(own).toContain(`img-src 'self' data: ${origin};`);
  expect(withPictures(own, origins)).toContain(
    `img-src 'self' data: ${origin} https://cdn.glow.example http://plain.example https://img.example:8443;`,
  );
});
