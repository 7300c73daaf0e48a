import { dateFormat } from '@vitrine/contract/values/formatters.ts';

export type Region = { locale: string; timeZone: string };

function partsOf(at: Date, { locale, timeZone }: Region, options: Intl.DateTimeFormatOptions): string {
  // Some releases of the locale data put a narrow no-break space before AM and PM; the specification has a plain one.
  return dateFormat(locale, { ...options, timeZone })
    .format(at)
    .replaceAll('\u202f', ' ');
}

/** `2026-11-20`, by the formatter that most dates are written with anyway: another language's would be loaded for it. */
function dayKey(at: Date, { timeZone }: Pick<Region, 'timeZone'>): string {
  const parts = dateFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const [month = '', day = '', year = ''] = parts.format(at).split('/');
  return `${year}-${month}-${day}`;
}

/** The time alone, where the day is said beside it. */
export function formatTime(at: string, place: Region): string {
  return partsOf(new Date(at), place, { hour: '2-digit', minute: '2-digit' });
}

/** Time only (hh:mm AM/PM) if today, otherwise MM/DD/YYYY hh:mm AM/PM (specification, section 9). */
export function formatMoment(at: string, now: Date, place: Region): string {
  const date = new Date(at);
  const time = formatTime(at, place);
  if (dayKey(date, place) === dayKey(now, place)) return time;
  return `${partsOf(date, place, { year: 'numeric', month: '2-digit', day: '2-digit' })} ${time}`;
}

/** A day in words, with its year where that is not the present one: "December 2". */
export function formatDay(at: string, now: Date, place: Region): string {
  const date = new Date(at);
  const sameYear = dayKey(date, place).slice(0, 4) === dayKey(now, place).slice(0, 4);
  return partsOf(date, place, { month: 'long', day: 'numeric', ...(!sameYear && { year: 'numeric' }) });
}

export function formatMonth(at: string, place: Region): string {
  return partsOf(new Date(at), place, { month: 'long', year: 'numeric' });
}

/** "Tuesday". */
export function formatWeekday(at: string, place: Region): string {
  return partsOf(new Date(at), place, { weekday: 'long' });
}

/** A calendar day of the wire, `2026-11-20`, which has no time zone any more: "Nov 20". */
export function formatCalendarDay(day: string, locale: string): string {
  return dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** A calendar day of the wire in full: "November 1, 2026". */
export function formatCalendarDate(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** Calendar days of the wire from one to another, both included, with their years: "Oct 23 – Nov 21, 2026". */
export function formatCalendarRange(from: string, to: string, locale: string): string {
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format
    .formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
    .replaceAll(/[\u2009\u202f]/g, ' ');
}

/** The month that a calendar day of the wire lies in: "Nov 2026". */
export function formatCalendarMonth(day: string, locale: string): string {
  return dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** The time of day that a clock on the wall shows, `2026-11-20T14:00`: "02:00 PM". */
export function formatWallTime(time: string, locale: string): string {
  return formatTime(`${time}:00Z`, { locale, timeZone: 'UTC' });
}

/** The calendar day in a time zone now, `2026-11-20`. */
export function today(timeZone: string, now: Date = new Date()): string {
  return dayKey(now, { timeZone });
}

/** Whole days from now until then, counted in calendar days: tomorrow is 1. */
export function daysUntil(at: string, now: Date, place: Region): number {
  const day = (date: Date) => Date.parse(`${dayKey(date, place)}T00:00:00Z`);
  return Math.round((day(new Date(at)) - day(now)) / 86_400_000);
}
