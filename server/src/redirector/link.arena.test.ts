import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArenaLink, LinkArena } from './link.arena.ts';

const anyLink: fc.Arbitrary<ArenaLink> = fc.record({
  code: fc.stringMatching(/^[A-Za-z0-9_-]{1,3}$/),
  id: fc.uuid(),
  account: fc.nat(0xffffffff),
  head: fc.stringMatching(/^https:\/\/[a-z]{1,40}\/$/),
  fragment: fc.stringMatching(/^(#[a-z]{0,5})?$/),
  flags: fc.nat(255),
  version: fc.nat(),
});

function read(arena: LinkArena, code: string): ArenaLink | undefined {
  const at = arena.find(code);
  if (at === -1) return undefined;
  const digits = arena.id(at);
  const id = [0, 8, 12, 16, 20].map((from, place, all) => digits.slice(from, all[place + 1])).join('-');
  const parts = { head: arena.head(at), fragment: arena.fragment(at), flags: arena.flags(at) };
  return { code: arena.code(at), id, account: arena.account(at), version: arena.version(at), ...parts };
}

function expectSame(arena: LinkArena, model: ReadonlyMap<string, ArenaLink>): void {
  expect(arena.size).toBe(model.size);
  expect(Array.from(arena.places(), (at) => arena.code(at)).toSorted()).toEqual([...model.keys()].toSorted());
  for (const [code, link] of model) expect(read(arena, code)).toEqual(link);
}

test('after any puts, changes and removals it equals a map, also after a copy', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: anyLink.map((link) => ({ link, isRemoved: false })) },
    { weight: 1, arbitrary: anyLink.map((link) => ({ link, isRemoved: true })) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const arena = new LinkArena();
      const model = new Map<string, ArenaLink>();
      for (const { link, isRemoved } of steps) {
        if (isRemoved) expect(arena.remove(link.code)).toBe(model.delete(link.code));
        else arena.put(link);
        if (!isRemoved) model.set(link.code, link);
      }
      expectSame(arena, model);
      const copy = new LinkArena();
      expect(copy.load(arena.copy())).toBe(true);
      expectSame(copy, model);
      expectSame(arena, model);
    }),
    { numRuns: 60 },
  );
});

test('of thirty thousand links that grow and shrink exactly the current ones are found', () => {
  const arena = new LinkArena();
  const model = new Map<string, ArenaLink>();
  const put = (number: number, length: number) => {
    const link: ArenaLink = {
      code: `c${number}`,
      id: randomUUID(),
      account: number % 200,
      head: `https://shop.example/${'x'.repeat(length)}`,
      fragment: '',
      flags: 0,
      version: number + length,
    };
    arena.put(link);
    model.set(link.code, link);
  };
  for (let number = 0; number < 30_000; number += 1) put(number, 40);
  for (let round = 1; round < 4; round += 1)
    for (let number = 0; number < 30_000; number += 3) put(number, 40 + round * 50);
  for (let number = 0; number < 30_000; number += 7) {
    arena.remove(`c${number}`);
    model.delete(`c${number}`);
  }
  expect(arena.size).toBe(model.size);
  for (let number = 0; number < 30_000; number += 1) {
    const known = model.get(`c${number}`);
    expect(arena.find(`c${number}`) === -1).toBe(known === undefined);
    if (known !== undefined && number % 50 === 1) expect(read(arena, known.code)).toEqual(known);
  }
  expect(arena.find('c30000')).toBe(-1);
  expect(arena.find('')).toBe(-1);
});

test('truncated records are rejected', () => {
  const arena = new LinkArena();
  const link = { id: randomUUID(), account: 1, head: 'https://shop.example/', fragment: '', flags: 0, version: 1 };
  for (const code of ['one', 'two', 'three']) arena.put({ ...link, code });
  const whole = arena.copy();
  const ends = new Set([0]);
  for (let at = 0; at < whole.length; ) ends.add((at += whole.readUInt32LE(at)));
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(new LinkArena().load(whole.subarray(0, cut))).toBe(ends.has(cut));
  }
});
