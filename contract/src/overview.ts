import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { commission } from './commissions.ts';
import { id, instant, whole } from './values/fields.ts';
import { money, signedMoney } from './values/money.ts';

/** The same figure in the chosen days and in as many days before them. */
const compared = z.strictObject({ now: whole, before: whole });

/** How many commissions, and what is left of them after refunds. */
const part = z.strictObject({ count: whole, amount: money });

/**
 * What only the creator can do something about, or should know of: messages of a brand that nobody has read, money
 * that has nowhere to go, a storefront that shows nothing or says nothing, commissions that a brand holds back.
 * `count` is how many there are of them; of money without bank details, at how many storefronts it is.
 */
export const overviewNeed = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('missing_payout_method'), count: whole }),
  z.strictObject({
    kind: z.enum(['unread_messages', 'empty_storefront', 'undescribed_storefront', 'held_commissions']),
    merchant_account_id: z.string(),
    slug: z.string(),
    merchant_display_name: z.string(),
    count: whole,
  }),
]);
export type OverviewNeed = z.output<typeof overviewNeed>;

/**
 * The first screen: what came in, what of it is pending or current, what was declined. Days are those of the
 * creator's time zone; `days` of them, today included. Amounts are by currency, never added up across.
 */
export const overview = z.strictObject({
  days: whole,
  time_zone: z.string(),
  as_of: instant,
  clicks: compared,
  orders: compared,
  clicks_by_day: z.array(z.strictObject({ day: z.string(), clicks: whole })),
  money: z.array(
    z.strictObject({
      currency: z.string(),
      earned: money,
      earned_before: money,
      earned_by_day: z.array(z.strictObject({ day: z.string(), amount: money })),
      /** After refunds, without what a brand declined. */
      sales: money,
      /** Of what was earned in the days: what can be, is being or was paid, what waits, what was reversed. */
      approved: part,
      waiting: part,
      declined: part,
      current: signedMoney,
      pending: money,
      processing: money,
      reversed: money,
      next_maturing: z.nullable(z.strictObject({ at: instant, amount: money })),
    }),
  ),
  top_placements: z.array(
    z.strictObject({
      link_id: z.string(),
      title: z.string(),
      image: z.nullable(z.string()),
      merchant_account_id: z.string(),
      merchant_display_name: z.string(),
      short_url: z.string(),
      clicks: whole,
    }),
  ),
  recent: z.array(commission),
  needs: z.array(overviewNeed),
});
export type Overview = z.output<typeof overview>;

export const readOverview = endpoint({
  method: 'GET',
  path: '/overview',
  summary: 'What came in over the last days, over all storefronts or one',
  access: ['creator'],
  scope: 'self',
  query: z.strictObject({
    merchant_account_id: z.optional(id),
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365)), 30),
  }),
  reply: overview,
  refusals: ['not_found'],
});
