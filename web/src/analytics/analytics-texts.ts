import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AnalyticsFigures, AnalyticsPreset, AnalyticsStep, AnalyticsType } from '@vitrine/contract/analytics.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { regionNames } from '@vitrine/contract/values/formatters.ts';
import { formatCalendarDay, formatCalendarMonth, formatCalendarRange, formatWallTime } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';

export const typeLabels: Record<AnalyticsType, MessageDescriptor> = {
  overview: msg`Overview`,
  products: msg`Products`,
  links: msg`Links`,
  traffic: msg`Traffic`,
};

export const presetLabels: Record<AnalyticsPreset, MessageDescriptor> = {
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  last_7_days: msg`Last 7 days`,
  last_28_days: msg`Last 28 days`,
  last_30_days: msg`Last 30 days`,
  last_90_days: msg`Last 90 days`,
  month_to_date: msg`This month so far`,
  last_month: msg`Last month`,
  last_12_months: msg`Last 12 months`,
};

export type FigureName = keyof AnalyticsFigures;

type FigureTexts = { name: MessageDescriptor; meaning: MessageDescriptor };

/** In the order from view to commission. */
export const figureLabels: Record<FigureName, FigureTexts> = {
  views: {
    name: msg`Views`,
    meaning: msg`How often shoppers opened your storefront page. Bots, link previews, preloading browsers and your own visits aren’t counted. A page that’s opened again within a minute counts once.`,
  },
  clicks: {
    name: msg`Clicks`,
    meaning: msg`How often shoppers clicked your links, on your storefront or anywhere else. Bots, link previews, your own clicks, and repeat clicks from the same browser within the brand’s time limit (usually 30 minutes) are recorded but not counted.`,
  },
  orders: {
    name: msg`Orders`,
    meaning: msg`Orders placed in this period that were credited to you through your link or discount code.`,
  },
  sales: {
    name: msg`Sales`,
    meaning: msg`What shoppers paid for the items you earn commission on, after discounts and refunds, without tax and shipping. Items whose commission was declined don’t count.`,
  },
  commission: {
    name: msg`Commission`,
    meaning: msg`What you earn from these orders, minus reversals so far. It counts on the day of the order, not the day of the payout.`,
  },
  conversion: {
    name: msg`Conversion rate`,
    meaning: msg`Orders divided by clicks. Orders that only used a discount code have no click, so the rate can be above 100%. Without clicks there’s no rate.`,
  },
  earnings_per_click: {
    name: msg`Earnings per click`,
    meaning: msg`Commission divided by clicks, rounded down to the cent. Without clicks there’s no value.`,
  },
};
export const figureNames = Object.keys(figureLabels).filter(isFigureName);

export function isFigureName(name: unknown): name is FigureName {
  return typeof name === 'string' && Object.hasOwn(figureLabels, name);
}

/** A figure as text: counts, percentages and '---' as S20 prescribes, money to the cent. */
export function figureText(name: FigureName, figures: AnalyticsFigures): string {
  if (name === 'sales' || name === 'commission') return formatMoney(figures[name]);
  if (name === 'conversion') return formatPercentage(figures.conversion);
  if (name === 'earnings_per_click')
    return figures.earnings_per_click ? formatMoney(figures.earnings_per_click) : formatNumber(null);
  return formatNumber(figures[name]);
}

/** The height of a bar. The exact value is in the text. */
export function figureHeight(name: FigureName, figures: AnalyticsFigures): number {
  const value = figures[name];
  if (value === null) return 0;
  return typeof value === 'number' ? value : Math.max(0, Number(value.amount) / 10 ** currencyDecimals(value.currency));
}

/** Others have no data, which is not zero. */
export function isCountedStep({ state }: Pick<AnalyticsStep, 'state'>): boolean {
  return state === 'whole' || state === 'unfinished';
}

export function stepLabel(
  unit: 'hour' | 'day' | 'week' | 'month',
  { from, to }: Pick<AnalyticsStep, 'from' | 'to'>,
  locale: string,
): string {
  if (unit === 'hour') return `${formatCalendarDay(from.slice(0, 10), locale)}, ${formatWallTime(from, locale)}`;
  if (unit === 'day') return formatCalendarDay(from, locale);
  return unit === 'week' ? formatCalendarRange(from, to, locale) : formatCalendarMonth(from, locale);
}

const devices: Record<string, MessageDescriptor> = {
  mobile: msg`Phone`,
  tablet: msg`Tablet`,
  desktop: msg`Computer`,
  tv: msg`TV`,
};

export function deviceName(value: string): MessageDescriptor | undefined {
  return devices[value];
}

export function countryName(code: string, locale: string): string {
  return regionNames(locale, { fallback: 'code' }).of(code) ?? code;
}
