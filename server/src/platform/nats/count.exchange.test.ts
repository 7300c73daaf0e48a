import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsIn, createCountExchange, countsText } from './count.exchange.ts';
import type { NatsLink } from './link.ts';

/** A link that passes texts on to all, as a server does, and `say` is what anyone else says. */
function createWire() {
  const listeners = new Set<(text: string) => void>();
  const texts: string[] = [];
  const say = (text: string) => {
    texts.push(text);
    for (const listener of listeners) listener(text);
  };
  const link: NatsLink = {
    isUp: () => true,
    publish: (_, text) => say(text),
    listen: (_, listener) => void listeners.add(listener),
    confirm: async () => true,
    onChange: () => undefined,
    stop: async () => undefined,
  };
  return { link, say, texts };
}

test('what is counted in the same moment is one text, and reaches the other nodes and not oneself', async () => {
  const { link, texts } = createWire();
  const [one, other] = [createCountExchange(link), createCountExchange(link)];
  const received: unknown[] = [];
  one.receive('calls', () => received.push('own'));
  other.receive('calls', (...counted) => received.push(counted));
  for (let time = 0; time < 5; time += 1) one.send('calls', 'a', 2, 10);
  one.send('calls', 'b', 1, 3);
  one.send('calls', 'back', 1, 3);
  one.send('calls', 'back', -1, 3);
  one.send('unknown', 'a', 1, 0);
  await expect
    .poll(() => received)
    .toEqual([
      ['a', 10, 10],
      ['b', 1, 3],
    ]);
  expect(texts).toHaveLength(1);
});

test('a flood of keys is sent in texts of a bounded size', () => {
  const { link, texts } = createWire();
  const exchange = createCountExchange(link);
  for (let key = 0; key < 5_000; key += 1) exchange.send('calls', `203.0.113.${key}`, 1, 0);
  expect(texts).toHaveLength(10);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(32_000);
});

test('counts are read as they were written', () => {
  const count = fc.record({
    limit: fc.string(),
    key: fc.string(),
    count: fc.integer({ min: -100_000, max: 100_000 }),
    ageMs: fc.nat(),
  });
  fc.assert(
    fc.property(fc.string(), fc.array(count, { maxLength: 500 }), (node, counts) => {
      expect(countsIn(countsText(node, counts))).toEqual({ node, counts });
    }),
  );
});

test.each([
  '',
  '{',
  'null',
  '{}',
  '[1]',
  '["node", 5, [], ["a"], ["a", "b", "many", 0], ["a", "b", 1e9, 0], ["a", "b", 1, -1], ["a", "b", 1.5, 0], [1, "b", 1, 0]]',
  JSON.stringify(['node', ...Array.from({ length: 501 }, () => ['a', 'b', 1, 0])]),
])('a text that no node writes counts nothing: %.40s', (text) => {
  const { link, say } = createWire();
  const received: unknown[] = [];
  createCountExchange(link).receive('a', (...counted) => received.push(counted));
  say(text);
  expect(received).toEqual([]);
});
