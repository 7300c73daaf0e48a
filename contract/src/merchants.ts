import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, text } from './values/fields.ts';

const merchantParams = z.strictObject({ merchant: id });

export const apiKeyScope = z.enum(['orders:write', 'orders:read']);

/** The key itself is shown once, when it is made; after that only its hint. */
export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(apiKeyScope),
  created_at: instant,
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/api-keys',
  summary: "A brand's API keys",
  access: ['brand'],
  scope: 'own_merchant',
  params: merchantParams,
  reply: z.array(apiKey),
  refusals: ['not_found'],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/api-keys',
  summary: 'Make an API key for the shop; it is shown this once',
  access: ['brand'],
  scope: 'own_merchant',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    name: text({ min: 1, max: 60 }),
    scopes: z.array(apiKeyScope).check(z.minLength(1, 'must name at least one scope')),
  }),
  reply: z.strictObject({ key: z.string(), api_key: apiKey }),
  refusals: ['not_found'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/api-keys/{api_key_id}',
  summary: 'Revoke an API key at once',
  access: ['brand'],
  scope: 'own_merchant',
  params: z.strictObject({ merchant: id, api_key_id: id }),
  reply: apiKey,
  refusals: ['not_found'],
});

export const discountCode = z.strictObject({
  code: z.string(),
  creator: z.string(),
  created_at: instant,
  ended_at: z.nullable(instant),
});

export const listDiscountCodes = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/discount-codes',
  summary: 'Discount codes and whose they are',
  access: ['brand'],
  scope: 'own_merchant',
  params: merchantParams,
  reply: z.array(discountCode),
  refusals: ['not_found'],
});

export const createDiscountCode = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/discount-codes',
  summary: 'Give a discount code to a creator',
  access: ['brand'],
  scope: 'own_merchant',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    code: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{2,40}$/, 'must have 2 to 40 letters, digits, hyphens or underscores')),
    creator: z.string().check(z.maxLength(60)),
  }),
  reply: discountCode,
  refusals: ['not_found', 'conflict'],
});
