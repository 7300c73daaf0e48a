import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BrandReview } from '@vitrine/contract/brand-reviews.ts';

/** Why an operator should look at a name or a host. */
export function concernText({
  concern,
  other,
  kind,
}: Pick<BrandReview, 'concern' | 'other' | 'kind'>): MessageDescriptor {
  const brand = other ?? '—';
  switch (concern) {
    case 'reserved':
      return msg`Reads as if it spoke for this portal`;
    case 'similar':
      return kind === 'name' ? msg`Close to the name of ${brand}` : msg`Close to a host of ${brand}`;
    case 'renamed':
      return msg`A different name than before`;
    case 'twin':
      return msg`Looks the same as the name of ${brand}`;
    case 'shared':
      return msg`${brand} has a host of this site`;
    case 'international':
      return msg`Has letters of other scripts`;
    case 'new':
    default:
      return msg`A new site`;
  }
}

export const reviewStates: Record<BrandReview['state'], MessageDescriptor> = {
  waiting: msg`Waiting`,
  open: msg`In effect`,
  approved: msg({ message: 'Approved', context: 'name or host' }),
  refused: msg`Refused`,
  withdrawn: msg({ message: 'Withdrawn', context: 'name or host' }),
  canceled: msg`Canceled`,
};

export const reviewLooks = {
  waiting: 'wait',
  open: 'wait',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'bad',
  canceled: 'quiet',
} as const satisfies Record<BrandReview['state'], string>;
