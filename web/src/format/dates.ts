export type Place = { locale: string; timeZone: string };

function partsOf(at: Date, { locale, timeZone }: Place, options: Intl.DateTimeFormatOptions): string {
  // Some releases of the locale data put a narrow no-break space before AM and PM; the specification has a plain one.
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at).replaceAll('\u202f', ' ');
}

function dayKey(at: Date, { timeZone }: Place): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

function formatTime(at: string, place: Place): string {
  return partsOf(new Date(at), place, { hour: '2-digit', minute: '2-digit' });
}

/** Time only (hh:mm AM/PM) if today, otherwise MM/DD/YYYY hh:mm AM/PM (specification, section 9). */
export function formatMoment(at: string, now: Date, place: Place): string {
  const date = new Date(at);
  const time = formatTime(at, place);
  if (dayKey(date, place) === dayKey(now, place)) return time;
  return `${partsOf(date, place, { year: 'numeric', month: '2-digit', day: '2-digit' })} ${time}`;
}

/** A day in words, with its year where that is not the present one: "December 2". */
export function formatDay(at: string, now: Date, place: Place): string {
  const date = new Date(at);
  const sameYear = dayKey(date, place).slice(0, 4) === dayKey(now, place).slice(0, 4);
  return partsOf(date, place, { month: 'long', day: 'numeric', ...(!sameYear && { year: 'numeric' }) });
}

export function formatMonth(at: string, place: Place): string {
  return partsOf(new Date(at), place, { month: 'long', year: 'numeric' });
}

/** A calendar day of the wire, `2026-11-20`, which has no time zone any more: "Nov 20". */
export function formatCalendarDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Whole days from now until then, counted in calendar days: tomorrow is 1. */
export function daysUntil(at: string, now: Date, place: Place): number {
  const day = (date: Date) => Date.parse(`${dayKey(date, place)}T00:00:00Z`);
  return Math.round((day(new Date(at)) - day(now)) / 86_400_000);
}
