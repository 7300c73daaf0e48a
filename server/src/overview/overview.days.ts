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
