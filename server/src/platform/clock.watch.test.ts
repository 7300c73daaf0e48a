import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { createApp } from '../app.ts';
import { correctedClock, forwardOnly, systemClock } from './clock.ts';
import { compareClocks } from './clock.watch.ts';
import { createLog } from './log.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A machine clock that is off by this much, and what was logged about it. */
function shifted(byMs: number) {
  const lines: string[] = [];
  const clock = correctedClock({ now: () => new Date(systemClock.now().getTime() + byMs) });
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  return { watched: { clock, database: world.ctx.database, log }, clock, lines };
}

test.each([3_600_000, -3_600_000, 5_000])('a clock that is %i ms off is corrected and reported', async (byMs) => {
  const { watched, clock, lines } = shifted(byMs);
  await compareClocks(watched);
  await compareClocks(watched);
  expect(Math.abs(clock.now().getTime() - systemClock.now().getTime())).toBeLessThan(2_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("differs from the database's");
  const { fastify, close } = await createApp({ ...world.ctx, clock });
  const ready = await fastify.inject('/readyz');
  expect(ready.json()).toEqual({ status: 'ready', clock_corrected_by_ms: clock.correctedByMs() });
  await close();
});

test('a clock within the tolerance is left as it is', async () => {
  const { watched, clock, lines } = shifted(300);
  await compareClocks(watched);
  expect([clock.correctedByMs(), lines]).toEqual([0, []]);
});

test('the time in click ids never goes back when a clock is corrected', () => {
  const clock = correctedClock({ now: () => new Date('2026-11-20T12:00:00Z') });
  const forward = forwardOnly(clock);
  const now = () => forward.now().getTime();
  const before = now();
  clock.correctBy(-3_600_000);
  expect(now()).toBe(before);
  clock.correctBy(1_000);
  expect(now()).toBe(before + 1_000);
});
