import fc from 'fast-check';
import { anyApiHistory, tellApi } from './histories.api.testing.ts';
import { type Telling, type Told } from './histories.shop.testing.ts';
import { anyShopifyHistory, tellShopify } from './shopify/shopify.histories.testing.ts';
import { anyStripeHistory, tellStripe } from './stripe/stripe.histories.testing.ts';
import { anyWooHistory, tellWooCommerce } from './woocommerce/woocommerce.histories.testing.ts';

// Random histories of orders over all ways in, and how they are delivered.

export const anyHistory = fc.record({
  story: fc.oneof(
    { weight: 3, arbitrary: anyShopifyHistory },
    { weight: 2, arbitrary: anyWooHistory },
    { weight: 2, arbitrary: anyStripeHistory },
    { weight: 2, arbitrary: anyApiHistory },
  ),
  /** What leads to a creator. */
  credit: fc.constantFrom('click', 'click', 'click', 'code', 'code', 'nothing'),
  /** Where each delivery is in the line; equal places keep the order of the shop. */
  places: fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 12, maxLength: 12 }),
  /** How often each is sent. */
  copies: fc.array(fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 5), { minLength: 12, maxLength: 12 }),
  /** How many are on their way at once. */
  atOnce: fc.integer({ min: 1, max: 4 }),
});
export type ShopHistory = typeof anyHistory extends fc.Arbitrary<infer Given> ? Given : never;

export function tell({ story }: ShopHistory, telling: Telling): Told {
  if (story.shop === 'shopify') return tellShopify(story, telling);
  if (story.shop === 'woocommerce') return tellWooCommerce(story, telling);
  return story.shop === 'stripe' ? tellStripe(story, telling) : tellApi(story, telling);
}

type Sent = { delivery: Told['deliveries'][number]; node: number };

/** The deliveries in the order in which they leave, and the node that each goes to. Repetitions are anywhere. */
export function lineUp({ deliveries }: Told, { places, copies }: ShopHistory): Sent[] {
  const sent = deliveries.flatMap((delivery, index) => {
    const times = copies[index % copies.length] ?? 1;
    return Array.from({ length: times }, (_, copy) => ({
      delivery,
      place: ((places[index % places.length] ?? 0) * (copy * 7 + 1)) % 1_000,
      node: (index + copy) % 2,
    }));
  });
  return sent.toSorted((a, b) => a.place - b.place);
}
