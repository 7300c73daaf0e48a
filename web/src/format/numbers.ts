import { numberFormat } from '@vitrine/contract/values/formatters.ts';
import { currentRegion } from './locale.ts';

const nothing = '---';
type Given = number | null | undefined;

function isMissing(value: Given): value is null | undefined {
  return value === null || value === undefined || Number.isNaN(value);
}

/** Numbers are rounded up with thousands grouping, '---' when empty (specification, section 9). Never for money. */
export function formatNumber(value: Given, locale = currentRegion()): string {
  if (isMissing(value)) return nothing;
  return numberFormat(locale, { maximumFractionDigits: 0 }).format(Math.ceil(value) || 0);
}

/** The value times 100 with %, '---' for missing or -1. Floating-point noise beyond two decimals is dropped. */
export function formatPercentage(value: Given, locale = currentRegion()): string {
  if (isMissing(value) || value === -1) return nothing;
  return `${numberFormat(locale, { maximumFractionDigits: 2 }).format(value * 100)}%`;
}

/** Compact counts: k at 1,000 and m at 1,000,000, with one decimal (specification, section 9). */
export function formatCompact(value: Given, locale = currentRegion()): string {
  if (isMissing(value)) return nothing;
  if (Math.abs(value) < 1000) return formatNumber(value, locale);
  const [unit, sign] = Math.abs(value) < 999_950 ? ([1000, 'k'] as const) : ([1_000_000, 'm'] as const);
  return `${decimalsOf(value / unit, 1, locale)}${sign}`;
}

function decimalsOf(value: number, digits: number, locale: string): string {
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the largest unit that leaves at least 1, in powers of 1,000, with one decimal below 10. */
export function formatBytes(bytes: number, locale = currentRegion()): string {
  const power = Math.max(0, Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** power;
  const digits = value < 10 && power > 0 ? 1 : 0;
  return numberFormat(locale, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    maximumFractionDigits: digits,
  }).format(value);
}

/**
 * A value on a chart's axis, whose ticks are `step` apart: compact like other counts. It has more than one decimal only
 * where two ticks would otherwise read the same.
 */
export function formatTick(value: number, step: number, locale = currentRegion()): string {
  const size = Math.abs(value);
  if (size < 1000) return numberFormat(locale, { maximumFractionDigits: 3 }).format(value);
  const [unit, sign] = size < 1_000_000 ? ([1000, 'k'] as const) : ([1_000_000, 'm'] as const);
  const digits = Math.max(1, Math.ceil(Math.log10(unit / step)));
  return `${decimalsOf(value / unit, digits, locale)}${sign}`;
}

/** Parts per 10,000, as the terms store rates: 1500 is 15%. */
export function formatRate(rate: number, locale = currentRegion()): string {
  return formatPercentage(rate / 10_000, locale);
}

/** Unread totals in the list of merchants are capped at 99. */
export function formatCapped(count: number): string {
  return String(Math.min(99, count));
}

/** Counts on icons: 9+ above 9. */
export function formatBadge(count: number): string {
  return count > 9 ? '9+' : String(count);
}
