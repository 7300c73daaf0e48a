import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CountExchange, TakeCount } from '../nats/count.exchange.ts';
import { createRate } from '../rate.ts';
import { createWindows } from './rate.store.ts';

const windowMs = 60_000;

/** Nodes whose counts arrive at the others after `delayMs`. Time goes on only by `advance`. */
function nodesWith(count: number, delayMs: number) {
  let now = 1_000_000;
  const takers: TakeCount[] = [];
  let travelling: { at: number; deliver: () => void }[] = [];
  const exchangeOf = (node: number): CountExchange => ({
    receive: (_, take) => void (takers[node] = take),
    send: (_, key, counted, ageMs) =>
      void travelling.push({
        at: now + delayMs,
        deliver: () => takers.forEach((take, other) => other !== node && take(key, counted, ageMs + delayMs)),
      }),
  });
  return {
    exchanges: Array.from({ length: count }, (_, node) => exchangeOf(node)),
    now: () => now,
    advance(ms: number) {
      now += ms;
      const arrived = travelling.filter(({ at }) => at <= now);
      travelling = travelling.filter(({ at }) => at > now);
      for (const { deliver } of arrived) deliver();
    },
  };
}

/** How many of `sent` requests within `forMs` three nodes accept together. `nodeOf` chooses the node of each. */
function acceptedOf(options: {
  most: number;
  sent: number;
  forMs: number;
  nodeOf: (request: number) => number;
  delayMs?: number;
}): number {
  const nodes = nodesWith(3, options.delayMs ?? 25);
  const stores = nodes.exchanges.map((exchange) => createWindows('GET /x', windowMs, { exchange, now: nodes.now }));
  let accepted = 0;
  for (let request = 0; request < options.sent; request += 1) {
    stores[options.nodeOf(request)]?.incr(
      'client',
      (_, result) => void (accepted += Number((result?.current ?? 0) <= options.most)),
      windowMs,
      options.most,
    );
    nodes.advance(options.forMs / options.sent);
  }
  return accepted;
}

const limits = [10, 60, 120, 300, 12_000];
const spreads = {
  evenly: (request: number) => request % 3,
  'mostly to one node': (request: number) => (request % 10 < 8 ? 0 : request % 3),
  'to one node after the other': (request: number) => Math.floor(request / 20) % 3,
};

test.each(limits.flatMap((most) => Object.entries(spreads).map(([how, nodeOf]) => ({ most, how, nodeOf }))))(
  'three nodes accept $most requests a minute together, ± 10 %, sent $how in a burst of five seconds',
  ({ most, nodeOf }) => {
    const accepted = acceptedOf({ most, sent: most * 2, forMs: 5_000, nodeOf });
    expect(Math.abs(accepted - most)).toBeLessThanOrEqual(most / 10);
  },
);

test.each(limits)('an even load at the limit of %i a minute is accepted', (most) => {
  expect(acceptedOf({ most, sent: most, forMs: 59_000, nodeOf: spreads.evenly })).toBe(most);
});

test('over several minutes, each minute has its limit, whichever node gets the requests', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(60, 120, 300),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 20 }),
      (most, times, order) => {
        const nodeOf = (request: number) => order[request % order.length] ?? 0;
        const accepted = acceptedOf({ most, sent: most * times * 3, forMs: 180_000, nodeOf });
        expect(Math.abs(accepted - 3 * most)).toBeLessThanOrEqual((3 * most) / 10);
      },
    ),
    { numRuns: 60 },
  );
});

test('a node that hears nothing from others counts as before', () => {
  expect(acceptedOf({ most: 300, sent: 1_200, forMs: 5_000, nodeOf: spreads.evenly, delayMs: 1e9 })).toBe(900);
});

test('buckets of three nodes give about as many tokens as one', () => {
  for (const [perSecond, burst] of [
    [50, 50],
    [2, 120],
    [5 / 60, 5],
  ] as const) {
    const nodes = nodesWith(3, 25);
    const rates = nodes.exchanges.map((exchange) =>
      createRate({ perSecond, burst, shared: { exchange, name: 'x', now: nodes.now } }),
    );
    let taken = 0;
    const seconds = 120;
    for (let step = 0; step < seconds * 100; step += 1) {
      if (rates[step % 3]?.take('client', nodes.now())) taken += 1;
      nodes.advance(10);
    }
    const expected = burst + perSecond * seconds;
    expect(Math.abs(taken - expected), `${perSecond} a second`).toBeLessThanOrEqual(Math.max(1, expected / 10));
  }
});

test('a token that is given back is there for all nodes', () => {
  const nodes = nodesWith(2, 0);
  const [one, other] = nodes.exchanges.map((exchange) =>
    createRate({ perSecond: 0, burst: 3, shared: { exchange, name: 'x', now: nodes.now } }),
  );
  for (let time = 0; time < 100; time += 1) {
    expect(one?.take('client', nodes.now())).toBe(true);
    nodes.advance(1);
    one?.giveBack('client');
    nodes.advance(1);
  }
  expect(Array.from({ length: 5 }, () => other?.take('client', nodes.now())).filter(Boolean)).toHaveLength(3);
});
