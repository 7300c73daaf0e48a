// What a creator earns over time: by the versions of the terms that are in effect and announced, the dates of their
// rules, and the groups that the creator is in and will be in.
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { isForNewCustomers, ruleChooser, rulesInEffect, type TermsRule, type TermsTarget } from './rules.ts';

export type Version = { version: number; effectiveAt: Date; rules: readonly TermsRule[] };
/** From when on a creator is in a group, or in none. In the order of time. */
export type Move = { groupId: string | null; effectiveAt: Date };
export type Goods = { sku: string; category: string };

/** Of the versions in effect at a time, the newest. */
export function versionAt(versions: readonly Version[], at: Date): Version | undefined {
  return versions
    .filter(({ effectiveAt }) => effectiveAt <= at)
    .reduce<Version | undefined>(
      (newest, next) => (newest && newest.version > next.version ? newest : next),
      undefined,
    );
}

export function groupIn(moves: readonly Move[], at: Date): string | null {
  return moves.findLast(({ effectiveAt }) => effectiveAt <= at)?.groupId ?? null;
}

/** Versions with their rules, prepared for many questions. */
export type Schedule = {
  /** When something changes, in the order of time. */
  edges: readonly Date[];
  rulesAt: (at: Date) => readonly TermsRule[];
  choose: (at: Date, target: TermsTarget) => TermsRule | undefined;
  /** Whether new customers can earn something else than others. */
  tellsNewCustomers: boolean;
};

export function scheduleOf(versions: readonly Version[]): Schedule {
  const times = versions.flatMap(({ effectiveAt, rules }) => [
    effectiveAt.getTime(),
    ...rules.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].flatMap((date) => date?.getTime() ?? [])),
  ]);
  const edges = [...new Set(times)].toSorted((a, b) => a - b).map((time) => new Date(time));
  const rulesAt = (at: Date) => rulesInEffect(versionAt(versions, at)?.rules ?? [], at);
  const choosers = new Map<number, ReturnType<typeof ruleChooser>>();
  return {
    edges,
    rulesAt,
    tellsNewCustomers: versions.some(({ rules }) => rules.some(isForNewCustomers)),
    choose: (at, target) => {
      // Nothing changes between two edges.
      const key = edges.findLastIndex((edge) => edge <= at);
      const choose = choosers.get(key) ?? ruleChooser(rulesAt(at));
      choosers.set(key, choose);
      return choose(target);
    },
  };
}

/** `from`, and each later time before `until` at which one of them changes. */
export function timesFrom(from: Date, until: Date | undefined, ...of: readonly (readonly Date[])[]): Date[] {
  const later = of.flat().filter((edge) => edge > from && (until === undefined || edge < until));
  const distinct = new Set([from, ...later].map((date) => date.getTime()));
  return [...distinct].toSorted((a, b) => a - b).map((time) => new Date(time));
}

/** The terms of one creator over time. */
export type OwnSchedule = { schedule: Schedule; merchantAccountId: string; moves: readonly Move[] };

export function ownEdges({ schedule, moves }: OwnSchedule): Date[] {
  return [...schedule.edges, ...moves.map(({ effectiveAt }) => effectiveAt)];
}

export function ruleAt(
  { schedule, merchantAccountId, moves }: OwnSchedule,
  at: Date,
  goods: Goods & Pick<TermsTarget, 'isNewCustomer'>,
): TermsRule | undefined {
  return schedule.choose(at, { ...goods, merchantAccountId, groupId: groupIn(moves, at) });
}

export function isSameRate(one: Rate | null, other: Rate | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What a product earns with customers who are new to the brand, and with all others. */
export type RatePair = { rate: Rate | null; rateOfNew: Rate | null };

function ratesAt(own: OwnSchedule, at: Date, goods: Goods): RatePair {
  const rate = ruleAt(own, at, goods)?.rate ?? null;
  if (!own.schedule.tellsNewCustomers) return { rate, rateOfNew: rate };
  return { rate, rateOfNew: ruleAt(own, at, { ...goods, isNewCustomer: true })?.rate ?? null };
}

/** The rates of a product at a time, and its next ones. */
export function rateAhead(
  own: OwnSchedule,
  at: Date,
  goods: Goods,
  times = timesFrom(at, undefined, ownEdges(own)),
): { now: RatePair; next: ({ from: Date } & RatePair) | null } {
  const now = ratesAt(own, at, goods);
  for (const from of times) {
    const then = ratesAt(own, from, goods);
    if (!isSameRate(then.rate, now.rate) || !isSameRate(then.rateOfNew, now.rateOfNew))
      return { now, next: { from, ...then } };
  }
  return { now, next: null };
}
