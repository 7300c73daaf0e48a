import { receiveRefund } from '@vitrine/contract/orders.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { granted } from '../shelves.ts';
import { type SeasonDay, sendOrders } from '../season.ts';
import type { Timeline } from '../timeline.ts';
import { type Chance, drawVisit, pick, pickEarly, type Visit } from '../visitors.ts';
import type { Trend } from './program.creators.ts';
import { joinOn, type ProgramMember, newInvitationsDay, openInvitations, type Program } from './program.opening.ts';

const hour = 3_600_000;
/** The hours of a day at which visitors come, all of an hour at once. More of them in the second half. */
const slots = [1, 4, 7, 9, 11, 13, 15, 17, 18.5, 20, 21.5, 23];
/** Of the clicks. */
const buying = 0.055;

type Bought = { member: ProgramMember; clickId: string; at: Date; placement: Placement };

const trends: Record<Trend, (day: number) => number> = {
  steady: (day) => (day % 7 < 2 ? 1.25 : 0.9),
  rising: (day) => 0.45 + day / 50,
  fading: (day) => Math.max(0.15, 1.6 - day / 38),
  // A video that many people saw, and what was left of it.
  spike: (day) => (day >= 38 && day <= 41 ? 4.5 : day > 41 ? 1.1 : 0.7),
};

function visitsIn(chance: Chance, { creator }: ProgramMember, day: number): number {
  const expected = (creator.visits * trends[creator.trend](day)) / slots.length;
  return Math.floor(expected + chance());
}

type Coming = { member: ProgramMember; visit: Visit; placement: Placement; opensStorefront: boolean };

function drawComing(chance: Chance, program: Program, day: number): Coming[] {
  return [...program.members.values()].flatMap((member) => {
    if (member.placements.length === 0) return [];
    return Array.from({ length: visitsIn(chance, member, day) }, () => ({
      member,
      visit: drawVisit(chance),
      placement: pickEarly(chance, member.placements),
      opensStorefront: chance() < 0.2,
    }));
  });
}

/** Everyone who comes in one hour; returns the clicks of people. */
async function receiveComing(timeline: Timeline, coming: readonly Coming[]): Promise<Bought[]> {
  const at = timeline.now();
  const clicks = await Promise.all(
    coming.map(async ({ member, visit, placement, opensStorefront }) => {
      const isHidden = member.hiddenFrom !== undefined && member.hiddenFrom <= at;
      if (opensStorefront && !isHidden) await timeline.look(member.path, visit.headers);
      const clickId = await timeline.follow(placement.short_url, visit.headers);
      return clickId === undefined || visit.isMachine ? [] : [{ member, clickId, at, placement }];
    }),
  );
  return clicks.flat();
}

function orderOf(chance: Chance, { brand }: Program, { member, clickId, at, placement }: Bought, number: number) {
  const { creator, placements } = member;
  const bought = chance() < 0.25 ? [placement, pick(chance, placements)] : [placement];
  const withCode = creator.code !== undefined && chance() < 0.3;
  return {
    order_id: `${brand.orderPrefix}-${number}`,
    reference: `#${number}`,
    currency: brand.currency,
    placed_at: at.toISOString(),
    click_id: clickId,
    ...(withCode && { discount_codes: [creator.code ?? ''] }),
    lines: bought.map(({ product }, index) => {
      const quantity = chance() < 0.12 ? 2 : 1;
      const full = BigInt(product.price.amount) * BigInt(quantity);
      const discount = { amount: (full / 10n).toString(), currency: brand.currency };
      return {
        line_id: String(index + 1),
        sku: product.sku,
        title: product.title,
        quantity,
        unit_price: product.price,
        ...(withCode && { discount }),
      };
    }),
  };
}

async function sellSome(
  timeline: Timeline,
  chance: Chance,
  program: Program,
  clicks: readonly Bought[],
  day: SeasonDay,
) {
  const buyers = clicks.filter(() => chance() < buying);
  const orders = buyers.map((click, index) => {
    const later = click.at.getTime() + Math.floor(chance() * 1.5 * hour) + 90_000;
    const at = new Date(Math.min(later, day.closes.getTime()));
    return orderOf(chance, program, { ...click, at }, 50_000 + day.index * 100 + index);
  });
  for (const { order } of await sendOrders(timeline, program.brand.apiKey, orders)) {
    const { order_id: orderId, currency, decision } = order;
    if (decision?.outcome === 'credited') program.sold.push({ orderId, day: day.index, currency });
  }
}

/** On some days, an order of the last two weeks is refunded: a whole line, or a part of its price. */
async function refundSome(timeline: Timeline, chance: Chance, { brand, sold }: Program, day: SeasonDay): Promise<void> {
  const recent = sold.filter((order) => day.index - order.day >= 2 && day.index - order.day <= 14);
  if (recent.length === 0 || chance() > 0.45) return;
  const order = pick(chance, recent);
  sold.splice(sold.indexOf(order), 1);
  const line =
    chance() < 0.7
      ? { line_id: '1', quantity: 1 }
      : { line_id: '1', amount: { amount: '500', currency: order.currency } };
  const body = { refund_id: `${order.orderId}-R1`, lines: [line] };
  const params = { order_id: order.orderId };
  granted(await timeline.withToken(brand.apiKey).call(receiveRefund, { params, body }));
}

/** One day of the program: registrations, visits, and orders after some of them. */
export async function liveProgramDay(
  timeline: Timeline,
  chance: Chance,
  program: Program,
  day: SeasonDay,
): Promise<void> {
  timeline.moveTo(day.opens);
  if (day.index === newInvitationsDay) await openInvitations(program, await timeline.signIn(program.brand.staff));
  if (day.index > 0) await joinOn(timeline, program, day.opens, day.index);
  const clicks: Bought[] = [];
  for (const slot of slots) {
    const at = new Date(day.opens.getTime() + slot * hour);
    if (at >= day.closes) break;
    timeline.moveTo(at);
    clicks.push(...(await receiveComing(timeline, drawComing(chance, program, day.index))));
  }
  await timeline.drain();
  await sellSome(timeline, chance, program, clicks, day);
  timeline.moveTo(day.closes);
  await refundSome(timeline, chance, program, day);
}
