import { dateFormat } from '@vitrine/contract/values/formatters.ts';
import { localeOf } from '../platform/locale.ts';

// Statement months are in UTC, so that they are the same for everyone who checks one.

/** `2026-10`. */
export type Month = string;

export function monthOf(at: Date): Month {
  return at.toISOString().slice(0, 7);
}

export function startOf(month: Month): Date {
  return new Date(`${month}-01T00:00:00.000Z`);
}

export function nextMonth(month: Month): Month {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return monthOf(start);
}

export function monthName(month: Month, locale: string): string {
  return dateFormat(localeOf(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month));
}
