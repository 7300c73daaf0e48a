import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { hexColour } from './values/colour.ts';
import { id, name, text } from './values/fields.ts';

const account = z.strictObject({ merchant_account_id: id });

/** `grid` mixes large and small tiles, `feature` makes the first product large, `list` puts the text first. */
export const storefrontLayout = z.enum(['grid', 'feature', 'list']);
export type StorefrontLayout = z.output<typeof storefrontLayout>;

/** `auto` follows the setting of the shopper's device. */
export const storefrontScheme = z.enum(['auto', 'light', 'dark']);
export type StorefrontScheme = z.output<typeof storefrontScheme>;

const accent = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((value: string) => value.trim().toLowerCase()),
  ),
  z.string().check(z.regex(hexColour, 'must be a hex color with six digits, like #1c5940')),
);

/** How a storefront looks to shoppers. Without its own accent color it uses the brand's. */
export const appearance = z.strictObject({
  title: z.string(),
  bio: z.string(),
  banner: z.nullable(z.strictObject({ path: z.string(), url: z.string() })),
  accent: z.nullable(z.string()),
  layout: storefrontLayout,
  scheme: storefrontScheme,
});
export type Appearance = z.output<typeof appearance>;

const wanted = z.strictObject({
  title: name({ min: 0, max: 80 }),
  bio: text({ max: 400 }),
  banner: z.nullable(picturePath),
  accent: z.nullable(accent),
  layout: storefrontLayout,
  scheme: storefrontScheme,
});

export const readAppearance = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/appearance',
  summary: 'The appearance of a storefront',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  reply: appearance,
  refusals: ['not_found'],
});

export const changeAppearance = endpoint({
  method: 'PUT',
  path: '/merchant-accounts/{merchant_account_id}/appearance',
  summary: 'Change the appearance of a storefront; shoppers see it right away',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  body: wanted,
  reply: appearance,
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

export const previewAppearance = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/appearance/preview',
  summary: 'Get a preview link for an appearance; nothing is saved, and the link is valid for an hour',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  body: wanted,
  reply: z.strictObject({ path: z.string() }),
  refusals: ['not_found'],
  allowedInAssistMode: true,
});
