// The clocks of the terms of use, in business days: from Monday to Friday, in UTC. Public holidays are not known here, so
// around one a clock is stricter than the terms.
import type { ReportClock, ReportState } from '@vitrine/contract/takedowns.ts';
import { midnightOf, todayIn } from '../platform/days.ts';

const zone = 'UTC';
/** We decide within this many business days, and tell the owner at the same moment. */
const decideWithin = 5;
const forwardWithin = 5;
/** After a counter-notice: restored not before, and not after. */
const restoreFrom = 10;
const restoreUntil = 14;

const isBusinessDay = (day: Temporal.PlainDate) => day.dayOfWeek <= 5;

/** The midnight that ends the `count`th business day after the day of `from`, which itself doesn't count. */
export function endOfBusinessDay(from: Date, count: number): Date {
  let day = todayIn(zone, from);
  for (let left = count; left > 0; ) {
    day = day.add({ days: 1 });
    if (isBusinessDay(day)) left -= 1;
  }
  return midnightOf(day.add({ days: 1 }), zone);
}

/** Whole business days after today that end by `due`; negative for those that ended since. */
export function businessDaysUntil(due: Date, now: Date): number {
  const step = due > now ? 1 : -1;
  const [first, last] = step === 1 ? [now, new Date(due.getTime() - 1)] : [due, now];
  let count = 0;
  const end = todayIn(zone, last);
  for (let day = todayIn(zone, first).add({ days: step === 1 ? 1 : 0 }); Temporal.PlainDate.compare(day, end) <= 0; ) {
    if (isBusinessDay(day)) count += 1;
    day = day.add({ days: 1 });
  }
  return count * step;
}

export type Clocked = {
  state: ReportState;
  receivedAt: Date;
  counterNotice: { receivedAt: Date; forwardedAt: Date | null } | undefined;
};

/** What is due next for a report; nothing if it is closed. */
export function clockOf(report: Clocked, now: Date): ReportClock | null {
  const due = nextStep(report);
  if (due === undefined) return null;
  return {
    step: due.step,
    due_at: due.at.toISOString(),
    not_before: due.notBefore?.toISOString() ?? null,
    business_days_left: businessDaysUntil(due.at, now),
    is_overdue: now >= due.at,
  };
}

type Step = { step: ReportClock['step']; at: Date; notBefore?: Date };

function nextStep({ state, receivedAt, counterNotice }: Clocked): Step | undefined {
  if (state === 'open') return { step: 'decide', at: endOfBusinessDay(receivedAt, decideWithin) };
  if (state !== 'countered' || counterNotice === undefined) return undefined;
  const { receivedAt: counteredAt, forwardedAt } = counterNotice;
  if (forwardedAt === null) return { step: 'forward', at: endOfBusinessDay(counteredAt, forwardWithin) };
  return { step: 'restore', ...restoreWindow(counteredAt) };
}

export function restoreWindow(counteredAt: Date): { notBefore: Date; at: Date } {
  return {
    notBefore: endOfBusinessDay(counteredAt, restoreFrom),
    at: endOfBusinessDay(counteredAt, restoreUntil),
  };
}
