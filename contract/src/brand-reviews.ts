import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text } from './values/fields.ts';

// Names and hosts of brands that operators look at.

/**
 * Why an operator should look. `reserved`: the name speaks for the portal. `similar`: close to a name or a host of another
 * brand. `renamed`: another name than the one that operators know. `twin`: it looks the same as another brand's, and both
 * had it before that was checked. `new`: a host of a site that the brand didn't have. `shared`: of a site that another brand
 * has. `international`: a host in letters of other scripts, shown as it is stored.
 */
const reviewConcern = z.enum(['reserved', 'similar', 'renamed', 'twin', 'new', 'shared', 'international']);
export type ReviewConcern = z.output<typeof reviewConcern>;

/** `waiting`: not in effect until it is approved. `open`: in effect, and no operator has looked at it yet. */
const reviewState = z.enum(['waiting', 'open', 'approved', 'refused', 'withdrawn', 'canceled']);

export const brandReview = z.strictObject({
  id: z.string(),
  brand: z.strictObject({ id: z.string(), slug: z.string(), display_name: z.string() }),
  kind: z.enum(['name', 'host']),
  value: z.string(),
  concern: reviewConcern,
  /** The brand that it is too close to. */
  other: z.nullable(z.string()),
  state: reviewState,
  /** Null: found among the names that were already there, or the account was erased. */
  requested_by: z.nullable(z.string()),
  requested_at: instant,
  decided_at: z.nullable(instant),
  /** Why it was refused or withdrawn; empty otherwise. */
  reason: z.string(),
});
export type BrandReview = z.output<typeof brandReview>;

export const listBrandReviews = endpoint({
  method: 'GET',
  path: '/operator/brand-reviews',
  summary: 'Names and hosts of brands to look at: those without a decision, or all decided ones, newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({ decided: z.optional(z.enum(['yes', 'no'])), ...cursorQuery }),
  reply: z.array(brandReview),
  meta: cursorMeta,
});

const params = z.strictObject({ review_id: id });

export const approveBrandReview = endpoint({
  method: 'POST',
  path: '/operator/brand-reviews/{review_id}/approve',
  summary: 'Approve a name or a host of a brand; one that waits takes effect, and its staff hear of it',
  access: ['operator'],
  scope: 'installation',
  params,
  proof: 'password',
  reply: brandReview,
  refusals: ['not_found', 'conflict'],
});

export const refuseBrandReview = endpoint({
  method: 'POST',
  path: '/operator/brand-reviews/{review_id}/refuse',
  summary:
    'Refuse a name or a host that waits, or withdraw a host that is in effect: links to it then lead to the brand’s shop. Its staff hear the reason',
  access: ['operator'],
  scope: 'installation',
  params,
  body: z.strictObject({ reason: text({ min: 10, max: 1000 }) }),
  reply: brandReview,
  refusals: ['not_found', 'conflict'],
});

export const cancelBrandReview = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/reviews/{review_id}',
  summary: 'Take back a name or a host that waits for an operator',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'settings',
  params: z.strictObject({ merchant: id, review_id: id }),
  reply: z.strictObject({ canceled: z.boolean() }),
  refusals: ['not_found'],
});
