import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArenaLink, LinkArena, type LinkRecord } from './link.arena.ts';
import { recordLength } from './link.record.ts';

const unlimited = Number.POSITIVE_INFINITY;

const anyLink: fc.Arbitrary<ArenaLink> = fc.record({
  code: fc.stringMatching(/^[A-Za-z0-9_-]{1,3}$/),
  id: fc.uuid(),
  account: fc.nat(0xffffffff),
  head: fc.stringMatching(/^https:\/\/[a-z]{1,40}\/$/),
  fragment: fc.stringMatching(/^(#[a-z]{0,5})?$/),
  flags: fc.nat(255),
  version: fc.nat(),
});

function linkOf(record: LinkRecord): ArenaLink {
  const { code, account, head, fragment, flags, version } = record;
  const id = [0, 8, 12, 16, 20].map((from, place, all) => record.id.slice(from, all[place + 1])).join('-');
  return { code, id, account, head, fragment, flags, version };
}

function read(arena: LinkArena, code: string): ArenaLink | undefined {
  const record = arena.find(code);
  return record && linkOf(record);
}

function copyOf(arena: LinkArena): LinkArena {
  const copy = new LinkArena(unlimited);
  copy.clear(arena.seed);
  for (const image of arena.images()) expect(copy.load({ ...image, records: Buffer.from(image.records) })).toBe(true);
  expect(copy.isLoaded).toBe(true);
  return copy;
}

function expectSame(arena: LinkArena, model: ReadonlyMap<string, ArenaLink>): void {
  expect(arena.size).toBe(model.size);
  expect([...arena.codes()].flat().toSorted()).toEqual([...model.keys()].toSorted());
  for (const [code, link] of model) expect(read(arena, code)).toEqual(link);
}

/** A link whose bytes follow from two numbers. */
function numbered(number: number, length: number): ArenaLink {
  return {
    code: `c${number}`,
    id: `3f2504e0-4f89-41d3-9a0c-${number.toString(16).padStart(12, '0')}`,
    account: number % 200,
    head: `https://shop.example/${'x'.repeat(length)}`,
    fragment: '',
    flags: 0,
    version: number + length,
  };
}

test('after any puts, changes and removals it equals a map, also after a copy', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: anyLink.map((link) => ({ link, isRemoved: false })) },
    { weight: 1, arbitrary: anyLink.map((link) => ({ link, isRemoved: true })) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const arena = new LinkArena(unlimited);
      const model = new Map<string, ArenaLink>();
      for (const { link, isRemoved } of steps) {
        if (isRemoved) expect(arena.remove(link.code)).toBe(model.delete(link.code));
        else arena.put(link, false);
        if (!isRemoved) model.set(link.code, link);
      }
      expectSame(arena, model);
      expectSame(copyOf(arena), model);
      expectSame(arena, model);
      expect(arena.find('')).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

test('of thirty thousand links that grow and shrink exactly the current ones are found', () => {
  const arena = new LinkArena(unlimited);
  const model = new Map<string, ArenaLink>();
  const put = (number: number, length: number) => {
    const link = numbered(number, length);
    arena.put(link, number % 2 === 0);
    model.set(link.code, link);
  };
  for (let number = 0; number < 30_000; number += 1) put(number, 40);
  for (let round = 1; round < 4; round += 1)
    for (let number = 0; number < 30_000; number += 3) put(number, 40 + round * 50);
  for (let number = 0; number < 30_000; number += 7) {
    arena.remove(`c${number}`);
    model.delete(`c${number}`);
  }
  expectSame(arena, model);
  expectSame(copyOf(arena), model);
  expect(arena.find('c30000')).toBeUndefined();
  expect(arena.find('')).toBeUndefined();
});

test('under a cap, every link that it finds is current, and the memory stays below it', () => {
  const cap = 150_000;
  const largestStep = 80_000;
  const step = fc.record({ number: fc.nat(8_000), length: fc.nat(200), isRemoved: fc.nat(9).map((n) => n === 0) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 6_000, maxLength: 8_000, size: 'max' }), (steps) => {
      const arena = new LinkArena(cap);
      const model = new Map<string, ArenaLink>();
      const wrong: string[] = [];
      for (const { number, length, isRemoved } of steps) {
        const link = numbered(number, length);
        if (isRemoved) arena.remove(link.code);
        else arena.put(link, true);
        if (isRemoved) model.delete(link.code);
        else model.set(link.code, link);
        if ((arena.find(link.code) === undefined) !== isRemoved || arena.bytes > cap + largestStep)
          wrong.push(link.code);
      }
      expect(wrong).toEqual([]);
      expect(arena.size).toBeLessThan(model.size);
      const codes = [...arena.codes()].flat();
      expect(codes).toHaveLength(arena.size);
      for (const code of codes) expect(read(arena, code)).toEqual(model.get(code));
    }),
    // Shrinking so many steps would take minutes.
    { numRuns: 5, endOnFailure: true },
  );
});

test('above the cap, links that are used stay while others go', () => {
  const arena = new LinkArena(1_000_000);
  const used = Array.from({ length: 200 }, (_, number) => `c${number}`);
  for (let number = 0; number < 50_000; number += 1) {
    arena.put(numbered(number, 40), false);
    if (number % 500 === 0) for (const code of used) arena.use(code);
  }
  expect(arena.size).toBeLessThan(12_000);
  expect(used.filter((code) => arena.find(code) === undefined)).toEqual([]);
});

test('while it is read segment by segment, links that stay are read although others come', () => {
  const arena = new LinkArena(unlimited);
  for (let number = 0; number < 10_000; number += 1) arena.put(numbered(number, 40), false);
  const found = new Set<string>();
  let next = 10_000;
  for (const codes of arena.codes()) {
    for (const code of codes) found.add(code);
    // Every segment is split in the meantime.
    for (const end = next + 4_000; next < end; next += 1) arena.put(numbered(next, 40), false);
  }
  for (let number = 0; number < 10_000; number += 1) expect(found.has(`c${number}`)).toBe(true);
});

test('truncated records, and images in another order, are rejected', () => {
  const arena = new LinkArena(unlimited);
  const link = { id: randomUUID(), account: 1, head: 'https://shop.example/', fragment: '', flags: 0, version: 1 };
  for (const code of ['one', 'two', 'three']) arena.put({ ...link, code }, false);
  const [whole] = [...arena.images()].map(({ records }) => Buffer.from(records));
  if (whole === undefined) throw new Error('no image');
  const lengths = ['one', 'two', 'three'].map((code) => recordLength({ ...link, code }));
  const ends = lengths.map((_, place) => lengths.slice(0, place + 1).reduce((sum, each) => sum + each, 0));
  const loaded = Array.from({ length: whole.length + 1 }, (_, cut) => cut).filter((cut) => {
    return new LinkArena(unlimited).load({ depth: 0, prefix: 0, records: whole.subarray(0, cut) });
  });
  expect(loaded).toEqual([0, ...ends]);

  for (let number = 0; number < 10_000; number += 1) arena.put(numbered(number, 40), false);
  const images = [...arena.images()].map((image) => ({ ...image, records: Buffer.from(image.records) }));
  const copy = new LinkArena(unlimited);
  copy.clear(arena.seed);
  expect(images.map((image, place) => place === 1 || copy.load(image)).slice(0, 3)).toEqual([true, true, false]);
  expect(copy.isLoaded).toBe(false);
});
