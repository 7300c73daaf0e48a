import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import type { BareWindow } from './browser.ts';

// A processor slowed down to a quarter is a different phone on every machine, and on the same machine at another time:
// this kind of machine can be half as fast as an hour before. So the processor's speed is measured with Lighthouse's
// own benchmark right before a visit, and slowed down to that of a phone.

/** A phone at the upper end of the mid-range, in Lighthouse's BenchmarkIndex (its docs/throttling.md: 125 to 800). */
const phoneSpeed = 800;

/** How many times slower than this machine is now the phone is; at least 1. Takes a second. */
export async function phoneSlowdown(yardstick: BareWindow): Promise<number> {
  const speed = await yardstick.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex.toString()})()`);
  return Math.max(1, speed / phoneSpeed);
}
