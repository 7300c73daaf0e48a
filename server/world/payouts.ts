import { receiveOrder } from '@vitrine/contract/orders.ts';
import { approvePayouts, payPayout, requestPayout, sendPayout, setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import type { Client } from './client.ts';
import { demoPassword } from './people.ts';
import type { SeasonDay, Shopfront } from './season.ts';
import { granted } from './shelves.ts';
import type { Timeline } from './timeline.ts';

// Ava's payouts over the season: one paid, one in processing, and some money available. One of her orders is not
// credited, so that the demo shows an explanation for it.

/** Clicks whose order comes after the attribution window, by shopfront. */
const forgottenClicks = new WeakMap<Shopfront, string>();

/** Marks a sent payout as paid, by brand. */
const paying = new Map<string, () => Promise<void>>();

const aFriend = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'accept-language': 'en-US,en;q=0.9',
  'x-forwarded-for': '203.0.113.7',
};

/** A proof that a user has just entered the password again. */
export async function freshProof(person: Client): Promise<string> {
  return granted(await person.call(stepUp, { body: { password: demoPassword } })).proof;
}

async function giveDetails(timeline: Timeline, { brand }: Shopfront): Promise<void> {
  const creator = await timeline.signIn(brand.creator);
  granted(
    await creator.call(setPayoutMethod, {
      body: {
        country: 'US',
        holder_name: 'Ava Lindqvist',
        routing_number: '021000021',
        account_number: '000123456789',
        proof: await freshProof(creator),
      },
    }),
  );
}

async function cashOut(timeline: Timeline, { brand, accountId }: Shopfront): Promise<void> {
  const creator = await timeline.signIn(brand.creator);
  const payout = granted(
    await creator.call(requestPayout, {
      params: { merchant_account_id: accountId },
      body: { currency: brand.currency },
    }),
  );
  const owner = await timeline.signIn(brand.staff);
  const body = { payout_ids: [payout.id], proof: await freshProof(owner) };
  granted(await owner.call(approvePayouts, { params: { merchant: brand.slug }, body }));
  const params = { merchant: brand.slug, payout_id: payout.id };
  granted(
    await owner.call(sendPayout, { params, body: { reference: `${brand.orderPrefix}-${payout.id.slice(0, 8)}` } }),
  );
  paying.set(brand.slug, async () => {
    granted(await (await timeline.signIn(brand.staff)).call(payPayout, { params, body: {} }));
  });
}
async function clickAndForget(timeline: Timeline, shopfront: Shopfront): Promise<void> {
  const [placement] = shopfront.placements;
  const click = placement && (await timeline.follow(placement.short_url, aFriend));
  if (click) forgottenClicks.set(shopfront, click);
}

async function orderTooLate(timeline: Timeline, shopfront: Shopfront, at: Date): Promise<void> {
  const { brand, placements } = shopfront;
  const [click, product] = [forgottenClicks.get(shopfront), placements[0]?.product];
  if (!click || !product) return;
  granted(
    await timeline.withToken(brand.apiKey).call(receiveOrder, {
      body: {
        order_id: `${brand.orderPrefix}-0999`,
        currency: brand.currency,
        placed_at: at.toISOString(),
        click_id: click,
        lines: [{ line_id: '1', sku: product.sku, title: product.title, quantity: 1, unit_price: product.price }],
      },
    }),
  );
}

/** The payout events of the first brand on a day of the season, by day number. */
export async function moveMoney(timeline: Timeline, shopfronts: readonly Shopfront[], day: SeasonDay): Promise<void> {
  const [first] = shopfronts;
  if (!first) return;
  const steps: Record<number, () => Promise<void>> = {
    2: () => clickAndForget(timeline, first),
    32: () => giveDetails(timeline, first),
    36: () => cashOut(timeline, first),
    38: () => paying.get(first.brand.slug)?.() ?? Promise.resolve(),
    45: () => orderTooLate(timeline, first, day.closes),
    53: () => cashOut(timeline, first),
  };
  await steps[day.index]?.();
}
