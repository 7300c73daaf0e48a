import { expect, it } from 'vitest';
import { openWorld } from '../../world/world.ts';
it('opens', async () => {
  await using world = await openWorld();
  const page = await world.app.inject({ url: '/@ava/glow-lab' });
  console.log(page.statusCode, page.body, page.headers);
  const page2 = await world.app.inject({ url: '/@ava' });
  console.log(page2.statusCode, page2.body);
  expect(1).toBe(1);
});
