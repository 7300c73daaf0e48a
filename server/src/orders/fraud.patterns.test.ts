import { describe, expect, test } from 'vitest';
import { type CreatorHistory, dayMs, hourMs, type SeenClick, type SeenOrder } from './fraud.facts.ts';
import { brandBidding, codeHijack, codeLeak, countryMismatch, refundCycling } from './fraud.patterns.ts';

// Each rule at its thresholds: the honest case just below, the pattern just above.

const start = Date.parse('2026-11-01T00:00:00Z');
const click = (changed: Partial<SeenClick> = {}): SeenClick => ({
  at: new Date(start),
  browser: 'b',
  visitor: 'v',
  country: 'US',
  purpose: '',
  referrerHost: '',
  utm: { source: '', medium: '', term: '' },
  searchAd: '',
  ...changed,
});
const order = (nth: number, changed: Partial<SeenOrder> = {}): SeenOrder => ({
  orderId: `o${nth}`,
  placedAt: new Date(start + nth * hourMs),
  code: null,
  clickId: null,
  click: null,
  customer: `shopper ${nth}`,
  hasRival: false,
  isRefunded: false,
  country: '',
  ...changed,
});
const orders = (count: number, changed: (nth: number) => Partial<SeenOrder>) =>
  Array.from({ length: count }, (_, nth) => order(nth, changed(nth)));
const history = (changed: Partial<CreatorHistory>): CreatorHistory => ({
  brandNames: ['Glow Lab', 'glowlab.example'],
  orders: [],
  codes: [],
  bursts: [],
  ...changed,
});

describe('a leaked code', () => {
  const usage = (changed: object = {}) => ({
    code: 'AVA10',
    createdAt: new Date(start - 30 * dayMs),
    touchless: 10,
    usualMost: 2,
    clicks: 9,
    ...changed,
  });
  const burst = orders(10, () => ({ code: 'AVA10' }));
  const found = (changed: object, list = burst) => codeLeak(history({ orders: list, codes: [usage(changed)] }));

  test('is a burst far above the usual that no click explains', () => {
    expect(found({})).toEqual([
      {
        rule: 'code_leak',
        orderIds: burst.map(({ orderId }) => orderId),
        evidence: { orders: '10', usual: '2', clicks: '9' },
      },
    ]);
  });

  test.each([
    ['nine orders are a good day', { touchless: 9, usualMost: 0, clicks: 0 }],
    ['not five times the best day of four weeks', { touchless: 10, usualMost: 3, clicks: 0 }],
    ['as many clicks as orders: the audience was told', { clicks: 10 }],
    ['a code in its first week is meant to be used by many', { createdAt: new Date(start - dayMs) }],
  ])('%s', (_why, changed) => {
    expect(found(changed)).toEqual([]);
  });

  test('holds only the orders of the last day with that code and without a click', () => {
    const list = [
      order(0, { code: 'AVA10' }),
      order(30, { code: 'OTHER' }),
      order(31, { code: 'AVA10', click: click() }),
      order(32, { code: 'AVA10' }),
    ];
    expect(found({}, list)[0]?.orderIds).toEqual(['o32']);
  });

  test('each code is judged by itself', () => {
    const list = [...burst, ...orders(10, () => ({ code: 'NEW', orderId: 'n' }))];
    const codes = [usage(), usage({ code: 'NEW', touchless: 3 })];
    expect(codeLeak(history({ orders: list, codes }))).toHaveLength(1);
  });
});

describe('a hijacked code', () => {
  const taken = (count: number, of: number) =>
    codeHijack(history({ orders: orders(of, (nth) => ({ code: 'AVA10', hasRival: nth < count })) }));

  test('comes with other creators’ shoppers nearly always', () => {
    expect(taken(8, 10)).toEqual([
      {
        rule: 'code_hijack',
        orderIds: ['o0', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7'],
        evidence: { orders: '8', of: '10' },
      },
    ]);
  });

  test('four shoppers of others who found a coupon are honest', () => {
    expect(taken(4, 4)).toEqual([]);
    expect(taken(5, 5)).toHaveLength(1);
  });

  test('a share of less than 80% is honest', () => {
    expect(taken(7, 9)).toEqual([]);
  });

  test('orders without a code, or with a click of the creator, are none', () => {
    expect(codeHijack(history({ orders: orders(9, () => ({ hasRival: true })) }))).toEqual([]);
    const clicked = orders(9, () => ({ code: 'AVA10', hasRival: true, click: click() }));
    expect(codeHijack(history({ orders: clicked }))).toEqual([]);
  });

  test('five shoppers spread over more than a week are honest', () => {
    const spread = orders(5, (nth) => ({ code: 'AVA10', hasRival: true, placedAt: new Date(start + nth * 2 * dayMs) }));
    expect(codeHijack(history({ orders: spread }))).toEqual([]);
  });

  test('one shopper with many orders is one shopper', () => {
    const same = orders(9, () => ({ code: 'AVA10', hasRival: true, customer: 'one' }));
    expect(codeHijack(history({ orders: same }))).toEqual([]);
  });
});

describe('refund cycling', () => {
  const returns = (refunded: number, of: number) =>
    refundCycling(history({ orders: orders(of, (nth) => ({ customer: 'one', isRefunded: nth < refunded })) }));

  test.each([
    [2, 2, 0],
    [2, 3, 0],
    [3, 3, 1],
    [3, 4, 1],
    [3, 5, 0],
    [4, 5, 1],
  ])('%d refunds of %d orders of one shopper: %d found', (refunded, of, count) => {
    expect(returns(refunded, of)).toHaveLength(count);
  });

  test('holds all orders of that shopper, with the figures', () => {
    expect(returns(3, 4)[0]).toEqual({
      rule: 'refund_cycling',
      orderIds: ['o0', 'o1', 'o2', 'o3'],
      evidence: { orders: '4', refunded: '3', shoppers: '1' },
    });
  });

  test('a browser stands for a shopper without an email address', () => {
    const nameless = orders(3, () => ({ customer: null, click: click({ browser: 'same' }), isRefunded: true }));
    expect(refundCycling(history({ orders: nameless }))).toHaveLength(1);
  });

  test('orders without a known shopper count for no shopper', () => {
    const unknown = orders(6, () => ({ customer: null, isRefunded: true }));
    expect(refundCycling(history({ orders: unknown }))).toEqual([]);
  });

  test('four shoppers with two refunds each are a group where most orders come back', () => {
    const group = (shoppers: number, honest: number) =>
      refundCycling(
        history({
          orders: [
            ...orders(shoppers * 2, (nth) => ({ customer: `s${nth % shoppers}`, isRefunded: true })),
            ...orders(honest, (nth) => ({ orderId: `h${nth}` })),
          ],
        }),
      );
    expect(group(3, 0)).toEqual([]);
    expect(group(4, 5)).toHaveLength(4);
    expect(group(4, 6)).toEqual([]);
  });
});

describe('orders from another country than their clicks', () => {
  const abroad = (different: number, of: number) =>
    countryMismatch(
      history({
        orders: orders(of, (nth) => ({
          country: nth < different ? 'FR' : 'US',
          click: click({ browser: `b${nth}` }),
        })),
      }),
    );

  test('four travelers are honest, five of five are a pattern', () => {
    expect(abroad(4, 4)).toEqual([]);
    expect(abroad(5, 5)).toMatchObject([{ evidence: { sign: 'click_and_order', orders: '5', of: '5' } }]);
  });

  test('below 80% of the orders they are honest', () => {
    expect(abroad(7, 9)).toEqual([]);
    expect(abroad(8, 10)).toHaveLength(1);
  });

  test('an unknown country says nothing', () => {
    const unknown = orders(9, () => ({ country: '', click: click() }));
    expect(countryMismatch(history({ orders: unknown }))).toEqual([]);
  });

  test('one browser in two countries is a flight, in three of them within a day it is not', () => {
    const hopping = (countries: string[], apartMs = hourMs) =>
      countryMismatch(
        history({
          orders: countries.map((country, nth) =>
            order(nth, { placedAt: new Date(start + nth * apartMs), click: click({ country }) }),
          ),
        }),
      );
    expect(hopping(['US', 'FR', 'US'])).toEqual([]);
    expect(hopping(['US', 'FR', 'JP'])).toMatchObject([{ evidence: { sign: 'one_browser', orders: '3', of: '3' } }]);
    expect(hopping(['US', 'FR', 'JP'], dayMs)).toEqual([]);
  });
});

describe('ads on the brand’s name', () => {
  const ad = (term: string, changed: Partial<SeenClick> = {}) =>
    click({ utm: { source: 'google', medium: 'cpc', term }, ...changed });
  const bid = (...clicks: SeenClick[]) =>
    brandBidding(history({ orders: clicks.map((each, nth) => order(nth, { click: each })) }));

  test.each(['glow lab', 'GLOW-LAB coupon', 'Glöw Lab', 'buy glowlab.example'])('a search for “%s” is one', (term) => {
    expect(bid(ad(term))).toMatchObject([{ rule: 'brand_bidding', evidence: { ad: 'google', on_brand: '1' } }]);
  });

  test.each(['night cream', 'glow', 'lab'])('a search for “%s” is fair', (term) => {
    expect(bid(ad(term))).toEqual([]);
  });

  test.each([
    ['an own newsletter', { source: 'newsletter', medium: 'email' }],
    ['a paid post', { source: 'instagram', medium: 'cpc' }],
    ['an unpaid search', { source: 'google', medium: 'organic' }],
    ['a host that only contains the name', { source: 'googleplex-fans', medium: 'social' }],
  ])('%s on the brand’s name is fair', (_what, utm) => {
    expect(bid(click({ utm: { ...utm, term: 'glow lab' } }))).toEqual([]);
  });

  test('three shoppers from ads without words are a pattern, two are not', () => {
    const wordless = (count: number) => bid(...Array.from({ length: count }, () => click({ searchAd: 'gclid' })));
    expect(wordless(2)).toEqual([]);
    expect(wordless(3)).toMatchObject([{ evidence: { ad: 'gclid', orders: '3', on_brand: '0' } }]);
  });

  test.each(['googleadservices.com', 'www.googleadservices.com', 'ad.doubleclick.net'])(
    '%s shows an ad',
    (referrerHost) => {
      expect(bid(...Array.from({ length: 3 }, () => click({ referrerHost })))).toHaveLength(1);
    },
  );

  test('notgoogleadservices.com does not', () => {
    expect(bid(...Array.from({ length: 3 }, () => click({ referrerHost: 'notgoogleadservices.com' })))).toEqual([]);
  });

  test('a brand whose name has two letters is not found in every word', () => {
    const short = history({ brandNames: ['GL'], orders: [order(1, { click: ad('glass bottles') })] });
    expect(brandBidding(short)).toEqual([]);
  });
});
