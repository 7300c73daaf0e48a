import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { createApp } from '../app.ts';
import { correctedClock, forwardOnly } from './clock.ts';
import { compareClocks } from './clock.watch.ts';
import type { Database } from './database/database.ts';
import { createLog } from './log.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const noon = Date.parse('2026-11-20T12:00:00Z');

/** A machine whose clock is off by this much, a database where it is noon, and what was logged. `answersInMs` passes while the database answers. */
function shifted(byMs: number, answersInMs = 0) {
  const lines: string[] = [];
  let machine = noon + byMs - answersInMs / 2;
  const clock = correctedClock({ now: () => new Date(machine) }, () => machine);
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const query = async () => {
    machine += answersInMs;
    return { rows: [{ at: String(noon) }] };
  };
  // Only the time is asked for.
  const database = { asLogin: query } as unknown as Pick<Database, 'asLogin'>;
  return { watched: { clock, database, log }, clock, lines };
}

test.each([3_600_000, -3_600_000, 5_000, -2_001])(
  'a clock that is %i ms off is corrected to the database’s and reported once',
  async (byMs) => {
    const { watched, clock, lines } = shifted(byMs);
    await compareClocks(watched);
    await compareClocks(watched);
    expect(clock.now()).toEqual(new Date(noon));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("differs from the database's");
  },
);

test.each([300, -300, 2_000, -2_000, 0])('a clock that is %i ms off is left as it is', async (byMs) => {
  const { watched, clock, lines } = shifted(byMs);
  await compareClocks(watched);
  expect([clock.correctedByMs(), lines]).toEqual([0, []]);
});

test('a difference within half of the time the answer took is not corrected', async () => {
  const [within, beyond] = [shifted(3_000, 2_000), shifted(3_001, 2_000)];
  await compareClocks(within.watched);
  await compareClocks(beyond.watched);
  expect([within.clock.correctedByMs(), beyond.clock.correctedByMs()]).toEqual([0, -3_001]);
});

test('a clock that is set two hours back while the database answers is compared again', async () => {
  let shift = 3_600_000;
  const clock = correctedClock({ now: () => new Date(noon + shift) }, () => 0);
  const query = async () => {
    shift = -3_600_000;
    return { rows: [{ at: String(noon) }] };
  };
  const database = { asLogin: query } as unknown as Pick<Database, 'asLogin'>;
  await compareClocks({ clock, database, log: createLog('silent') });
  expect(clock.now()).toEqual(new Date(noon));
});

test('a clock that is right again is no longer corrected', async () => {
  const right = shifted(0);
  right.clock.correctBy(-5_000);
  await compareClocks(right.watched);
  expect(right.clock.correctedByMs()).toBe(0);
});

test('the time is PostgreSQL’s, and /readyz states the correction', async () => {
  const decade = 10 * 365 * 86_400_000;
  const clock = correctedClock({ now: () => new Date(0) });
  await compareClocks({ clock, database: world.ctx.database, log: createLog('fatal') });
  expect(clock.correctedByMs()).toBeGreaterThan(5 * decade);
  const { fastify, close } = await createApp({ ...world.ctx, metrics: new Registry(), clock });
  const ready = await fastify.inject('/readyz');
  expect(ready.json()).toEqual({ status: 'ready', clock_corrected_by_ms: clock.correctedByMs() });
  await close();
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

describe('a clock that is set while the process runs', () => {
  const running = () => {
    const machine = { wall: noon, elapsed: 0 };
    const clock = correctedClock({ now: () => new Date(machine.wall) }, () => machine.elapsed);
    const pass = (milliseconds: number, setBy = 0) => {
      machine.wall += milliseconds + setBy;
      machine.elapsed += milliseconds;
    };
    return { clock, pass };
  };

  test.each([3_600_000, -3_600_000])('by %i ms changes no time that anything gets', (setBy) => {
    const { clock, pass } = running();
    pass(500, setBy);
    expect(clock.now()).toEqual(new Date(noon + 500));
    pass(1_000);
    expect(clock.now()).toEqual(new Date(noon + 1_500));
    expect(clock.wasSet()).toBe(true);
  });

  test('is compared again, and then counts as it is', () => {
    const { clock, pass } = running();
    pass(0, 3_600_000);
    expect(clock.wasSet()).toBe(true);
    clock.correctBy(0);
    expect(clock.wasSet()).toBe(false);
    expect(clock.now()).toEqual(new Date(noon + 3_600_000));
  });

  test('slowly, as time services do, is followed', () => {
    const { clock, pass } = running();
    for (let second = 0; second < 60; second += 1) {
      pass(1_000, 100);
      clock.now();
    }
    expect([clock.wasSet(), clock.now()]).toEqual([false, new Date(noon + 66_000)]);
  });
});
