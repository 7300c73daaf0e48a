import { type explanation } from '@vitrine/contract/decisions.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import type * as z from 'zod/mini';
import type { DemoBrand, DemoRules } from './brands.ts';
import { moveMoney } from './payouts.ts';
import { agreeTerms, granted } from './shelves.ts';
import type { Timeline } from './timeline.ts';
import { type Chance, pick, pickEarly, drawVisit } from './visitors.ts';

/** `path` is the public address. */
export type Shopfront = {
  brand: DemoBrand;
  placements: Placement[];
  accountId: string;
  path: string;
  /** The brand's rules for groups, which stay when the other rates change. */
  groupRules: DemoRules;
};
export type SeasonDay = { opens: Date; closes: Date; index: number };

type Click = { id: string; at: Date; placement: Placement };
type Sold = {
  orderId: string;
  lines: { line_id: string; quantity: number }[];
  outcome: z.output<typeof explanation>['outcome'];
};

/** Orders that may still be refunded, by shopfront. The season is simulated only once. */
const soldBefore = new WeakMap<Shopfront, Sold[]>();

const hour = 3_600_000;
/** More in the evening, hardly any at night (hours of the shoppers, roughly). */
const visitsByHour = [1, 0, 0, 0, 0, 1, 2, 3, 3, 3, 4, 4, 5, 5, 4, 4, 5, 6, 7, 9, 9, 8, 5, 3];

/** The visits of one hour, all at once. */
async function receiveVisits(
  timeline: Timeline,
  chance: Chance,
  shopfront: Shopfront,
  count: number,
  at: Date,
): Promise<Click[]> {
  timeline.moveTo(at);
  const visits = Array.from({ length: count }, () => ({
    visitor: drawVisit(chance),
    placement: pickEarly(chance, shopfront.placements),
  }));
  const clicks = await Promise.all(
    visits.map(async ({ visitor, placement }, index): Promise<Click[]> => {
      // Some visitors open the storefront first, others click a shared link.
      if (index % 3 === 0) await timeline.look(shopfront.path, visitor.headers);
      const id = await timeline.follow(placement.short_url, visitor.headers);
      return id && !visitor.isMachine ? [{ id, at, placement }] : [];
    }),
  );
  return clicks.flat();
}

function orderBody(chance: Chance, shopfront: Shopfront, orderId: string, click: Click | undefined, at: Date) {
  const { currency, code } = shopfront.brand;
  const first = click?.placement ?? pick(chance, shopfront.placements);
  const bought = chance() < 0.3 ? [first, pick(chance, shopfront.placements)] : [first];
  const withCode = chance() < 0.2;
  return {
    order_id: orderId,
    currency,
    placed_at: at.toISOString(),
    ...(click ? { click_id: click.id } : {}),
    ...(withCode || (!click && chance() < 0.5) ? { discount_codes: [code] } : {}),
    lines: bought.map(({ product }, index) => {
      const quantity = chance() < 0.15 ? 2 : 1;
      const full = BigInt(product.price.amount) * BigInt(quantity);
      return {
        line_id: String(index + 1),
        sku: product.sku,
        title: product.title,
        quantity,
        unit_price: product.price,
        ...(withCode ? { discount: { amount: (full / 10n).toString(), currency } } : {}),
      };
    }),
  };
}

/** How many orders come at the same time: what a shop sends in a minute. */
const mostAtOnce = 4;

/** Sends the orders of a day in their order, a few at once; returns them with their decisions. */
export async function sendOrders(timeline: Timeline, apiKey: string, bodies: readonly BodyOf<typeof receiveOrder>[]) {
  const shop = timeline.withToken(apiKey);
  const inOrder = bodies.toSorted((one, other) => one.placed_at.localeCompare(other.placed_at));
  const decided = [];
  for (let first = 0; first < inOrder.length; first += mostAtOnce) {
    const some = inOrder.slice(first, first + mostAtOnce);
    timeline.moveTo(new Date(some.at(-1)?.placed_at ?? timeline.now()));
    const answers = await Promise.all(some.map((body) => shop.call(receiveOrder, { body })));
    decided.push(...answers.map(granted).map((order, index) => ({ order, lines: some[index]?.lines ?? [] })));
  }
  return decided;
}

/** About one in twelve orders is refunded within two weeks, mostly in part. */
async function returnSomething(timeline: Timeline, chance: Chance, shopfront: Shopfront): Promise<void> {
  const sold = soldBefore.get(shopfront) ?? [];
  const candidates = sold.slice(-25).filter((entry) => entry.outcome === 'credited');
  if (candidates.length === 0 || chance() > 0.22) return;
  const entry = pick(chance, candidates);
  const line = entry.lines[0];
  if (!line) return;
  sold.splice(sold.indexOf(entry), 1);
  const partly = line.quantity === 1 && chance() < 0.4;
  const lines = partly
    ? [{ line_id: line.line_id, amount: { amount: '900', currency: shopfront.brand.currency } }]
    : [{ line_id: line.line_id, quantity: 1 }];
  granted(
    await timeline
      .withToken(shopfront.brand.apiKey)
      .call(receiveRefund, { params: { order_id: entry.orderId }, body: { refund_id: `${entry.orderId}-R1`, lines } }),
  );
}

/** One day at one storefront: visits through the hours, and orders after some of them. */
async function liveStorefront(timeline: Timeline, chance: Chance, shopfront: Shopfront, day: SeasonDay): Promise<void> {
  const trend = 0.6 + (day.index / 60) * 0.8 + (day.opens.getUTCDay() % 6 === 0 ? 0.35 : 0);
  const clicks: Click[] = [];
  for (const [index, weight] of visitsByHour.entries()) {
    const at = new Date(day.opens.getTime() + index * hour);
    if (at.getTime() + hour > day.closes.getTime()) break;
    const count = Math.round(weight * trend * shopfront.brand.reach * (0.5 + chance()));
    clicks.push(...(await receiveVisits(timeline, chance, shopfront, count, at)));
  }
  await timeline.drain();
  const orders = clicks.filter(() => chance() < 0.055);
  const { apiKey, orderPrefix } = shopfront.brand;
  const bodies = orders.map((click, index) => {
    const at = new Date(Math.min(click.at.getTime() + Math.floor(chance() * 2 * hour) + 60_000, day.closes.getTime()));
    const named = chance() < 0.92 ? click : undefined;
    return orderBody(chance, shopfront, `${orderPrefix}-${1000 + day.index * 20 + index}`, named, at);
  });
  const sold = soldBefore.get(shopfront) ?? [];
  soldBefore.set(shopfront, sold);
  for (const { order, lines } of await sendOrders(timeline, apiKey, bodies))
    sold.push({ orderId: order.order_id, lines, outcome: order.decision?.outcome ?? 'waiting_for_click' });
}

/** Halfway through, each brand raises its rates; a raise takes effect right away. */
async function raiseTerms(timeline: Timeline, shopfronts: Shopfront[]): Promise<void> {
  for (const { brand, groupRules } of shopfronts) {
    const rules = [...brand.raised, ...groupRules];
    await agreeTerms(await timeline.signIn(brand.staff), brand.slug, { note: 'Higher rates', rules });
  }
}

/** One day of the demo. `liveOthers`: what else happens on it before it closes. */
export async function liveDay(
  timeline: Timeline,
  chance: Chance,
  shopfronts: Shopfront[],
  day: SeasonDay,
  liveOthers: () => Promise<void>,
): Promise<void> {
  if (day.index === 35) {
    timeline.moveTo(day.opens);
    await raiseTerms(timeline, shopfronts);
  }
  for (const shopfront of shopfronts) await liveStorefront(timeline, chance, shopfront, day);
  await liveOthers();
  timeline.moveTo(day.closes);
  for (const shopfront of shopfronts) await returnSomething(timeline, chance, shopfront);
  await timeline.catchUp();
  if (day.index % 5 === 0) await timeline.reviewFraud();
  await moveMoney(timeline, shopfronts, day);
}
