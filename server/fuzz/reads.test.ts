import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fuzz, oddReads, openFuzz, sendAll } from './fuzz.testing.ts';

let fuzz: Fuzz;
beforeAll(async () => {
  fuzz = await openFuzz();
});
afterAll(() => fuzz.world[Symbol.asyncDispose]());

/** All with `FUZZ=long`. Otherwise few, spread over all calls and kinds of callers. */
const every = process.env['FUZZ'] === 'long' ? 1 : 40;

test('no read is answered with a 500, whatever is in its parameters', async () => {
  const all = oddReads(fuzz);
  expect(all.length).toBeGreaterThan(8_928);
  expect(
    await sendAll(
      fuzz,
      all.filter((_, place) => place % every === 0),
    ),
  ).toEqual([]);
}, 7_200_000);
