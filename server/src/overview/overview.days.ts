/** The days of a time zone, as instants. */
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
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const midnight = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
  const dates = Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }));
  const end = midnight(today.add({ days: 1 }));
  return {
    days: dates.map((date) => date.toString()),
    midnights: [...dates.map(midnight), end],
    before: midnight(today.subtract({ days: 2 * count - 1 })),
    end,
  };
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
