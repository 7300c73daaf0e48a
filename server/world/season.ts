import { type explanation } from '@vitrine/contract/decisions.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import type * as z from 'zod/mini';
import type { DemoBrand } from './brands.ts';
import { moveMoney } from './payouts.ts';
import { agreeTerms, granted } from './shelves.ts';
import type { Timeline } from './timeline.ts';
import { type Chance, pick, pickEarly, drawVisit } from './visitors.ts';

/** `path` is the public address. */
export type Shopfront = { brand: DemoBrand; placements: Placement[]; accountId: string; path: string };
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

async function receiveVisits(
  timeline: Timeline,
  chance: Chance,
  shopfront: Shopfront,
  count: number,
  at: Date,
): Promise<Click[]> {
  const clicks: Click[] = [];
  for (let index = 0; index < count; index += 1) {
    const when = new Date(at.getTime() + Math.floor((index / count) * hour * 0.9));
    timeline.moveTo(when);
    const visitor = drawVisit(chance);
    // Some visitors open the storefront first, others click a shared link.
    if (index % 3 === 0) await timeline.look(shopfront.path, visitor.headers);
    const placement = pickEarly(chance, shopfront.placements);
    const id = await timeline.follow(placement.short_url, visitor.headers);
    if (id && !visitor.isMachine) clicks.push({ id, at: when, placement });
  }
  return clicks;
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

async function placeOrder(
  timeline: Timeline,
  chance: Chance,
  shopfront: Shopfront,
  orderId: string,
  click: Click | undefined,
  at: Date,
): Promise<void> {
  timeline.moveTo(at);
  const body = orderBody(chance, shopfront, orderId, click, at);
  const order = granted(await timeline.shop(shopfront.brand.apiKey).call(receiveOrder, { body }));
  const sold = soldBefore.get(shopfront) ?? [];
  sold.push({ orderId, lines: body.lines, outcome: order.decision?.outcome ?? 'waiting_for_click' });
  soldBefore.set(shopfront, sold);
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
      .shop(shopfront.brand.apiKey)
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
  for (const [index, click] of orders.entries()) {
    const at = new Date(Math.min(click.at.getTime() + Math.floor(chance() * 2 * hour) + 60_000, day.closes.getTime()));
    await placeOrder(
      timeline,
      chance,
      shopfront,
      `${shopfront.brand.orderPrefix}-${1000 + day.index * 20 + index}`,
      chance() < 0.92 ? click : undefined,
      at,
    );
  }
}

/** Halfway through, each brand raises its rates; a raise takes effect right away. */
async function raiseTerms(timeline: Timeline, shopfronts: Shopfront[]): Promise<void> {
  for (const { brand } of shopfronts) {
    await agreeTerms(await timeline.signIn(brand.staff), brand.slug, { note: 'Higher rates', rules: brand.raised });
  }
}

export async function liveDay(
  timeline: Timeline,
  chance: Chance,
  shopfronts: Shopfront[],
  day: SeasonDay,
): Promise<void> {
  if (day.index === 35) {
    timeline.moveTo(day.opens);
    await raiseTerms(timeline, shopfronts);
  }
  for (const shopfront of shopfronts) await liveStorefront(timeline, chance, shopfront, day);
  timeline.moveTo(day.closes);
  for (const shopfront of shopfronts) await returnSomething(timeline, chance, shopfront);
  await timeline.catchUp();
  await moveMoney(timeline, shopfronts, day);
}
