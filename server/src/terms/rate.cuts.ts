// What of a brand's products a creator would earn less for after a change of the terms, or of the creator's group.
import { isNoLess } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { noRate } from './notice.ts';
import { type Goods, isSameRate, type OwnSchedule, ownEdges, rateAt, timesFrom } from './schedule.ts';

/** Products that the rules don't tell apart: one that a rule names, or all others of a category. */
export type GoodsClass = Goods & {
  /** Of the first products by title. Empty: no product of the catalog. */
  titles: readonly string[];
  count: number;
};

/** From a moment on, the products of a class earn less. */
export type RateCut = { goods: GoodsClass; from: Date; before: Rate | null; after: Rate | null };

/** The first cut of each class, from a moment on. */
export function rateCuts(before: OwnSchedule, after: OwnSchedule, from: Date, goods: readonly GoodsClass[]): RateCut[] {
  const times = timesFrom(from, undefined, ownEdges(before), ownEdges(after));
  return goods.flatMap((each) => {
    for (const at of times) {
      const [old, next] = [rateAt(before, at, each), rateAt(after, at, each)];
      if (!isNoLess(next ?? noRate, old ?? noRate)) return [{ goods: each, from: at, before: old, after: next }];
    }
    return [];
  });
}

/** What changes for a class: its first cut, or, if it has none, its first change. */
export type RateDifference = RateCut & { isCut: boolean };

export function rateDifferences(
  before: OwnSchedule,
  after: OwnSchedule,
  from: Date,
  goods: readonly GoodsClass[],
): RateDifference[] {
  const times = timesFrom(from, undefined, ownEdges(before), ownEdges(after));
  const cuts = new Map(rateCuts(before, after, from, goods).map((cut) => [cut.goods, cut]));
  return goods.flatMap((each): RateDifference[] => {
    const cut = cuts.get(each);
    if (cut) return [{ ...cut, isCut: true }];
    for (const at of times) {
      const [old, next] = [rateAt(before, at, each), rateAt(after, at, each)];
      if (!isSameRate(old, next)) return [{ goods: each, from: at, before: old, after: next, isCut: false }];
    }
    return [];
  });
}
