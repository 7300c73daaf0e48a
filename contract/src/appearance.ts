import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { hexColour } from './values/colour.ts';
import { id, text } from './values/fields.ts';

const account = z.strictObject({ merchant_account_id: id });

/** `grid` is the brand's window with large and small, `feature` gives the first product a stage, `list` puts words first. */
export const storefrontLayout = z.enum(['grid', 'feature', 'list']);
export type StorefrontLayout = z.output<typeof storefrontLayout>;

/** `auto` follows the shopper's own setting. */
export const storefrontScheme = z.enum(['auto', 'light', 'dark']);
export type StorefrontScheme = z.output<typeof storefrontScheme>;

const accent = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((value: string) => value.trim().toLowerCase()),
  ),
  z.string().check(z.regex(hexColour, 'must be a colour of six digits, like #1c5940')),
);

/** How a storefront looks to shoppers. Without an accent of its own it wears its brand's. */
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
  title: text({ max: 80 }),
  bio: text({ max: 400 }),
  banner: z.nullable(picturePath),
  accent: z.nullable(accent),
  layout: storefrontLayout,
  scheme: storefrontScheme,
});

export const readAppearance = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/appearance',
  summary: 'How a storefront looks to shoppers',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  reply: appearance,
  refusals: ['not_found'],
});

export const changeAppearance = endpoint({
  method: 'PUT',
  path: '/merchant-accounts/{merchant_account_id}/appearance',
  summary: 'Change how a storefront looks; shoppers see it at once',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  body: wanted,
  reply: appearance,
  refusals: ['not_found'],
  allowedInAssistMode: true,
});

export const previewAppearance = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/appearance/preview',
  summary: 'Where the storefront can be seen as it would look; nothing is saved, and the address is good for an hour',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  body: wanted,
  reply: z.strictObject({ path: z.string() }),
  refusals: ['not_found'],
  allowedInAssistMode: true,
});
