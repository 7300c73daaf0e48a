import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LagMeter } from './replica.lag.ts';

test('an idle primary is no lag, however long it is idle', () => {
  const meter = new LagMeter();
  for (let at = 0; at < 100_000; at += 1_000) meter.sample(500n, at);
  expect(meter.lagOf(500n, 100_000)).toBe(0);
});

test('the lag is the time since the replica had everything', () => {
  const meter = new LagMeter();
  for (const [at, position] of [100n, 200n, 300n, 400n].entries()) meter.sample(position, at * 1_000);
  expect(meter.lagOf(400n, 3_000)).toBe(0);
  expect(meter.lagOf(399n, 3_000)).toBe(1_000);
  expect(meter.lagOf(200n, 3_000)).toBe(2_000);
  expect(meter.lagOf(10n, 3_000)).toBe(3_000);
});

test('a pause of replay after an idle hour counts from its beginning', () => {
  const meter = new LagMeter();
  for (let at = 0; at <= 3_600_000; at += 1_000) meter.sample(100n, at);
  meter.sample(200n, 3_601_000);
  expect(meter.lagOf(100n, 3_602_000)).toBe(2_000);
});

test('positions before another server became the primary are forgotten', () => {
  const meter = new LagMeter();
  meter.sample(900n, 0);
  meter.sample(700n, 1_000);
  expect(meter.lagOf(700n, 1_000)).toBe(0);
});

test('a lag is never negative, grows with time, and falls as the replica catches up', () => {
  const steps = fc.array(fc.record({ more: fc.bigInt(0n, 50n), ms: fc.integer({ min: 1, max: 5_000 }) }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, fc.bigInt(0n, 3_000n), fc.bigInt(0n, 100n), (history, at, further) => {
      const meter = new LagMeter();
      let [now, position] = [0, 0n];
      for (const { more, ms } of history) meter.sample((position += more), (now += ms));
      const lag = meter.lagOf(at, now);
      expect(lag).toBeGreaterThanOrEqual(0);
      expect(meter.lagOf(at + further, now)).toBeLessThanOrEqual(lag);
      if (at >= position) expect(lag).toBe(0);
      else expect(meter.lagOf(at, now + 7)).toBe(lag + 7);
    }),
  );
});
