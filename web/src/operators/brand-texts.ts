import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BrandStatus } from '@vitrine/contract/values/brand-status.ts';

export const brandStatusNames = {
  active: msg({ message: 'Active', context: 'brand' }),
  paused: msg`Paused`,
  closed: msg`Closed`,
} satisfies Record<BrandStatus, MessageDescriptor>;

export function brandLook(status: BrandStatus): 'good' | 'wait' | 'bad' {
  if (status === 'active') return 'good';
  return status === 'paused' ? 'wait' : 'bad';
}

/** What becomes of a brand, said before an operator confirms it. */
export const consequences = {
  paused: [
    msg`Links keep leading to the shop.`,
    msg`Clicks made from now on earn no commission. Earlier clicks still earn within the attribution window.`,
    msg`Orders and refunds are taken in, commissions become available, and payouts go on.`,
    msg`No new creators, links, products on storefronts or discount codes.`,
    msg`Storefronts show that the brand is paused, without products.`,
  ],
  closed: [
    msg`Links keep leading to the shop, but clicks made from now on earn no commission.`,
    msg`Earlier clicks still earn within the attribution window. Orders and refunds are taken in.`,
    msg`Staff can log in, read everything and pay creators what they’re owed. Nothing new can be created.`,
    msg`Storefronts show that the brand is closed, without products.`,
    msg`You can reopen it here at any time.`,
  ],
  active: [
    msg`Clicks earn commissions again from now on.`,
    msg`Clicks made while it was paused or closed still earn nothing.`,
    msg`Storefronts show their products again.`,
  ],
} satisfies Record<BrandStatus, readonly MessageDescriptor[]>;
