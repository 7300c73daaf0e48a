import { afterAll, beforeAll, expect, test } from 'vitest';
import { clickOf, openScene, type RedirectorScene, type ServedRedirector, until } from '../redirector.testing.ts';
import { occupyThreadPool } from '../platform/thread.pool.testing.ts';

let scene: RedirectorScene;
let served: ServedRedirector;

beforeAll(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
  served = await scene.serve();
});
afterAll(() => scene[Symbol.asyncDispose]());

test('shoppers are redirected with a durable click id while every pool thread is busy', async () => {
  const release = occupyThreadPool();
  const clicks: string[] = [];
  try {
    for (let one = 0; one < 5; one += 1) clicks.push(clickOf(await served.visit('/s/shirt')));
    const crowd = await Promise.all(Array.from({ length: 40 }, () => served.visit('/s/shirt')));
    clicks.push(...crowd.map((answer) => clickOf(answer)));
  } finally {
    await release();
  }
  expect(new Set(clicks).size).toBe(45);
  const stored = () => scene.query('select id from hits');
  await until(async () => (await stored()).length === 45);
});
