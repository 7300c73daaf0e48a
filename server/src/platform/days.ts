// The days of a time zone as instants: the one place where a range of days is cut, whichever screen shows it. "The last
// 30 days" are today and the 29 days before it, from the midnight that begins the first to the one that ends today, in
// the time zone of the viewer.

export type Span = { from: Date; to: Date };

/** The day of the zone in which an instant lies. */
export function todayIn(timeZone: string, now: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The instant at which a day of the zone begins. */
export function midnightOf(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first and the last of so many days, today included. */
export function lastDays(today: Temporal.PlainDate, count: number) {
  return { first: today.subtract({ days: count - 1 }), last: today };
}

/** Some days of a time zone, as instants. */
export type Period = {
  /** Names of the days, oldest first, today last. */
  days: string[];
  /** The midnight that begins each of them, and the one that ends the last. */
  midnights: Date[];
  /** The midnight that begins as many days before them. */
  before: Date;
  end: Date;
};

/** So many days of the zone, the one that `now` falls in included. A day has 23, 24, 25 hours or what its zone decides. */
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

/**
 * How far a midnight of the zone is from the nearest midnight of UTC: what was folded by UTC days becomes that of the
 * zone's days when the quarters of an hour in between are moved over. `sign` is 1 where they come after UTC's.
 */
export type Edge = { utcDay: string; from: Date; to: Date; sign: 1n | -1n };

const dayMs = 86_400_000;

export function edgeAt(midnight: Date): Edge {
  const utc = new Date(Math.round(midnight.getTime() / dayMs) * dayMs);
  const utcDay = utc.toISOString().slice(0, 10);
  return midnight < utc
    ? { utcDay, from: midnight, to: utc, sign: -1n }
    : { utcDay, from: utc, to: midnight, sign: 1n };
}

/** The UTC days from one edge to another, the second not included. */
export function utcDaysBetween(first: Edge, last: Edge): string[] {
  const from = Date.parse(first.utcDay);
  return Array.from({ length: Math.max(0, (Date.parse(last.utcDay) - from) / dayMs) }, (_, index) =>
    new Date(from + index * dayMs).toISOString().slice(0, 10),
  );
}

/** A stretch of quarters of an hour that is added to (1) or taken from (-1) whole days of UTC. */
export type SignedSpan = Span & { sign: 1 | -1 };

function nearestDay(at: Date): number {
  return Math.round(at.getTime() / dayMs) * dayMs;
}

/** The UTC day that begins at the midnight of UTC nearest to an instant. */
export function nearestUtcDay(at: Date): string {
  return new Date(nearestDay(at)).toISOString().slice(0, 10);
}

function partBetween(from: number, to: number): SignedSpan[] {
  if (from < to) return [{ from: new Date(from), to: new Date(to), sign: 1 }];
  return to < from ? [{ from: new Date(to), to: new Date(from), sign: -1 }] : [];
}

/** A span as whole days of UTC, `after` not included, and the parts by which it differs from them. */
export function utcPartsOf({ from, to }: Span): { first: string; after: string; edges: SignedSpan[] } {
  return {
    first: nearestUtcDay(from),
    after: nearestUtcDay(to),
    edges: [...partBetween(from.getTime(), nearestDay(from)), ...partBetween(nearestDay(to), to.getTime())],
  };
}
