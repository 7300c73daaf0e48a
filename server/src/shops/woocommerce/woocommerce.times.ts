import { Unreadable } from '../shop.ts';

const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i;

function instantOf(text: string, timeZone: string): Date {
  const at = hasZone.test(text)
    ? Temporal.Instant.from(text).epochMilliseconds
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  return new Date(at);
}

/**
 * A time of WooCommerce, which sends each one twice without a zone: in UTC as `…_gmt`, and in the shop's zone. A local
 * time that a clock change skips is read as later by the change, and one that comes twice as the first.
 */
export function readTimes(
  { gmt, local }: { gmt: string | null | undefined; local: string | null | undefined },
  timeZone: string | null,
  field: string,
): Date | undefined {
  const named = gmt ? `${field}_gmt` : field;
  if (!gmt && !local) return undefined;
  try {
    const at = gmt
      ? instantOf(gmt, 'UTC')
      : local && (timeZone || hasZone.test(local)) && instantOf(local, timeZone ?? 'UTC');
    // No order is outside these years, and some of those dates don't fit the database.
    if (at && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9_999) return at;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Unreadable(named);
}
