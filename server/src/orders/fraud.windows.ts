import type { SeenOrder } from './fraud.facts.ts';

/** A checkout may split into a few orders, so orders without an email address count as one customer for three of them. */
const ordersPerUnknownCustomer = 3;

/** The minimum number of people behind these orders. */
export function customersIn(orders: readonly SeenOrder[]): number {
  const known = new Set(orders.flatMap(({ customer }) => customer ?? []));
  const unknown = orders.filter(({ customer }) => customer === null).length;
  return known.size + Math.floor(unknown / ordersPerUnknownCustomer);
}

/** All runs of orders that were placed within `ms` of their first. The orders are sorted by time. */
function* windowsOf(orders: readonly SeenOrder[], ms: number): Generator<readonly SeenOrder[]> {
  let end = 0;
  for (let start = 0; start < orders.length; start += 1) {
    const first = orders[start];
    if (!first) return;
    const before = end;
    while (end < orders.length && (orders[end]?.placedAt.getTime() ?? 0) <= first.placedAt.getTime() + ms) end += 1;
    // A window that ends with the one before it is part of that one.
    if (end > before) yield orders.slice(start, end);
  }
}

/** The orders in any window of `ms` to which the condition applies. */
export function ordersInWindows(
  orders: readonly SeenOrder[],
  ms: number,
  applies: (window: readonly SeenOrder[]) => boolean,
): SeenOrder[] {
  const found = new Set<SeenOrder>();
  for (const window of windowsOf(orders, ms)) if (applies(window)) for (const order of window) found.add(order);
  return [...found];
}

export function groupBy(
  orders: readonly SeenOrder[],
  keyOf: (order: SeenOrder) => string | null | undefined,
): SeenOrder[][] {
  const groups = new Map<string, SeenOrder[]>();
  for (const order of orders) {
    const key = keyOf(order);
    if (!key) continue;
    const group = groups.get(key);
    if (group) group.push(order);
    else groups.set(key, [order]);
  }
  return [...groups.values()];
}

/** Milliseconds from the click to the order. A shop's clock may be behind, so this may be below zero. */
export function delayOf({ placedAt, click }: SeenOrder): number {
  return click ? placedAt.getTime() - click.at.getTime() : Number.POSITIVE_INFINITY;
}

export function idsOf(orders: readonly SeenOrder[]): string[] {
  return orders.map(({ orderId }) => orderId);
}

/** The time from the first to the last of these orders, in whole seconds. */
export function secondsOf(orders: readonly SeenOrder[]): string {
  const times = orders.map(({ placedAt }) => placedAt.getTime());
  return String(Math.round((Math.max(...times) - Math.min(...times)) / 1_000));
}

/** The latest orders within `ms` of the last one. */
export function recent(orders: readonly SeenOrder[], ms: number): SeenOrder[] {
  const last = orders.at(-1)?.placedAt.getTime() ?? 0;
  return orders.filter(({ placedAt }) => placedAt.getTime() >= last - ms);
}
