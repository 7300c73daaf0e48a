import type pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createReplica } from './replica.ts';

/** A pool whose every answer is a position in the log. */
function poolAt(position: () => number | null) {
  let asked = 0;
  const query = async () => {
    asked += 1;
    const at = position();
    return { rows: [{ position: at === null ? null : String(Math.trunc(at)) }] };
  };
  return { asked: () => asked, pool: { query } as unknown as pg.Pool };
}

const now = () => performance.now();

test.each([
  { what: 'some milliseconds behind a primary that always writes', at: () => now() - 20, state: 'close', lag: 0 },
  { what: 'further behind than a read waits', at: () => 0, state: 'behind', lag: expect.any(Number) },
  { what: 'a server that accepts writes', at: () => null, state: 'promoted', lag: undefined },
  { what: 'a server that has more than the primary', at: () => now() + 60_000, state: 'promoted', lag: undefined },
])('$what is $state', async ({ at, state, lag }) => {
  const primary = poolAt(now);
  const replica = createReplica({
    primary: primary.pool,
    replica: poolAt(at).pool,
    log: createLog('silent'),
    waitMs: 250,
  });
  await expect.poll(() => primary.asked(), { timeout: 10_000 }).toBeGreaterThan(2);
  expect([replica.state(), replica.lagSeconds()]).toEqual([state, lag]);
  await replica.close();
});
