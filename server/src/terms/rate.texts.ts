import type { Language } from '@vitrine/contract/values/languages.ts';
import type { RateKind, RateOf } from '@vitrine/contract/values/rates.ts';
import { moneyText } from '../platform/money.text.ts';
import { portionText, textsIn } from '../platform/locale.ts';

/** What a rate pays, as emails write it after the name of a product or category. */
type RateText<Own> = Record<Language, (rate: Own, locale: string) => string>;

const rateTexts: { readonly [Kind in RateKind]: RateText<RateOf<Kind>> } = {
  percentage: {
    en: ({ rate }, locale) => `${portionText(rate, locale)} of the price`,
    es: ({ rate }, locale) => `${portionText(rate, locale)} del precio`,
  },
  flat: {
    en: ({ amount }, locale) => `${moneyText(BigInt(amount.amount), amount.currency, locale)} per item`,
    es: ({ amount }, locale) => `${moneyText(BigInt(amount.amount), amount.currency, locale)} por unidad`,
  },
};

export function rateText<Kind extends RateKind>(rate: RateOf<Kind>, locale: string): string {
  return textsIn(rateTexts[rate.kind], locale)(rate, locale);
}
