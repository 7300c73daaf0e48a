import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, name, plainText, text, whole } from './values/fields.ts';
import { linkTakedown } from './values/link-takedown.ts';
import { money } from './values/money.ts';

/** The format of a shortlink's code. */
export const linkCode = /^[A-Za-z0-9_-]{3,64}$/;
export const linkCodeRule = 'must have 3 to 64 letters, numbers, hyphens or underscores';

/** The destination of a link; it must be on a host of the brand's shop (reliability C7). */
const destination = plainText({ min: 1, max: 2_048 });

export const link = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  code: z.string(),
  short_url: z.string(),
  destination: z.string(),
  title: z.string(),
  disabled: z.boolean(),
  takedown: z.nullable(linkTakedown),
  clicks: whole,
  hits: whole,
  clicks_last_7_days: whole,
  clicks_last_30_days: whole,
  last_click_at: z.nullable(instant),
  /** Commissions of orders credited to this link, after reversals. */
  earned: money,
  created_at: instant,
});
export type Link = z.output<typeof link>;

/** The hits of a link by class and reason code; only `human` counts as a click. */
export const linkHits = z.strictObject({
  classes: z.array(z.strictObject({ class: z.string(), reason: z.string(), hits: whole, counted: z.boolean() })),
  recent: z.array(
    z.strictObject({
      at: instant,
      class: z.string(),
      reason: z.string(),
      counted: z.boolean(),
      country: z.string(),
      device: z.string(),
      browser: z.string(),
      system: z.string(),
      app: z.string(),
      referrer_host: z.string(),
    }),
  ),
});

const account = z.strictObject({ merchant_account_id: id });
const accountLink = z.strictObject({ merchant_account_id: id, link_id: id });

export const listLinks = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/links',
  summary: 'The shortlinks of a storefront with their clicks and commissions',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  query: z.strictObject({
    search: z.optional(text({ max: 100 })),
    sort: z._default(z.enum(['newest', 'clicks']), 'newest'),
    ...cursorQuery,
  }),
  reply: z.array(link),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const checkLinkCode = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/link-codes',
  summary: 'Check whether a shortlink code is available',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  query: z.strictObject({ code: plainText({ max: 200 }) }),
  reply: z.strictObject({ code: z.string(), available: z.boolean(), reason: z.nullable(z.string()) }),
  refusals: ['not_found'],
  perMinute: 120,
});

export const createLink = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/links',
  summary: "Create a shortlink to a page of the brand's shop, with an optional custom code",
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: account,
  body: z.strictObject({
    destination,
    title: z.optional(name({ min: 0, max: 120 })),
    code: z.optional(z.string().check(z.regex(linkCode, linkCodeRule))),
  }),
  reply: link,
  refusals: ['not_found', 'brand_paused', 'brand_closed', 'account_paused', 'account_ended'],
  perMinute: 60,
  allowedInAssistMode: true,
  answers: 'public_code',
});

export const changeLink = endpoint({
  method: 'PATCH',
  path: '/merchant-accounts/{merchant_account_id}/links/{link_id}',
  summary: 'Change the destination, rename, disable or enable a shortlink; its code never changes',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountLink,
  body: z.strictObject({
    destination: z.optional(destination),
    title: z.optional(name({ min: 0, max: 120 })),
    disabled: z.optional(z.boolean()),
  }),
  reply: link,
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
  answers: 'public_code',
});

export const readLinkHits = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/links/{link_id}/hits',
  summary: 'How the requests to a link were counted, and why some were not',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: accountLink,
  reply: linkHits,
  refusals: ['not_found'],
});

/** A link of one of a brand's creators, as the shop sees it. */
export const shopLink = z.strictObject({
  id: z.string(),
  creator: z.nullable(z.string()),
  code: z.string(),
  short_url: z.string(),
  destination: z.string(),
  title: z.string(),
  disabled: z.boolean(),
  clicks: whole,
  last_click_at: z.nullable(instant),
  created_at: instant,
});
export type ShopLink = z.output<typeof shopLink>;

export const listShopLinks = endpoint({
  method: 'GET',
  path: '/links',
  summary:
    "The shortlinks of a brand's creators with their clicks, newest first, for its shop with the permission links:read",
  access: ['shop'],
  scope: 'own_merchant',
  query: z.strictObject({ ...cursorQuery }),
  reply: z.array(shopLink),
  meta: cursorMeta,
});
