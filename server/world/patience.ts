import type { Patience } from '../src/platform/patience.ts';

/** For tests that do many things at once, or once on a slow machine, and are about what comes of it. */
export const longPatience: Patience = {
  connection: 60_000,
  turn: 60_000,
  click: 10_000,
  link: { all: 10_000, some: 10_000 },
  replica: 10_000,
};
