// Rules about codes, refunds, countries and ads in the orders of one creator. Each threshold names the honest case that
// must stay below it.
import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { type CreatorHistory, dayMs, type Finding, type SeenOrder } from './fraud.facts.ts';
import { customersIn, groupBy, idsOf, ordersInWindows, recent } from './fraud.windows.ts';

/** Many use a new code at once, so its first week means nothing. */
const launchMs = 7 * dayMs;
/** Below ten orders a good day and a leak look alike. */
export const leakOrders = 10;
/** A creator's best day rarely beats the best of the four weeks before by this much. */
const leakTimes = 5;

/**
 * A leaked code: a burst of orders without a click of the creator, far above the code's usual use. When the creator
 * announces it to their audience, clicks on their links rise as well; then it is a good day.
 */
export function codeLeak({ orders, codes }: CreatorHistory): Finding[] {
  return codes.flatMap((usage): Finding[] => {
    const isBurst = usage.touchless >= leakOrders && usage.touchless >= leakTimes * usage.usualMost;
    if (!isBurst || usage.clicks >= usage.touchless) return [];
    const found = recent(orders, dayMs).filter(
      ({ code, click, placedAt }) =>
        code === usage.code && click === null && placedAt.getTime() > usage.createdAt.getTime() + launchMs,
    );
    if (found.length === 0) return [];
    const evidence = {
      orders: String(usage.touchless),
      usual: String(usage.usualMost),
      clicks: String(usage.clicks),
    };
    return [{ rule: 'code_leak', orderIds: idsOf(found), evidence }];
  });
}

/** A few shoppers of other creators look for a coupon and find this one; if nearly all do, something inserts it. */
const hijackCustomers = 5;
const hijackShare = 0.8;

export function codeHijack({ orders }: CreatorHistory): Finding[] {
  const byCode = orders.filter(({ code }) => code !== null);
  const foreign = (list: readonly SeenOrder[]) => list.filter(({ hasRival, click }) => hasRival && click === null);
  const found = ordersInWindows(byCode, 7 * dayMs, (window) => {
    const taken = foreign(window);
    return customersIn(taken) >= hijackCustomers && taken.length >= window.length * hijackShare;
  });
  const taken = foreign(found);
  if (taken.length === 0) return [];
  return [
    {
      rule: 'code_hijack',
      orderIds: idsOf(taken),
      evidence: { orders: String(taken.length), of: String(found.length) },
    },
  ];
}

/** A shopper who tries sizes returns two orders and keeps the third. */
const cycleRefunds = 3;
const cycleShare = 0.75;
/** Several shoppers who each return two, at a creator most of whose orders are returned. */
export const groupRefunds = 2;
const groupShoppers = 4;
const groupShare = 0.6;

export function refundCycling({ orders }: CreatorHistory): Finding[] {
  const shoppers = groupBy(orders, ({ customer, click }) => customer ?? click?.browser).map((list) => ({
    list,
    refunded: list.filter(({ isRefunded }) => isRefunded).length,
  }));
  const refunded = orders.filter(({ isRefunded }) => isRefunded).length;
  const repeaters = shoppers.filter((shopper) => shopper.refunded >= groupRefunds);
  const isGroup = repeaters.length >= groupShoppers && refunded >= orders.length * groupShare;
  return shoppers
    .filter((shopper) => {
      const isAlone = shopper.refunded >= cycleRefunds && shopper.refunded >= shopper.list.length * cycleShare;
      return isAlone || (isGroup && shopper.refunded >= groupRefunds);
    })
    .map(({ list, refunded: returned }) => ({
      rule: 'refund_cycling',
      orderIds: idsOf(list),
      evidence: { orders: String(list.length), refunded: String(returned), shoppers: String(repeaters.length) },
    }));
}

/** Travelers, gifts and VPNs are a small share; here nearly every order is from another country than its click. */
const mismatchCustomers = 5;
const mismatchShare = 0.8;
/** A flight or a VPN shows one browser in two countries a day. */
const browserCountries = 3;

function countriesOf(orders: readonly SeenOrder[]): number {
  return new Set(orders.flatMap(({ click }) => click?.country || [])).size;
}

export function countryMismatch({ orders }: CreatorHistory): Finding[] {
  const known = orders.filter(({ country, click }) => country !== '' && click !== null && click.country !== '');
  const differ = (list: readonly SeenOrder[]) => list.filter(({ country, click }) => country !== click?.country);
  const window = ordersInWindows(known, 7 * dayMs, (each) => {
    const different = differ(each);
    return customersIn(different) >= mismatchCustomers && different.length >= each.length * mismatchShare;
  });
  const different = differ(window);
  const hopping = groupBy(orders, ({ click }) => click?.browser).flatMap((group) =>
    ordersInWindows(group, dayMs, (each) => countriesOf(each) >= browserCountries),
  );
  return [
    {
      found: different,
      evidence: { sign: 'click_and_order', orders: String(different.length), of: String(window.length) },
    },
    {
      found: hopping,
      evidence: { sign: 'one_browser', orders: String(hopping.length), of: String(countriesOf(hopping)) },
    },
  ].flatMap(({ found, evidence }): Finding[] =>
    found.length === 0 ? [] : [{ rule: 'country_mismatch', orderIds: idsOf(found), evidence }],
  );
}

/** Search engines that sell ads on search words. */
const searchEngine = /(?:^|[^a-z])(?:google|bing|yahoo|duckduckgo|baidu|yandex|ecosia)(?:[^a-z]|$)/;
const adHost = /(?:^|\.)(?:googleadservices\.com|doubleclick\.net)$/;
const paidMedium = /^(?:cpc|ppc|paid|paid[-_ ]?search|sem)$/;
/** Without the search term: a creator's own page can pass on an ad's parameters once or twice. */
const bidCustomers = 3;

export function searchAdOf({ click }: SeenOrder): string {
  if (!click) return '';
  if (click.searchAd !== '') return click.searchAd;
  if (adHost.test(click.referrerHost)) return click.referrerHost;
  const source = click.utm.source.toLowerCase();
  const isPaidSearch = paidMedium.test(click.utm.medium.toLowerCase()) && searchEngine.test(source);
  return isPaidSearch ? source : '';
}

function letters(text: string): string {
  return normalizedText(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Ads on the brand's own name attract shoppers who were already looking for it. Ads on other terms are fair. */
export function brandBidding({ orders, brandNames }: CreatorHistory): Finding[] {
  const names = brandNames.map(letters).filter((name) => name.length > 2);
  const ads = orders.filter((order) => searchAdOf(order) !== '');
  const onBrand = ads.filter(({ click }) => names.some((name) => letters(click?.utm.term ?? '').includes(name)));
  const withoutSearchTerm = ordersInWindows(
    ads.filter(({ click }) => click?.utm.term === ''),
    7 * dayMs,
    (window) => customersIn(window) >= bidCustomers,
  );
  const found = [...new Set([...onBrand, ...withoutSearchTerm])];
  const [first] = found;
  if (!first) return [];
  const evidence = { ad: searchAdOf(first), orders: String(found.length), on_brand: String(onBrand.length) };
  return [{ rule: 'brand_bidding', orderIds: idsOf(found), evidence }];
}
