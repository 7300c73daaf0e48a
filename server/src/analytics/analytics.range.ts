// A range of days in the creator's time zone as instants, and the steps of its series. A day has 23, 24 or 25 hours, or
// whatever its zone decides; every midnight of a zone falls on a quarter of an hour of UTC.
import type { AnalyticsPreset, AnalyticsRange } from '@vitrine/contract/analytics.ts';
import { lastDays, midnightOf, type Span, todayIn } from '../platform/days.ts';
import { invalid } from '../platform/refusal.ts';

export type RangeStep = Span & { first: string; last: string };
export type Range = Span & {
  preset: AnalyticsPreset | null;
  first: string;
  last: string;
  days: number;
  timeZone: string;
  unit: AnalyticsRange['unit'];
  before: Span & { first: string; last: string };
  steps: RangeStep[];
  /** The previous period; each step is shifted back by the length of the range. */
  stepsBefore: RangeStep[];
};

export type RangeInput = {
  preset?: AnalyticsPreset | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const usual: AnalyticsPreset = 'last_30_days';
const mostDays = 1_100;
const earliest = Temporal.PlainDate.from('2000-01-01');

type Dates = { first: Temporal.PlainDate; last: Temporal.PlainDate };

const presets: Record<AnalyticsPreset, (today: Temporal.PlainDate) => Dates> = {
  today: (today) => ({ first: today, last: today }),
  yesterday: (today) => ({ first: today.subtract({ days: 1 }), last: today.subtract({ days: 1 }) }),
  last_7_days: (today) => lastDays(today, 7),
  last_28_days: (today) => lastDays(today, 28),
  last_30_days: (today) => lastDays(today, 30),
  last_90_days: (today) => lastDays(today, 90),
  month_to_date: (today) => ({ first: today.with({ day: 1 }), last: today }),
  last_month: (today) => ({
    first: today.with({ day: 1 }).subtract({ months: 1 }),
    last: today.with({ day: 1 }).subtract({ days: 1 }),
  }),
  last_12_months: (today) => ({ first: today.subtract({ months: 12 }).add({ days: 1 }), last: today }),
};

function customDates(input: RangeInput, today: Temporal.PlainDate): Dates {
  const first = Temporal.PlainDate.from(input.from ?? input.to ?? today.toString());
  const last = Temporal.PlainDate.from(input.to ?? today.toString());
  const isAfter = (one: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(one, other) > 0;
  if (isAfter(last, today)) throw invalid('to', `must not be after today (${today.toString()})`);
  if (isAfter(first, last)) throw invalid('from', `must not be after the end date (${last.toString()})`);
  if (isAfter(earliest, first)) throw invalid('from', `must not be before ${earliest.toString()}`);
  if (first.until(last).days >= mostDays)
    throw invalid('from', `must be less than ${mostDays} days before the end date`);
  return { first, last };
}

function unitOf(days: number): Range['unit'] {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 200 ? 'week' : 'month';
}

/** The requested days in the zone. Today is the day that contains `now`. */
export function rangeOf(now: Date, timeZone: string, input: RangeInput): Range {
  const today = todayIn(timeZone, now);
  const isCustom = input.preset === undefined && (input.from !== undefined || input.to !== undefined);
  const preset = isCustom ? null : (input.preset ?? usual);
  const { first, last } = preset === null ? customDates(input, today) : presets[preset](today);
  const midnight = (date: Temporal.PlainDate) => midnightOf(date, timeZone);
  const days = first.until(last).days + 1;
  const span = { from: midnight(first), to: midnight(last.add({ days: 1 })) };
  const unit = unitOf(days);
  const before = { from: midnight(first.subtract({ days })), to: span.from };
  const steps = unit === 'hour' ? hoursOf(span, timeZone) : stepsOf({ first, last }, unit, midnight);
  return {
    ...span,
    preset,
    first: first.toString(),
    last: last.toString(),
    days,
    timeZone,
    unit,
    before: {
      ...before,
      first: first.subtract({ days }).toString(),
      last: first.subtract({ days: 1 }).toString(),
    },
    steps,
    stepsBefore: unit === 'hour' ? hoursOf(before, timeZone) : steps.map((step) => stepEarlier(step, days, midnight)),
  };
}

/** The same days of the calendar, so many days earlier; each step is shifted alike. */
export function rangeEarlier({ first, last, steps, unit, timeZone }: Range, days: number) {
  const midnight = (date: Temporal.PlainDate) => midnightOf(date, timeZone);
  const earlier = {
    first: Temporal.PlainDate.from(first).subtract({ days }),
    last: Temporal.PlainDate.from(last).subtract({ days }),
  };
  const span = { from: midnight(earlier.first), to: midnight(earlier.last.add({ days: 1 })) };
  return {
    ...span,
    first: earlier.first.toString(),
    last: earlier.last.toString(),
    unit,
    timeZone,
    steps: unit === 'hour' ? hoursOf(span, timeZone) : steps.map((step) => stepEarlier(step, days, midnight)),
  };
}

/** How many days earlier the same date of the year before is. */
export function daysToYearBefore(first: string): number {
  const date = Temporal.PlainDate.from(first);
  return date.subtract({ years: 1 }).until(date).days;
}

function stepEarlier(step: RangeStep, days: number, midnight: (date: Temporal.PlainDate) => Date): RangeStep {
  const first = Temporal.PlainDate.from(step.first).subtract({ days });
  const last = Temporal.PlainDate.from(step.last).subtract({ days });
  return {
    from: midnight(first),
    to: midnight(last.add({ days: 1 })),
    first: first.toString(),
    last: last.toString(),
  };
}

function stepsOf(
  { first, last }: Dates,
  unit: 'day' | 'week' | 'month',
  midnight: (date: Temporal.PlainDate) => Date,
): RangeStep[] {
  const steps: RangeStep[] = [];
  const end = last.add({ days: 1 });
  const next = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 } }[unit];
  let from = first;
  while (Temporal.PlainDate.compare(from, end) < 0) {
    const whole = (unit === 'month' ? from.with({ day: 1 }) : from).add(next);
    const to = Temporal.PlainDate.compare(whole, end) < 0 ? whole : end;
    steps.push({
      from: midnight(from),
      to: midnight(to),
      first: from.toString(),
      last: to.subtract({ days: 1 }).toString(),
    });
    from = to;
  }
  return steps;
}

const quarterMs = 900_000;

/**
 * Hours as clocks of the zone show them. Where a clock moves by half an hour, a step has 30 or 90 minutes; an hour that
 * occurs twice is two steps.
 */
function hoursOf({ from, to }: Span, timeZone: string): RangeStep[] {
  const steps: RangeStep[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += quarterMs) {
    const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const last = steps.at(-1);
    const isSameHour = last?.first.slice(0, 13) === shown.toPlainDateTime().toString().slice(0, 13);
    if (last && isSameHour && shown.minute !== 0) last.to = new Date(at + quarterMs);
    else {
      const name = shown.toPlainDateTime().toString({ smallestUnit: 'minute' });
      steps.push({ from: new Date(at), to: new Date(at + quarterMs), first: name, last: name });
    }
  }
  return steps;
}
