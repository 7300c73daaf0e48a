import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyWrite, openFuzz, plainReads, sendAll } from './fuzz.testing.ts';

/** The number of writes; `FUZZ_WRITES` sets another one. Every thousand of them get a new database. */
const writes = Number(process.env['FUZZ_WRITES'] ?? (process.env['FUZZ'] === 'long' ? 100_000 : 300));
const block = 1_000;
/** The same in every run. `FUZZ_SEED` with another number tries others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 35);

test('no write is answered with a 500, and none makes a later read fail', async () => {
  for (let done = 0; done < writes; done += block) {
    const fuzz = await openFuzz();
    try {
      const requests = fc.sample(anyWrite(fuzz), { numRuns: Math.min(block, writes - done), seed: seed + done });
      const failures = [...(await sendAll(fuzz, requests)), ...(await sendAll(fuzz, plainReads(fuzz)))];
      expect(failures, `seed ${seed + done}, after ${done} writes`).toEqual([]);
    } finally {
      await fuzz.world[Symbol.asyncDispose]();
    }
  }
}, 36_000_000);
