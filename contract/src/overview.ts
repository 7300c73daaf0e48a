import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { commission } from './commissions.ts';
import { id, instant, whole } from './values/fields.ts';
import { money, signedMoney } from './values/money.ts';

/** A figure for the chosen days and for the same number of days before. */
const compared = z.strictObject({ now: whole, before: whole });

/** The number of commissions and their sum after refunds. */
const part = z.strictObject({ count: whole, amount: money });

/**
 * The creator's to-dos: missing bank details, unread messages, a storefront without products or description, commissions
 * on hold. `count` is their number; for `missing_payout_method` the number of storefronts with money.
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
 * The creator's first page. Covers the last `days` days in the creator's time zone, including today. Amounts are per
 * currency and never added across currencies.
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
      /** After refunds, without declined commissions. */
      sales: money,
      /** Commissions earned in these days, by state: available, processing or paid; pending; reversed. */
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
      taken_down: z.boolean(),
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
  summary: 'Clicks, orders and commissions of the last days, for all storefronts or one',
  access: ['creator'],
  scope: 'self',
  readsReplica: true,
  query: z.strictObject({
    merchant_account_id: z.optional(id),
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365)), 30),
  }),
  reply: overview,
  refusals: ['not_found'],
});
