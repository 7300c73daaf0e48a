import type { Language } from '@vitrine/contract/values/languages.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import type { Rate, RateKind, RateOf } from '@vitrine/contract/values/rates.ts';
import { moneyText } from '../platform/money.text.ts';
import { countText, portionText, textsIn } from '../platform/locale.ts';

type RateLimits = Pick<Rate, 'max_per_order' | 'max_per_month' | 'new_customers_only'>;
/** What a rate pays, as emails write it after the name of a product or category. */
type RateText<Own> = Record<Language, (rate: Own, locale: string) => string>;

function amountText({ amount, currency }: Money, locale: string): string {
  return moneyText(BigInt(amount), currency, locale);
}

const rateTexts: { readonly [Kind in RateKind]: RateText<RateOf<Kind>> } = {
  percentage: {
    en: ({ rate }, locale) => `${portionText(rate, locale)} of the price`,
    es: ({ rate }, locale) => `${portionText(rate, locale)} del precio`,
  },
  flat: {
    en: ({ amount }, locale) => `${amountText(amount, locale)} per item`,
    es: ({ amount }, locale) => `${amountText(amount, locale)} por unidad`,
  },
  sales_tiers: {
    en: ({ rate, tiers }, locale) =>
      [
        `${portionText(rate, locale)} of the price`,
        ...tiers.map((tier) => `${portionText(tier.rate, locale)} from ${amountText(tier.from, locale)}`),
      ].join(', ') + ' of net sales in the month',
    es: ({ rate, tiers }, locale) =>
      [
        `${portionText(rate, locale)} del precio`,
        ...tiers.map((tier) => `${portionText(tier.rate, locale)} desde ${amountText(tier.from, locale)}`),
      ].join(', ') + ' de ventas netas en el mes',
  },
  order_tiers: {
    en: ({ rate, tiers }, locale) =>
      [
        `${portionText(rate, locale)} of the price`,
        ...tiers.map((tier) => `${portionText(tier.rate, locale)} from ${countText(tier.from, locale)}`),
      ].join(', ') + ' orders in the month',
    es: ({ rate, tiers }, locale) =>
      [
        `${portionText(rate, locale)} del precio`,
        ...tiers.map((tier) => `${portionText(tier.rate, locale)} desde ${countText(tier.from, locale)}`),
      ].join(', ') + ' pedidos en el mes',
  },
};

const limitTexts = {
  en: {
    perOrder: (amount: string) => `at most ${amount} per order`,
    perMonth: (amount: string) => `at most ${amount} per month`,
    newCustomers: 'only new customers',
  },
  es: {
    perOrder: (amount: string) => `máximo ${amount} por pedido`,
    perMonth: (amount: string) => `máximo ${amount} al mes`,
    newCustomers: 'solo clientes nuevos',
  },
};

export function rateText<Kind extends RateKind>(rate: RateOf<Kind> & RateLimits, locale: string): string {
  const { perOrder, perMonth, newCustomers } = textsIn(limitTexts, locale);
  return [
    textsIn(rateTexts[rate.kind], locale)(rate, locale),
    ...(rate.max_per_order ? [perOrder(amountText(rate.max_per_order, locale))] : []),
    ...(rate.max_per_month ? [perMonth(amountText(rate.max_per_month, locale))] : []),
    ...(rate.new_customers_only ? [newCustomers] : []),
  ].join(', ');
}
