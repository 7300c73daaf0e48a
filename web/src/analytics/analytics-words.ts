import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AnalyticsFigures, AnalyticsPreset, AnalyticsStep, AnalyticsType } from '@vitrine/contract/analytics.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { regionNames } from '@vitrine/contract/values/formatters.ts';
import { formatCalendarDay, formatCalendarMonth, formatCalendarRange, formatWallTime } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';

export const typeWords: Record<AnalyticsType, MessageDescriptor> = {
  overview: msg`Overview`,
  products: msg`Products`,
  links: msg`Links`,
  traffic: msg`Traffic`,
};

export const presetWords: Record<AnalyticsPreset, MessageDescriptor> = {
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

type FigureWords = { name: MessageDescriptor; meaning: MessageDescriptor };

/** In the order in which one leads to the next. */
export const figureWords: Record<FigureName, FigureWords> = {
  views: {
    name: msg`Views`,
    meaning: msg`How often people opened your storefront’s page. Bots, link previews, browsers that look ahead and your own visits are told apart and not counted. A page that is shown again within a minute counts once.`,
  },
  clicks: {
    name: msg`Clicks`,
    meaning: msg`People who followed one of your links, on your storefront or anywhere else. Bots, link previews, your own visits and a second hit from the same browser within the brand’s window are kept, but never counted.`,
  },
  orders: {
    name: msg`Orders`,
    meaning: msg`Orders placed in these days that were credited to you, through a link or a discount code of yours.`,
  },
  sales: {
    name: msg`Sales`,
    meaning: msg`What shoppers paid for those orders after discounts, less refunds, without tax and shipping. Orders that the brand declined are left out.`,
  },
  commission: {
    name: msg`Commission`,
    meaning: msg`What those orders earn you, less what was reversed until now. It counts on the day of the order, not of the payout.`,
  },
  conversion: {
    name: msg`Conversion rate`,
    meaning: msg`Orders divided by clicks. Orders by a discount code alone have no click, so the rate can exceed 100%. Without a click there is no rate.`,
  },
  earnings_per_click: {
    name: msg`Earnings per click`,
    meaning: msg`Commission divided by clicks, cut off at the cent and never rounded up. Without a click there is none.`,
  },
};
export const figureNames = Object.keys(figureWords).filter(isFigureName);

export function isFigureName(name: unknown): name is FigureName {
  return typeof name === 'string' && Object.hasOwn(figureWords, name);
}

/** A figure as it is read: counts, percentages and '---' by the rules of S20, money to the last cent. */
export function figureText(name: FigureName, figures: AnalyticsFigures): string {
  if (name === 'sales' || name === 'commission') return formatMoney(figures[name]);
  if (name === 'conversion') return formatPercentage(figures.conversion);
  if (name === 'earnings_per_click')
    return figures.earnings_per_click ? formatMoney(figures.earnings_per_click) : formatNumber(null);
  return formatNumber(figures[name]);
}

/** Only the height of a column: what is read is the text, which is exact. */
export function figureHeight(name: FigureName, figures: AnalyticsFigures): number {
  const value = figures[name];
  if (value === null) return 0;
  return typeof value === 'number' ? value : Math.max(0, Number(value.amount) / 10 ** currencyDecimals(value.currency));
}

export function stepLabel(
  unit: 'hour' | 'day' | 'week' | 'month',
  { from, to }: AnalyticsStep,
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
  tv: msg`Television`,
};

/** A device in words, where there is one. */
export function deviceName(value: string): MessageDescriptor | undefined {
  return devices[value];
}

export function countryName(code: string, locale: string): string {
  return regionNames(locale, { fallback: 'code' }).of(code) ?? code;
}
