import { expect, test } from 'vitest';
import { type Actor, anonymous } from '../actor.ts';
import { createLanes } from './lanes.ts';

const shop: Actor = { kind: 'shop', principal: 'shop', merchantId: 'm', isTest: false, keyId: 'k', scopes: ['orders'] };

test('a flood of anonymous requests fills their lane, is refused beyond it, and delays no shop', async () => {
  const lanes = createLanes();
  const held: (() => void)[] = [];
  const flood = Array.from({ length: 500 }, () =>
    lanes
      .run(anonymous, () => new Promise<void>((end) => held.push(end)))
      .then(
        () => 'answered',
        (error: { code: string }) => error.code,
      ),
  );
  // The flood's calls are still running, and the shop is answered.
  expect(await lanes.run(shop, async () => 'order taken')).toBe('order taken');
  const isOver = Promise.all(flood);
  const releasing = setInterval(() => held.splice(0).forEach((end) => end()));
  const outcomes = await isOver;
  clearInterval(releasing);
  expect(outcomes.filter((outcome) => outcome === 'busy').length).toBeGreaterThan(400);
  expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThan(10);
});

test('a flood of one brand is refused before it takes all places, and another brand is next', async () => {
  const lanes = createLanes();
  const held: (() => void)[] = [];
  const answered: string[] = [];
  const flood = Array.from({ length: 300 }, () =>
    lanes
      .run(shop, () => new Promise<void>((end) => held.push(end)))
      .then(
        () => answered.push('flood'),
        (error: { message: string }) => answered.push(error.message),
      ),
  );
  const other = lanes.run({ ...shop, merchantId: 'other' }, async () => answered.push('other'));
  const releasing = setInterval(() => held.shift()?.());
  await other;
  expect(answered.filter((each) => each === 'flood')).toHaveLength(1);
  expect(answered.filter((each) => each.startsWith('Too many of your requests'))).toHaveLength(150);
  await Promise.all(flood);
  clearInterval(releasing);
});
