import { dateFormat } from '@vitrine/contract/values/formatters.ts';

/** The calendar day in a time zone: `2026-11-20`. */
export function dayIn(timeZone: string, moment: Date): string {
  return dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}
