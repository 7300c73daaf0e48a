import * as z from 'zod/mini';

/** What somebody of a brand's staff is to it. Their rights follow from it. */
export const brandRoles = ['owner', 'manager', 'finance', 'support', 'analyst'] as const;
export const brandRole = z.enum(brandRoles);
export type BrandRole = z.output<typeof brandRole>;

/**
 * What a call of the brand's console needs. `view`: figures, orders, creators, products, terms and settings. `messages`:
 * read and answer creators. `creators`: invite them and assign codes. `announcements`: write to all of them. `catalog`,
 * `terms`, `settings`: change them. `orders`: decide what is on hold, report refunds, upload orders. `payouts_view`: see
 * payouts. `payouts`: approve, send and export them, give bonuses and correct balances. `shop`: connections, keys, webhooks, deliveries and requests of
 * shoppers. `staff`: colleagues and their roles.
 */
export type BrandRight =
  | 'view'
  | 'messages'
  | 'creators'
  | 'announcements'
  | 'catalog'
  | 'terms'
  | 'settings'
  | 'orders'
  | 'payouts_view'
  | 'payouts'
  | 'shop'
  | 'staff';

const rights: Record<BrandRight, readonly BrandRole[]> = {
  view: ['owner', 'manager', 'finance', 'support', 'analyst'],
  messages: ['owner', 'manager', 'support'],
  creators: ['owner', 'manager'],
  announcements: ['owner', 'manager'],
  catalog: ['owner', 'manager'],
  terms: ['owner', 'manager'],
  settings: ['owner', 'manager'],
  orders: ['owner', 'manager', 'finance'],
  payouts_view: ['owner', 'manager', 'finance'],
  payouts: ['owner', 'finance'],
  shop: ['owner', 'manager'],
  staff: ['owner'],
};

/** The roles that have a right. */
export function rolesWith(right: BrandRight): readonly BrandRole[] {
  return rights[right];
}

export function mayInBrand(role: BrandRole, right: BrandRight): boolean {
  return rights[right].includes(role);
}
