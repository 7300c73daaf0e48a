import * as z from 'zod/mini';
import { brandReview } from './brand-reviews.ts';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { brandStatus } from './values/brand-status.ts';
import { hexColour } from './values/colour.ts';
import { cursorMeta, cursorQuery, displayName, id, instant, plainText, text } from './values/fields.ts';
import { shopHost } from './values/hosts.ts';
import { list } from './values/list.ts';
import { limitMoney, money } from './values/money.ts';

// A brand's own settings. Its currency and its address never change.

const merchantParams = z.strictObject({ merchant: id });

const days = (least: number, most: number) =>
  z
    .int(`must be a whole number of days`)
    .check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`));

export const attributionModel = z.enum(['last_click', 'first_click']);
export const precedence = z.enum(['code', 'link']);
export const payoutSchedule = z.enum(['on_request', 'monthly']);

/** The fields that a brand can change. */
const fields = {
  display_name: displayName,
  /** Of the brand's public pages and of invitations. Null: the variant's. */
  accent: z.nullable(z.string().check(z.regex(hexColour, 'must be a color, like #2f6f5e'))),
  /** The hosts that creators' links may lead to. The shop's own is always one. */
  hosts: list(shopHost, { max: 20, noun: 'hosts' }),
  attribution_window_days: days(1, 365),
  attribution_model: attributionModel,
  precedence,
  return_window_days: days(0, 180),
  terms_notice_days: days(0, 90),
  payout_minimum: limitMoney,
  payout_schedule: payoutSchedule,
  click_parameter: z
    .string()
    .check(
      z.regex(
        /^[a-z][a-z0-9_]{0,31}$/,
        'must have 1 to 32 lower-case letters, numbers and underscores, and begin with a letter, like vt_click',
      ),
    ),
  duplicate_window_minutes: z
    .int('must be a whole number of minutes')
    .check(z.minimum(0, 'must be at least 0'), z.maximum(1_440, 'must be at most 1440')),
  time_zone: plainText({ max: 60 }),
  /** To approve and send payouts, and to download bank details, staff must enter a code of their second factor. */
  payouts_need_two_factor: z.boolean(),
};

export const settingsOfBrand = z.strictObject({
  ...fields,
  hosts: z.array(z.string()),
  /** Its address. */
  logo: z.nullable(z.string()),
  status: brandStatus,
  /** While the brand is not active: who paused it, why and since when. Only an operator ends what an operator began. */
  pause: z.nullable(z.strictObject({ by: z.enum(['brand', 'operator']), reason: z.string(), since: instant })),
  slug: z.string(),
  currency: z.string(),
  /** The host of the shop, which can't be removed. */
  shop_host: z.string(),
  /** Names and hosts that wait for an operator. They are not in effect yet. */
  reviews: z.array(
    z.pick(brandReview, { id: true, kind: true, value: true, concern: true, other: true, requested_at: true }),
  ),
  /** Former names of the click's parameter. Until then, we also read the click under them. */
  former_click_parameters: z.array(z.strictObject({ name: z.string(), read_until: instant })),
});
export type BrandSettings = z.output<typeof settingsOfBrand>;

export const readBrandSettings = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/settings',
  summary: "A brand's settings",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: settingsOfBrand,
  refusals: ['not_found'],
});

export const changeBrandSettings = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/settings',
  summary:
    'Change settings of a brand; omitted fields stay. Only owners change `payouts_need_two_factor` and add hosts. A name or a host that could be somebody else’s waits for an operator, in `reviews`. A click keeps the window, model and precedence that were in effect when it was made, and creators see every change that concerns them',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'settings',
  params: merchantParams,
  body: z.extend(z.partial(z.strictObject(fields)), {
    /** The path of an uploaded picture, or null for none. */
    logo: z.optional(z.nullable(picturePath)),
    status: z.optional(z.enum(['active', 'paused'])),
    /** Shown to creators while the brand is paused. */
    pause_reason: z.optional(text({ min: 1, max: 300 })),
  }),
  proof: 'factors',
  proofWhen: (body: { payouts_need_two_factor?: boolean }) => body.payouts_need_two_factor !== undefined,
  reply: settingsOfBrand,
  refusals: ['not_found', 'conflict', 'brand_closed', 'second_factor_off'],
});

const settingValue = z.nullable(z.union([z.string(), z.number(), z.boolean(), money, z.array(z.string())]));

/** One change of one field. */
export const settingChange = z.strictObject({
  field: z.string(),
  from: settingValue,
  to: settingValue,
  /** From then on it counts: at once, but a shorter notice of lower rates only after the longer one. */
  effective_at: instant,
});

export const listSettingChanges = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/settings/changes',
  summary: "Every change of a brand's settings, the latest first",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  query: z.strictObject(cursorQuery),
  reply: z.array(
    z.strictObject({
      id: z.string(),
      changed_at: instant,
      /** Null: the account was erased. */
      changed_by: z.nullable(z.string()),
      changes: z.array(settingChange),
    }),
  ),
  meta: cursorMeta,
  refusals: ['not_found'],
});

/** How a brand counts and pays, for its creators. */
export const brandRules = z.extend(
  z.pick(settingsOfBrand, {
    attribution_window_days: true,
    attribution_model: true,
    precedence: true,
    return_window_days: true,
    terms_notice_days: true,
    payout_minimum: true,
    payout_schedule: true,
    duplicate_window_minutes: true,
  }),
  {
    /** Changes of these in the last 365 days, the latest first. */
    changes: z.array(z.strictObject({ changed_at: instant, changes: z.array(settingChange) })),
  },
);
export type BrandRules = z.output<typeof brandRules>;

export const readBrandRules = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/rules',
  summary: 'How the brand of this storefront counts clicks and pays, and what it changed in the last year',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id }),
  reply: brandRules,
  refusals: ['not_found'],
});
