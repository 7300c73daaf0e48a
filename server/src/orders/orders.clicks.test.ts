import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { clickIdsIn, createClickIds, timeOfClick } from '../hits/click-id.ts';
import { namedClicks } from './orders.clicks.ts';
import { decideWaiting, reviewOrders } from './orders.jobs.ts';
import { makeHit, orderOf } from './orders.testing.ts';

// A shop sends the click ids that a browser kept. Anyone can put made-up ones into a browser, with any time in them.

const minuteMs = 60_000;
const dayMs = 86_400_000;
const future = Date.parse('9999-12-31T00:00:00Z');
const madeUp = createClickIds();
let world: World;
beforeAll(async () => {
  world = await openWorld();
  // The brand's terms are as old as the world, and clicks from before earn nothing.
  world.clock.advance(5 * dayMs);
});
afterAll(() => world[Symbol.asyncDispose]());

const ago = (ms: number) => new Date(world.clock.now().getTime() - ms);
let orders = 0;

async function sell(clickId: string) {
  orders += 1;
  const orderId = `O-${orders}`;
  const shop = world.shop(demoApiKey);
  const body = orderOf(world, orderId, { click_id: clickId, placed_at: world.clock.now().toISOString() });
  granted(await shop.call(receiveOrder, { body }));
  const read = async () => granted(await shop.call(receiveOrder, { body }));
  return { orderId, read };
}

const outcomeOf = ({ decision, state }: Awaited<ReturnType<Awaited<ReturnType<typeof sell>>['read']>>) =>
  decision?.outcome ?? state;

test('an order that names only a click of the future is decided at once', async () => {
  const { read } = await sell(madeUp(future));
  expect(outcomeOf(await read())).toBe('unknown_click');
});

test.each([
  ['from the future', () => future],
  ['from yesterday', () => ago(dayMs).getTime()],
])('a made-up click %s takes nothing from the real one beside it', async (_, at) => {
  const { clickId } = await makeHit(world, 'avaGlow', { at: ago(2 * dayMs) });
  const fake = madeUp(at());
  for (const text of [`${fake}${clickId}`, `${clickId}${fake}`, `${fake},${clickId}`]) {
    const { read } = await sell(text);
    expect(outcomeOf(await read())).toBe('credited');
  }
});

test('an order waits for a made-up click of this moment no longer than for any other, and then counts the real one', async () => {
  const { clickId } = await makeHit(world, 'avaGlow', { at: ago(dayMs) });
  const { read } = await sell(`${madeUp(ago(minuteMs).getTime())}${clickId}`);
  expect(outcomeOf(await read())).toBe('waiting_for_click');
  world.clock.advance(11 * minuteMs);
  await decideWaiting(world.ctx);
  expect(outcomeOf(await read())).toBe('credited');
});

test('of two real clicks the later one counts, in whatever order they are named', async () => {
  const first = await makeHit(world, 'avaGlow', { at: ago(2 * dayMs) });
  const last = await makeHit(world, 'avaGlow', { at: ago(dayMs) });
  for (const text of [`${first.clickId}${last.clickId}`, `${last.clickId}${first.clickId}`]) {
    const { decision } = await (await sell(text)).read();
    expect(decision?.candidates.map((each) => [each.verdict, each.touched_at])).toEqual([
      ['later_click_counts', ago(2 * dayMs).toISOString()],
      ['credited', ago(dayMs).toISOString()],
    ]);
  }
});

test('a second click that is stored after the decision changes it', async () => {
  const at = ago(dayMs);
  const late = madeUp(at.getTime());
  const { read } = await sell(`${madeUp(ago(minuteMs * 20).getTime())}${late}`);
  expect(outcomeOf(await read())).toBe('unknown_click');
  const hex = Buffer.from(late, 'base64url').toString('hex');
  const hitId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  await makeHit(world, 'avaGlow', { at, hitId });
  await reviewOrders(world.ctx);
  expect(outcomeOf(await read())).toBe('credited');
});

const anyTime = fc.oneof(
  fc.integer({ min: 0, max: 281_474_976_710_655 }),
  fc.integer({ min: -40 * dayMs, max: 40 * dayMs }).map((off) => Date.parse('2026-11-25T12:00:00Z') + off),
);

test('whatever is named, at most two clicks count, none is later than the order, and the newest come first', () => {
  fc.assert(
    fc.property(
      fc.array(anyTime, { maxLength: 6 }),
      anyTime,
      fc.constantFrom('', ',', ' ', '.'),
      (times, at, between) => {
        const receivedAt = new Date(Math.min(at, 8_640_000_000_000_000));
        const text = times.map((time) => madeUp(time)).join(between);
        const named = namedClicks({ click_id: text, received_at: receivedAt });
        const possible = clickIdsIn(text).filter((click) => timeOfClick(click) <= receivedAt.getTime() + minuteMs);
        expect(named).toEqual(possible.slice(0, 2));
        expect(named.map(timeOfClick)).toEqual(named.map(timeOfClick).toSorted((one, other) => other - one));
      },
    ),
  );
});

test('however many made-up clicks with times after the order are beside it, only the real one is looked for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2 * minuteMs, max: 40 * dayMs }), { maxLength: 5 }),
      fc.nat(),
      (ahead, place) => {
        const clickId = madeUp(ago(3 * dayMs).getTime());
        const clicks = ahead.map((ms) => madeUp(world.clock.now().getTime() + ms));
        const text = clicks.toSpliced(place % (clicks.length + 1), 0, clickId).join('');
        expect(namedClicks({ click_id: text, received_at: world.clock.now() })).toEqual([clickId]);
      },
    ),
  );
});
