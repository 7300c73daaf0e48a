import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { externalId, id, instant, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';
import { withRate } from './values/rates.ts';

export const terms = z.strictObject({
  version: whole,
  note: z.string(),
  created_at: instant,
  effective_at: instant,
  rules: z.array(
    withRate({
      position: whole,
      creator: z.nullable(z.string()),
      sku: z.nullable(z.string()),
      category: z.nullable(z.string()),
    }),
  ),
});

const merchantParams = z.strictObject({ merchant: id });

export const listTerms = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/terms',
  summary: 'Every version of the commission terms, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: z.array(terms),
  refusals: ['not_found'],
});

const ruleBody = withRate({
  creator: z.optional(z.nullable(text({ max: 60 }))),
  sku: z.optional(z.nullable(externalId)),
  category: z.optional(z.nullable(text({ max: 200 }))),
}).register(z.globalRegistry, { examples: [{ sku: 'GL-101', kind: 'percentage', rate: 1500 }] });

export const publishTerms = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/terms',
  summary: 'Publish a new version of the terms; a lower rate applies only to clicks after the notice period',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'terms',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    note: z.optional(text({ max: 500 })),
    rules: list(ruleBody, { min: 1, max: 500, noun: 'rules' }),
  }),
  reply: terms,
  refusals: ['not_found', 'brand_closed'],
});
