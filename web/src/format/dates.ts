import { dateFormat, relativeTimeFormat } from '@vitrine/contract/values/formatters.ts';

export type Region = { locale: string; timeZone: string };

function partsOf(at: Date, { locale, timeZone }: Region, options: Intl.DateTimeFormatOptions): string {
  // Some versions of the locale data put a narrow no-break space before AM and PM; the specification has a plain space.
  return dateFormat(locale, { ...options, timeZone })
    .format(at)
    .replaceAll('\u202f', ' ');
}

/** `2026-11-20`. Uses the formatter of most dates, because another language's would have to be loaded. */
function dayKey(at: Date, { timeZone }: Pick<Region, 'timeZone'>): string {
  const parts = dateFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const [month = '', day = '', year = ''] = parts.format(at).split('/');
  return `${year}-${month}-${day}`;
}

/** Time only, next to a date that is already shown. */
function formatTime(at: string, place: Region): string {
  return partsOf(new Date(at), place, { hour: '2-digit', minute: '2-digit' });
}

/** Time only (hh:mm AM/PM) if today, otherwise MM/DD/YYYY hh:mm AM/PM (specification, section 9). */
export function formatMoment(at: string, now: Date, place: Region): string {
  const date = new Date(at);
  const time = formatTime(at, place);
  if (dayKey(date, place) === dayKey(now, place)) return time;
  return `${partsOf(date, place, { year: 'numeric', month: '2-digit', day: '2-digit' })} ${time}`;
}

/** Month and day, with the year if it isn't the current one: "December 2". */
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

/** A calendar date of the API without a time zone, `2026-11-20`: "Nov 20". */
export function formatCalendarDay(day: string, locale: string): string {
  return dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** A calendar date of the API in full: "November 1, 2026". */
export function formatCalendarDate(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** A range of calendar dates of the API, both included, with their years: "Oct 23 – Nov 21, 2026". */
export function formatCalendarRange(from: string, to: string, locale: string): string {
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format
    .formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
    .replaceAll(/[\u2009\u202f]/g, ' ');
}

/** The month of a calendar date of the API: "Nov 2026". */
export function formatCalendarMonth(day: string, locale: string): string {
  return dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** A local time without a time zone, `2026-11-20T14:00`: "02:00 PM". */
export function formatWallTime(time: string, locale: string): string {
  return formatTime(`${time}:00Z`, { locale, timeZone: 'UTC' });
}

/** The current calendar date in a time zone, `2026-11-20`. */
export function today(timeZone: string, now: Date = new Date()): string {
  return dayKey(now, { timeZone });
}

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long ago a time was, in the largest whole unit up to days: "12 sec. ago". */
export function formatAgo(at: string, now: Date, locale: string): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 1_000));
  const [unit, size] = spans.find(([, size]) => seconds >= size) ?? ['second', 1];
  return relativeTimeFormat(locale, { style: 'short', numeric: 'always' }).format(-Math.floor(seconds / size), unit);
}

/** Whole days from now, in calendar days: tomorrow is 1. */
export function daysUntil(at: string, now: Date, place: Region): number {
  const day = (date: Date) => Date.parse(`${dayKey(date, place)}T00:00:00Z`);
  return Math.round((day(new Date(at)) - day(now)) / 86_400_000);
}
