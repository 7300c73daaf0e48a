import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLookUp } from './link.lookup.ts';
import { createLinkTable, type LinkTable } from './link.table.ts';

let table: LinkTable;
let reads: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  table = createLinkTable();
  reads = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const read = async (codes: readonly string[]) => void reads.push(...codes);

function add(code: string): void {
  const id = randomUUID();
  table.setMerchant({ id, clickParameter: 'c', cookieSeconds: 1, duplicateMinutes: 1, disabled: false });
  const owner = { merchantId: id, merchantAccountId: id, creatorId: id };
  const state = { disabled: false, takenDown: null, version: 1 };
  table.setLink({ code, id, ...owner, ...state, destination: 'https://shop.example/' });
}

test('a code without a link is read once a second, however often it is asked for', async () => {
  let isCreated = false;
  const lookUp = createLookUp(table, async (codes) => {
    await read(codes);
    if (isCreated) add('unknown');
  });
  await Promise.all(Array.from({ length: 10 }, () => lookUp('unknown')));
  for (let round = 0; round < 10; round += 1) expect(await lookUp('unknown')).toBeUndefined();
  expect(reads).toEqual(['unknown']);
  isCreated = true;
  expect(await lookUp('unknown')).toBeUndefined();
  vi.advanceTimersByTime(1_001);
  expect(await lookUp('unknown')).toMatchObject({ code: 'unknown' });
  expect(reads).toEqual(['unknown', 'unknown']);
});

test('a code is asked for again at once when it could not be read', async () => {
  const lookUp = createLookUp(table, async (codes) => {
    await read(codes);
    if (reads.length === 1) throw new Error('the database is away');
    add('back');
  });
  expect(await lookUp('back')).toBeUndefined();
  expect(await lookUp('back')).toMatchObject({ code: 'back' });
});

test('of very many codes without a link, the last ones are remembered', async () => {
  const lookUp = createLookUp(table, read);
  const codes = Array.from({ length: 10_050 }, (_, place) => `unknown-${place}`);
  for (let from = 0; from < codes.length; from += 500)
    await Promise.all(codes.slice(from, from + 500).map((code) => lookUp(code)));
  expect(reads).toHaveLength(codes.length);
  await lookUp('unknown-0');
  await lookUp('unknown-10049');
  expect(reads.slice(codes.length)).toEqual(['unknown-0']);
});
