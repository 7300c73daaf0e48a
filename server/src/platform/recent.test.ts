import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRecent } from './recent.ts';

const upper = () => vi.fn((text: string) => text.toUpperCase());

test('a text is worked out once', () => {
  const workOut = upper();
  const recent = createRecent(10, workOut);
  expect([recent('a'), recent('a'), recent('b')]).toEqual(['A', 'A', 'B']);
  expect(workOut).toHaveBeenCalledTimes(2);
});

test('a recently read text is kept, however many others are read', () => {
  const workOut = upper();
  const recent = createRecent(10, workOut);
  for (let n = 0; n < 100; n += 1) {
    recent('kept');
    recent(`other ${n}`);
  }
  expect(workOut.mock.calls.filter(([text]) => text === 'kept')).toHaveLength(1);
});

test('a text that was not read recently is computed again', () => {
  const workOut = upper();
  const recent = createRecent(10, workOut);
  recent('forgotten');
  for (let n = 0; n < 20; n += 1) recent(`other ${n}`);
  recent('forgotten');
  expect(workOut.mock.calls.filter(([text]) => text === 'forgotten')).toHaveLength(2);
});

test('the answer is right for any requests in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')),
      fc.integer({ min: 1, max: 6 }),
      (asked, cap) => {
        const recent = createRecent(cap, (text) => text.toUpperCase());
        expect(asked.map(recent)).toEqual(asked.map((text) => text.toUpperCase()));
      },
    ),
  );
});

test('what cannot be worked out fails each time, and the next text does not', () => {
  const recent = createRecent(10, (text) => {
    if (text === 'bad') throw new Error('bad');
    return text;
  });
  expect(() => recent('bad')).toThrow('bad');
  expect(() => recent('bad')).toThrow('bad');
  expect(recent('good')).toBe('good');
});
