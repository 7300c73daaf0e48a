// What of a brand's products a creator would earn less for after a change of the terms, or of the creator's group.
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { isNoWorse, type RulePair, rulesSharedAnew } from './notice.ts';
import { type Goods, isSameRate, type OwnSchedule, ownEdges, ruleAt, timesFrom } from './schedule.ts';

/** Products that the rules don't tell apart: one that a rule names, or all others of a category. */
export type GoodsClass = Goods & {
  /** Of the first products by title. Empty: no product of the catalog. */
  titles: readonly string[];
  count: number;
};

/** From a moment on, the products of a class earn less: with any customer, or only with those who are new to the brand. */
export type RateCut = {
  goods: GoodsClass;
  from: Date;
  before: Rate | null;
  after: Rate | null;
  isOfNewCustomers: boolean;
};

/** What changes for a class: its first cut, or, if it has none, its first change. */
export type RateDifference = RateCut & { isCut: boolean };

type Schedules = { before: OwnSchedule; after: OwnSchedule };

/** The differences at a time, of customers who are not new first. */
function differencesAt({ before, after }: Schedules, at: Date, goods: readonly GoodsClass[]): RateDifference[] {
  const tellsNew = before.schedule.tellsNewCustomers || after.schedule.tellsNewCustomers;
  const all = (tellsNew ? [false, true] : [false]).flatMap((isNewCustomer) =>
    goods.map((each) => {
      const of = { ...each, isNewCustomer };
      const pair: RulePair = [ruleAt(before, at, of), ruleAt(after, at, of)];
      return { goods: each, isOfNewCustomers: isNewCustomer, pair };
    }),
  );
  const shared = rulesSharedAnew(all.map(({ pair }) => pair));
  return all.flatMap(({ pair, ...of }) => {
    const [old, next] = [pair[0]?.rate ?? null, pair[1]?.rate ?? null];
    const isCut = !isNoWorse(pair) || (shared.size > 0 && shared.has(pair[1]));
    return isCut || !isSameRate(old, next) ? [{ ...of, from: at, before: old, after: next, isCut }] : [];
  });
}

/** The first cut of each class, from a moment on; another one for new customers, if that is earlier or not the same. */
export function rateCuts(before: OwnSchedule, after: OwnSchedule, from: Date, goods: readonly GoodsClass[]): RateCut[] {
  return rateDifferences(before, after, from, goods).flatMap(({ isCut, ...cut }) => (isCut ? [cut] : []));
}

function firstOf(all: readonly RateDifference[]): RateDifference | undefined {
  return all.find(({ isCut }) => isCut) ?? all[0];
}

function isTold(ofNew: RateDifference, general: RateDifference): boolean {
  if (ofNew.isCut !== general.isCut) return ofNew.isCut;
  return (
    ofNew.from < general.from || !isSameRate(ofNew.before, general.before) || !isSameRate(ofNew.after, general.after)
  );
}

export function rateDifferences(
  before: OwnSchedule,
  after: OwnSchedule,
  from: Date,
  goods: readonly GoodsClass[],
): RateDifference[] {
  const times = timesFrom(from, undefined, ownEdges(before), ownEdges(after));
  const byClass = Map.groupBy(
    times.flatMap((at) => differencesAt({ before, after }, at, goods)),
    (difference) => difference.goods,
  );
  return goods.flatMap((each) => {
    const all = byClass.get(each) ?? [];
    const general = firstOf(all.filter(({ isOfNewCustomers }) => !isOfNewCustomers));
    const ofNew = firstOf(all.filter(({ isOfNewCustomers }) => isOfNewCustomers));
    return [...(general ? [general] : []), ...(ofNew && (!general || isTold(ofNew, general)) ? [ofNew] : [])];
  });
}
