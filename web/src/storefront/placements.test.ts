import { expect, test } from 'vitest';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { withChange, withPlacements } from './storefront.data.ts';

const shelf = (...places: readonly [id: string, collection: string | null][]) =>
  places.map(([id, collection_id]) => ({ id, collection_id, title: null, note: '', hidden: false }) as Placement);
const inCollection = (placements: readonly Placement[], collection: string | null) =>
  placements.filter((placement) => placement.collection_id === collection).map((placement) => placement.id);

const before = shelf(['a', null], ['b', null], ['c', 'x'], ['d', 'x']);

test('a placement moves within its collection before the server responds (S27)', () => {
  expect(inCollection(withChange(before, 'b', { position: 0 }), null)).toEqual(['b', 'a']);
  expect(inCollection(withChange(before, 'c', { position: 1 }), 'x')).toEqual(['d', 'c']);
});

test('a placement moves to the end of another collection, to a position in it, or into an empty one (S27)', () => {
  expect(inCollection(withChange(before, 'a', { collection_id: 'x' }), 'x')).toEqual(['c', 'd', 'a']);
  expect(inCollection(withChange(before, 'a', { collection_id: 'x', position: 1 }), 'x')).toEqual(['c', 'a', 'd']);
  expect(inCollection(withChange(before, 'a', { collection_id: 'y' }), 'y')).toEqual(['a']);
  expect(inCollection(withChange(before, 'c', { collection_id: null }), null)).toEqual(['a', 'b', 'c']);
});

test('a placement that is only renamed or hidden keeps its position', () => {
  const after = withChange(before, 'b', { title: 'B', hidden: true });
  expect(after.map((placement) => placement.id)).toEqual(['a', 'b', 'c', 'd']);
  expect(after[1]).toMatchObject({ title: 'B', hidden: true, note: '' });
});

test('a change moves placements across the pages that are loaded, and each page keeps its length', () => {
  const meta = { next_cursor: null, total: 4, hidden: 0, clicks_last_30_days: 0 };
  const pages = {
    pages: [
      { data: before.slice(0, 2), meta },
      { data: before.slice(2), meta },
    ],
    pageParams: ['', 'b'],
  };
  const idsOf = (changed: ReturnType<typeof withPlacements>) =>
    changed.pages.map(({ data }) => data.map(({ id }) => id));
  expect(idsOf(withPlacements(pages, (all) => withChange(all, 'd', { collection_id: null, position: 0 })))).toEqual([
    ['d', 'a'],
    ['b', 'c'],
  ]);
  expect(idsOf(withPlacements(pages, (all) => all.filter(({ id }) => id !== 'a')))).toEqual([['b', 'c'], ['d']]);
});
