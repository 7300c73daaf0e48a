import type { NoticeKind } from '../notifications.ts';
import { type BrandRight, type BrandRole, mayInBrand } from './brand-roles.ts';

/**
 * The right that staff need at the brand of a notice to read it. `own`: it is about the reader, also after they left the
 * brand. Null: it never goes to staff.
 */
const rights: Record<NoticeKind, BrandRight | 'own' | null> = {
  message: 'messages',
  payout: 'payouts',
  application: 'creators',
  objection: 'orders',
  claim: 'orders',
  delivery_failed: 'shop',
  feed_failed: 'catalog',
  brand_review: 'settings',
  suspension: 'creators',
  suspension_objection: 'creators',
  staff: 'own',
  security: 'own',
  sale: null,
  reversal: null,
  hold: null,
  rate_change: null,
  settings_changed: null,
  group_moved: null,
  bonus: null,
  correction: null,
  objection_answered: null,
  claim_answered: null,
  announcement: null,
  account_paused: null,
  account_resumed: null,
  account_ending: null,
  account_kept: null,
};

const kinds = Object.keys(rights) as NoticeKind[];

/** The notices that staff read whatever they are to the brand. */
export const ownNotices: readonly NoticeKind[] = kinds.filter((kind) => rights[kind] === 'own');

/** The notices of a brand that its staff with a role read. */
export function noticesFor(role: BrandRole): readonly NoticeKind[] {
  return kinds.filter((kind) => {
    const right = rights[kind];
    return right !== null && right !== 'own' && mayInBrand(role, right);
  });
}
