import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BrandDimension, BrandFigures } from '@vitrine/contract/brand-analytics.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { countryName, deviceName } from '../analytics/analytics-texts.ts';
import { appName } from '../format/apps.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';
import type { BrandFigureName } from './brand-search.ts';

type FigureTexts = { name: MessageDescriptor; meaning: MessageDescriptor };

export const brandFigureTexts: Record<BrandFigureName, FigureTexts> = {
  views: {
    name: msg`Views`,
    meaning: msg`How often shoppers opened a storefront of your creators. Bots, link previews and the creators’ own visits aren’t counted.`,
  },
  clicks: {
    name: msg`Clicks`,
    meaning: msg`How often shoppers clicked your creators’ links. Bots, link previews, the creators’ own clicks and repeat clicks of the same browser within your time limit aren’t counted.`,
  },
  orders: {
    name: msg`Orders`,
    meaning: msg`Orders placed in this period that were credited to a creator.`,
  },
  sales: {
    name: msg`Net sales`,
    meaning: msg`What shoppers paid for the items of these orders that earn commission, after discounts, refunds and declines, without tax and shipping.`,
  },
  commission: {
    name: msg`Commission`,
    meaning: msg`What your creators earn from these orders, minus reversals so far.`,
  },
  new_customers: {
    name: msg`New customers`,
    meaning: msg`Credited orders that were the first of their customer, by email address. Orders without an email address aren’t counted.`,
  },
  conversion: {
    name: msg`Conversion rate`,
    meaning: msg`Orders divided by clicks. Orders that only used a discount code have no click, so the rate can be above 100%.`,
  },
  earnings_per_click: {
    name: msg`Earnings per click`,
    meaning: msg`Commission divided by clicks, rounded down to the cent.`,
  },
};

export const brandDimensionTexts: Record<BrandDimension, MessageDescriptor> = {
  creator: msg`Creator`,
  group: msg`Group`,
  product: msg`Product`,
  link: msg`Link`,
  code: msg`Code`,
  country: msg`Country`,
  device: msg`Device`,
  channel: msg`Channel`,
  day: msg`Day`,
};

/** What the key `none` stands for. */
const withoutTexts: Record<BrandDimension, MessageDescriptor> = {
  creator: msg`No creator`,
  group: msg`No group`,
  product: msg`Links without a product`,
  link: msg`Without a link`,
  code: msg`Without a code`,
  country: msg`Unknown country`,
  device: msg`Unknown device`,
  channel: msg`Unknown channel`,
  day: msg`No day`,
};

const channelTexts: Record<string, MessageDescriptor> = {
  direct: msg`Direct`,
  storefront: msg`Storefront`,
  search: msg`Search engines`,
  email: msg`Email`,
  site: msg`Other sites`,
};
const channelNames: Record<string, string> = { x: 'X', twitch: 'Twitch', discord: 'Discord' };

/** How a row or a filter is called. Countries, devices and channels have names in the reader's language. */
export function useBrandNames(): (dimension: BrandDimension, value: string | null, name: string | null) => string {
  const { t } = useLingui();
  const { locale } = useRegion();
  return (dimension, value, name) => {
    if (name !== null && name !== '') return name;
    if (value === null || value === 'none') return t(withoutTexts[dimension]);
    if (dimension === 'country') return countryName(value, locale);
    if (dimension === 'link') return t`Deleted link`;
    if (dimension === 'device') {
      const device = deviceName(value);
      return device ? t(device) : value;
    }
    if (dimension !== 'channel') return value;
    const channel = channelTexts[value];
    return channel ? t(channel) : (channelNames[value] ?? appName(value));
  };
}

/** Figures that a row or total can have nothing of are shown like missing ones. */
export function brandFigureText(name: BrandFigureName, figures: BrandFigures): string {
  if (name === 'sales' || name === 'commission') return formatMoney(figures[name]);
  if (name === 'conversion') return formatPercentage(figures.conversion);
  if (name === 'earnings_per_click')
    return figures.earnings_per_click ? formatMoney(figures.earnings_per_click) : formatNumber(null);
  return formatNumber(figures[name]);
}

/** A figure as a number, in major units; null is missing. */
export function brandFigureHeight(name: BrandFigureName, figures: BrandFigures): number | null {
  const value = figures[name];
  if (value === null || typeof value === 'number') return value;
  return Number(value.amount) / 10 ** currencyDecimals(value.currency);
}

/** How much a figure changed, like `+12.5%`; undefined where nothing can be said. */
export function changeText(name: BrandFigureName, now: BrandFigures, before: BrandFigures): string | undefined {
  const [value, earlier] = [brandFigureHeight(name, now), brandFigureHeight(name, before)];
  if (value === null || !earlier) return undefined;
  const change = Math.round((value / earlier - 1) * 1_000) / 1_000;
  const size = formatPercentage(Math.abs(change));
  if (change === 0) return size;
  return change > 0 ? `+${size}` : `−${size}`;
}
