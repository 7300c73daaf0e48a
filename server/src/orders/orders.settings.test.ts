import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CallOf, type DataOf } from '@vitrine/contract/endpoint.ts';
import { changeBrandSettings } from '@vitrine/contract/brand-settings.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { reviewOrders } from './orders.jobs.ts';
import { openLateScene, type RedecisionScene } from './redecide.testing.ts';

// An order is decided by the settings that were in effect at its click (docs/decisions/0078).

const dayMs = 86_400_000;
let scene: RedecisionScene;
beforeEach(async () => {
  scene = await openLateScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

async function change(body: NonNullable<CallOf<typeof changeBrandSettings>['body']>): Promise<void> {
  const staff = await scene.world.signIn('brand@glow.test');
  granted(await staff.call(changeBrandSettings, { params: { merchant: 'glow-lab' }, body }));
}

const now = () => scene.world.clock.now();
const clickNow = (of: 'ava' | 'kim' = 'ava') => scene.click(of, now());
const explain = async (orderId: string): Promise<DataOf<typeof explainOrder>> =>
  granted(await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } }));

test('a shorter window does not take back what a click was promised', async () => {
  const before = clickNow();
  await scene.arrive(before);
  scene.world.clock.advance(dayMs);
  await change({ attribution_window_days: 3 });
  const after = clickNow();
  await scene.arrive(after);
  scene.world.clock.advance(10 * dayMs);
  expect(await scene.order('promised', before)).toBe('credited');
  const { steps } = await explain('promised');
  expect(steps.find(({ rule }) => rule === 'inside_window')?.facts).toMatchObject({ window_days: '30' });
  expect(await scene.order('outside', { ...after, hitId: after.hitId })).not.toBe('waiting_for_click');
  const { outcome, steps: others } = await explain('outside');
  // The browser's earlier click still counts; the later one was outside its own window.
  expect(outcome).toBe('credited');
  const windows = others.filter(({ rule }) => rule === 'inside_window').map(({ facts }) => facts['window_days']);
  expect(new Set(windows)).toEqual(new Set(['3', '30']));
});

test('a longer window does not reach back to clicks from before it', async () => {
  const before = clickNow();
  await scene.arrive(before);
  scene.world.clock.advance(1_000);
  await change({ attribution_window_days: 365 });
  scene.world.clock.advance(31 * dayMs);
  expect(await scene.order('too-late', before)).toBe('outside_window');
});

test('model and precedence are those at the last click, whenever the order comes', async () => {
  const first = clickNow('kim');
  scene.world.clock.advance(60_000);
  const last = clickNow('ava');
  await scene.arrive(first, last);
  scene.world.clock.advance(60_000);
  await change({ attribution_model: 'first_click', precedence: 'link' });
  scene.world.clock.advance(60_000);
  expect(await scene.order('as-before', last)).toBe('credited');
  expect((await explain('as-before')).credited_to?.who).toBe('ava');
  const third = scene.click('ava', now(), 'another shopper');
  const other = { ...scene.click('kim', new Date(now().getTime() - 5_000), 'another shopper') };
  await scene.arrive(other, third);
  expect(await scene.order('as-now', third)).toBe('credited');
  expect((await explain('as-now')).credited_to?.who).toBe('kim');
});

test('the days to return are those at the click', async () => {
  const before = clickNow();
  await scene.arrive(before);
  scene.world.clock.advance(1_000);
  await change({ return_window_days: 5 });
  const placed = now();
  expect(await scene.order('returns', before)).toBe('credited');
  const { matures_at: maturesAt } = await explain('returns');
  expect(Math.round((Date.parse(maturesAt ?? '') - placed.getTime()) / dayMs)).toBe(30);
  const after = scene.click('ava', now(), 'another shopper');
  await scene.arrive(after);
  expect(await scene.order('returns-soon', after)).toBe('credited');
  expect(Math.round((Date.parse((await explain('returns-soon')).matures_at ?? '') - placed.getTime()) / dayMs)).toBe(5);
});

test('a click that is stored after the change is decided as one that came in time', async () => {
  const click = clickNow();
  scene.world.clock.advance(1_000);
  await change({ attribution_window_days: 1, return_window_days: 0 });
  scene.world.clock.advance(2 * dayMs);
  expect(await scene.order('late', click)).toBe('unknown_click');
  await scene.arrive(click);
  expect(await reviewOrders(scene.world.ctx)).toBe(1);
  const { outcome, matures_at: maturesAt } = await explain('late');
  expect(outcome).toBe('credited');
  expect(Math.round((Date.parse(maturesAt ?? '') - now().getTime()) / dayMs)).toBe(30);
});
