import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import type { BareWindow } from './browser.ts';

// A processor held to a quarter is another phone on every machine, and on one machine at another hour: this kind of
// machine has been seen to run half as fast as an hour before. So the yardstick is Lighthouse's own measure of a
// processor, taken right before a visit, and the processor is held to what a phone has of it.

/** A phone of the middle class, at its upper end, in Lighthouse's BenchmarkIndex (its docs/throttling.md: 125 to 800). */
const phoneSpeed = 800;

/** How many times slower than this machine, as fast as it is now, the phone is: at least 1. Takes a second. */
export async function phoneSlowdown(yardstick: BareWindow): Promise<number> {
  const speed = await yardstick.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex.toString()})()`);
  return Math.max(1, speed / phoneSpeed);
}
