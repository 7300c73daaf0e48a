import { useLingui } from '@lingui/react/macro';
import { daysUntil, formatCalendarDay, formatDay, formatMoment, formatMonth, formatWeekday } from '../format/dates.ts';
import { useRegion } from './accounts.data.ts';

/** Formats times for the logged-in user: in their time zone, relative to today. */
export function useDates() {
  const { t } = useLingui();
  const place = useRegion();
  const now = new Date();
  const moment = (at: string) => formatMoment(at, now, place);
  return {
    moment,
    day: (at: string) => formatDay(at, now, place),
    calendarDay: (day: string) => formatCalendarDay(day, place.locale),
    month: (at: string) => formatMonth(at, place),
    weekday: (at: string) => formatWeekday(at, place),
    daysUntil: (at: string) => daysUntil(at, now, place),
    asOf: (at: string) => t`As of ${moment(at)}`,
  };
}
