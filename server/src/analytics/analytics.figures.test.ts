import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  added,
  figuresOf,
  otherCurrencies,
  presentStep,
  soldFigures,
  sumsAt,
  type Sums,
  valuesOf,
} from './analytics.figures.ts';

const sums = (changed: Partial<Sums> = {}): Sums => ({
  views: 0,
  clicks: 0,
  orders: 0n,
  sales: 0n,
  commission: 0n,
  ...changed,
});
const row = (place: number, currency: string, orders: bigint, sales: bigint, commission: bigint) => ({
  place,
  currency,
  orders,
  sales,
  commission,
});
const usd = (amount: string) => ({ amount, currency: 'USD' });

describe('figures', () => {
  test('without clicks have no conversion and no earnings per click', () => {
    expect(soldFigures({ clicks: 0, orders: 2n, sales: 9_600n, commission: 1_440n }, 'USD')).toEqual({
      clicks: 0,
      orders: 2,
      sales: usd('9600'),
      commission: usd('1440'),
      conversion: null,
      earnings_per_click: null,
    });
  });

  test('of more orders than clicks have a conversion above one', () => {
    expect(soldFigures({ clicks: 2, orders: 3n, sales: 0n, commission: 0n }, 'USD').conversion).toBe(1.5);
  });

  test('round earnings per click down to the minor unit', () => {
    const perClick = (commission: bigint, clicks: number, currency = 'USD') =>
      soldFigures({ clicks, orders: 0n, sales: 0n, commission }, currency).earnings_per_click;
    expect(perClick(100n, 3)).toEqual(usd('33'));
    expect(perClick(2n, 3)).toEqual(usd('0'));
    expect(perClick(1_000n, 3, 'JPY')).toEqual({ amount: '333', currency: 'JPY' });
  });

  test('earnings per click never promise more than was earned', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (commission, clicks) => {
          const { earnings_per_click: each } = soldFigures({ clicks, orders: 0n, sales: 0n, commission }, 'USD');
          const back = BigInt(each?.amount ?? '-1') * BigInt(clicks);
          expect(back <= commission && commission - back < BigInt(clicks)).toBe(true);
        },
      ),
    );
  });

  test('have the views beside them', () => {
    expect(figuresOf(sums({ views: 7, clicks: 2 }), 'EUR')).toMatchObject({ views: 7, clicks: 2, conversion: 0 });
  });
});

describe('the sums of a place', () => {
  const from = {
    clicks: new Map([[0, 5]]),
    views: new Map([[1, 9]]),
    earned: [row(0, 'USD', 2n, 100n, 15n), row(0, 'EUR', 1n, 999n, 99n), row(1, 'EUR', 4n, 1n, 1n)],
  };

  test('count orders of every currency, and money of the storefront’s own', () => {
    expect(sumsAt(0, 'USD', from)).toEqual(sums({ clicks: 5, orders: 3n, sales: 100n, commission: 15n }));
  });

  test('are zero where nothing happened', () => {
    expect(sumsAt(2, 'USD', from)).toEqual(sums());
    expect(sumsAt(1, 'USD', from)).toEqual(sums({ views: 9, orders: 4n }));
  });

  test('of all places add up, in any order', () => {
    const some = [0, 1, 2].map((place) => sumsAt(place, 'EUR', from));
    expect(added(some)).toEqual(sums({ views: 9, clicks: 5, orders: 7n, sales: 1_000n, commission: 100n }));
    expect(added(some.toReversed())).toEqual(added(some));
    expect(added([])).toEqual(sums());
  });
});

test('other currencies are added up each for itself, never together', () => {
  const earned = [
    row(0, 'USD', 2n, 100n, 15n),
    row(0, 'EUR', 1n, 10n, 2n),
    row(1, 'EUR', 4n, 5n, 1n),
    row(1, 'JPY', 1n, 7n, 0n),
  ];
  expect(otherCurrencies(earned, 'USD')).toEqual([
    {
      currency: 'EUR',
      orders: 5,
      sales: { amount: '15', currency: 'EUR' },
      commission: { amount: '3', currency: 'EUR' },
    },
    {
      currency: 'JPY',
      orders: 1,
      sales: { amount: '7', currency: 'JPY' },
      commission: { amount: '0', currency: 'JPY' },
    },
  ]);
  expect(otherCurrencies(earned.slice(0, 1), 'USD')).toEqual([]);
});

describe('a step', () => {
  const day = {
    from: new Date('2026-11-20T00:00:00Z'),
    to: new Date('2026-11-21T00:00:00Z'),
    first: '2026-11-20',
    last: '2026-11-20',
  };
  const stateOf = (now: string, since: string, some: Partial<Sums> = {}) =>
    presentStep(day, sums(some), { now: new Date(now), since: new Date(since), currency: 'USD' }).state;
  const long = '2020-01-01T00:00:00Z';

  test.each([
    ['future', '2026-11-19T23:59:59Z', long, {}],
    ['unfinished', '2026-11-20T00:00:00Z', long, {}],
    ['unfinished', '2026-11-20T23:59:59Z', long, { clicks: 1 }],
    ['whole', '2026-11-21T00:00:00Z', long, {}],
    ['before_start', '2026-11-25T00:00:00Z', '2026-11-21T00:00:00Z', {}],
    ['whole', '2026-11-25T00:00:00Z', '2026-11-20T12:00:00Z', {}],
    ['whole', '2026-11-25T00:00:00Z', '2026-11-24T00:00:00Z', { orders: 1n }],
  ])('is %s at %s of a storefront since %s with %o', (state, now, since, some) => {
    expect(stateOf(now, since, some)).toBe(state);
  });
});

describe('the values of a dimension', () => {
  const value = (dimension: 'country' | 'device', name: string, counted: bigint) => ({
    dimension,
    value: name,
    counted,
  });

  test('are sorted by clicks, then views, then name, and cut', () => {
    const clicks = [
      value('country', 'US', 3n),
      value('country', 'FR', 5n),
      value('country', 'DE', 3n),
      value('device', 'phone', 99n),
    ];
    const views = [value('country', 'DE', 4n), value('country', 'JP', 8n), value('country', 'CA', 8n)];
    const names = (most: number) => valuesOf('country', clicks, views, most).map((each) => each.value);
    expect(names(10)).toEqual(['FR', 'DE', 'US', 'CA', 'JP']);
    expect(names(2)).toEqual(['FR', 'DE']);
    expect(valuesOf('country', clicks, views, 10)[3]).toEqual({ value: 'CA', clicks: 0, views: 8 });
  });

  test('of nothing are none', () => {
    expect(valuesOf('country', [], [], 10)).toEqual([]);
  });
});
