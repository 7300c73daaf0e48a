import { expect, test } from 'vitest';
import type { RateKind, RateOf } from '@vitrine/contract/values/rates.ts';
import { rateText } from './rate.texts.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const percentage = (rate: number): RateOf<RateKind> => ({ kind: 'percentage', rate, amount: null });
const flat = (amount: string, currency: string): RateOf<RateKind> => ({
  kind: 'flat',
  rate: null,
  amount: { amount, currency },
});

test.each<[RateOf<RateKind>, string, string]>([
  [percentage(1_500), '15% of the price', '15 % del precio'],
  [percentage(1_250), '12.5% of the price', '12,5 % del precio'],
  [percentage(0), '0% of the price', '0 % del precio'],
  [percentage(10_000), '100% of the price', '100 % del precio'],
  [flat('200', 'EUR'), '€2.00 per item', '2,00 € por unidad'],
  [flat('200', 'JPY'), '¥200 per item', '200 JPY por unidad'],
])('%j is “%s” in English and “%s” in Spanish', (rate, english, spanish) => {
  expect([plain(rateText(rate, 'en')), plain(rateText(rate, 'es'))]).toEqual([english, spanish]);
});
