// Rules about the clicks of orders. Each threshold names the honest case that must stay below it.
import { type CreatorHistory, dayMs, type Finding, hourMs, type SeenOrder } from './fraud.facts.ts';
import { customersIn, delayOf, groupBy, idsOf, ordersInWindows, secondsOf } from './fraud.windows.ts';

/**
 * One click id belongs to one visit. A shopper who copies the product page's URL passes the id on to friends: a few
 * people over hours. Three people who pay within one minute, six within an hour, or ten within a day don't come from
 * one such message.
 */
const reuse = [
  { customers: 3, ms: 60_000 },
  { customers: 6, ms: hourMs },
  { customers: 10, ms: dayMs },
];

export function clickReuse({ orders }: CreatorHistory): Finding[] {
  return groupBy(orders, ({ clickId }) => clickId).flatMap((group): Finding[] => {
    const found = reuse.flatMap(({ customers, ms }) =>
      ordersInWindows(group, ms, (window) => customersIn(window) >= customers),
    );
    const reused = [...new Set(found)];
    if (reused.length === 0) return [];
    const evidence = {
      orders: String(reused.length),
      customers: String(customersIn(reused)),
      seconds: secondsOf(reused),
    };
    return [{ rule: 'click_reuse', orderIds: idsOf(reused), evidence }];
  });
}

/** Someone who reloads a page makes a handful of hits in ten minutes, and a busy link has many other visitors. */
export const floodHits = 30;

export function clickFlood({ bursts }: CreatorHistory): Finding[] {
  return bursts
    .filter(({ fromVisitor, all }) => fromVisitor >= floodHits && fromVisitor * 2 >= all)
    .map(({ orderId, fromVisitor, all }) => ({
      rule: 'click_flood',
      orderIds: [orderId],
      evidence: { hits: String(fromVisitor), all: String(all), minutes: '10' },
    }));
}

/** A person follows a link by a navigation. A hit from inside a frame or an image that no one clicked is not one. */
export function isEmbedded({ click }: SeenOrder): boolean {
  return click?.purpose.startsWith('embedded') === true;
}

export function hiddenFrame({ orders }: CreatorHistory): Finding[] {
  return orders.filter(isEmbedded).map(({ orderId, click }) => ({
    rule: 'hidden_frame',
    orderIds: [orderId],
    evidence: { kind: click?.purpose.replace('embedded ', '') ?? '' },
  }));
}

/** A family shares one browser, but more than three of them rarely shop on one day. */
const browserCustomers = 4;
/** An office looks like one visitor, so its size alone means nothing. But no one reads a page and pays in this time. */
export const visitorCustomers = 5;
export const tooFastMs = 20_000;
/** People take from a minute to days; several delays within three seconds of each other are one bot. */
export const sameDelayMs = 3_000;
export const sameDelayOrders = 8;
export const sameDelayShare = 0.8;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** The largest number of these values within `width` of each other. */
export function densest(values: readonly number[], width: number): number {
  const sorted = Float64Array.from(values).toSorted();
  let start = 0;
  let most = 0;
  for (const [index, value] of sorted.entries()) {
    while (value - (sorted[start] ?? value) > width) start += 1;
    most = Math.max(most, index - start + 1);
  }
  return most;
}

function hasOneDelay(window: readonly SeenOrder[]): boolean {
  if (window.length < sameDelayOrders || customersIn(window) * 2 < sameDelayOrders) return false;
  return densest(window.map(delayOf), sameDelayMs) >= window.length * sameDelayShare;
}

export function botFarm({ orders }: CreatorHistory): Finding[] {
  const withClick = orders.filter(({ click, code }) => click !== null && code === null);
  // Orders of one click naturally share its browser; click_reuse judges those.
  const visits = groupBy(withClick, ({ clickId }) => clickId)
    .flatMap((group) => group.slice(0, 1))
    .toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
  const shared = groupBy(visits, ({ click }) => click?.browser).flatMap((group) =>
    ordersInWindows(group, dayMs, (window) => customersIn(window) >= browserCustomers),
  );
  const fast = groupBy(visits, ({ click }) => click?.visitor).flatMap((group) =>
    ordersInWindows(
      group,
      hourMs,
      (window) => customersIn(window) >= visitorCustomers && median(window.map(delayOf)) < tooFastMs,
    ),
  );
  const alike = ordersInWindows(visits, hourMs, hasOneDelay);
  return [
    { sign: 'one_browser', found: shared },
    { sign: 'too_fast', found: fast },
    { sign: 'same_delay', found: alike },
  ].flatMap(({ sign, found }): Finding[] =>
    found.length === 0
      ? []
      : [
          {
            rule: 'bot_farm',
            orderIds: idsOf(found),
            evidence: {
              sign,
              orders: String(found.length),
              customers: String(customersIn(found)),
              delay_seconds: String(Math.round(median(found.map(delayOf)) / 1_000)),
            },
          },
        ],
  );
}

/**
 * A click seconds before the order takes it from the creator who started the visit. A shopper who looks for a coupon
 * before paying does that once; several of them at one creator, for a large share of their orders, are a pattern.
 */
export const lastSecondMs = 60_000;
const lastSecondCustomers = 3;
const lastSecondShare = 0.3;

export function lastSecondClick({ orders }: CreatorHistory): Finding[] {
  const byClick = orders.filter(({ click, code }) => click !== null && code === null);
  const taken = (list: readonly SeenOrder[]) => list.filter((each) => each.hasRival && delayOf(each) <= lastSecondMs);
  const found = ordersInWindows(byClick, 7 * dayMs, (window) => {
    const late = taken(window);
    return customersIn(late) >= lastSecondCustomers && late.length >= window.length * lastSecondShare;
  });
  const late = taken(found);
  if (late.length === 0) return [];
  const evidence = { orders: String(late.length), of: String(found.length), seconds: String(lastSecondMs / 1_000) };
  return [{ rule: 'last_second_click', orderIds: idsOf(late), evidence }];
}
