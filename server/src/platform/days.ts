// The days of a time zone as instants. Every range of days of every screen is computed here. "The last 30 days" are
// today and the 29 days before it, from the midnight that begins the first to the one that ends today, in the viewer's
// time zone.

export type Span = { from: Date; to: Date };

/** Whether this is the name of a zone (IANA). An offset is none: it has no clock changes. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The day of an instant in the zone. */
export function todayIn(timeZone: string, now: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The instant when a day begins in the zone. */
export function midnightOf(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first and the last of the last `count` days, including today. */
export function lastDays(today: Temporal.PlainDate, count: number) {
  return { first: today.subtract({ days: count - 1 }), last: today };
}

/** Some days of a time zone, as instants. */
export type Period = {
  /** The days, oldest first, today last. */
  days: string[];
  /** The midnight at the beginning of each day, and the one at the end of the last. */
  midnights: Date[];
  /** The beginning of the previous period, which has as many days. */
  before: Date;
  end: Date;
};

/**
 * The last `count` days in the zone, including the one that contains `now`. A day has 23, 24 or 25 hours, or whatever
 * its zone decides.
 */
export function periodOf(now: Date, timeZone: string, count: number): Period {
  const { first, last } = lastDays(todayIn(timeZone, now), count);
  const midnight = (date: Temporal.PlainDate) => midnightOf(date, timeZone);
  const dates = Array.from({ length: count }, (_, index) => first.add({ days: index }));
  const end = midnight(last.add({ days: 1 }));
  return {
    days: dates.map((date) => date.toString()),
    midnights: [...dates.map(midnight), end],
    before: midnight(first.subtract({ days: count })),
    end,
  };
}

/** The same days as one span. */
export function spanOfLast(now: Date, timeZone: string, count: number): Span {
  const { first, last } = lastDays(todayIn(timeZone, now), count);
  return { from: midnightOf(first, timeZone), to: midnightOf(last.add({ days: 1 }), timeZone) };
}

const dayMs = 86_400_000;

/** Quarter-hours to add to (1) or subtract from (-1) whole UTC days. */
export type SignedSpan = Span & { sign: 1 | -1 };

function nearestDay(at: Date): number {
  return Math.round(at.getTime() / dayMs) * dayMs;
}

/** The UTC day that begins at the midnight of UTC nearest to an instant. */
function nearestUtcDay(at: Date): string {
  return new Date(nearestDay(at)).toISOString().slice(0, 10);
}

function partBetween(from: number, to: number): SignedSpan[] {
  if (from < to) return [{ from: new Date(from), to: new Date(to), sign: 1 }];
  return to < from ? [{ from: new Date(to), to: new Date(from), sign: -1 }] : [];
}

/** A span as whole UTC days, excluding `after`, and the parts to add or subtract. */
export function utcPartsOf({ from, to }: Span): { first: string; after: string; edges: SignedSpan[] } {
  return {
    first: nearestUtcDay(from),
    after: nearestUtcDay(to),
    edges: [...partBetween(from.getTime(), nearestDay(from)), ...partBetween(nearestDay(to), to.getTime())],
  };
}
