import { t } from '@lingui/core/macro';
import type { OperatorBrand, OperatorUser } from '@vitrine/contract/operators.ts';
import type { TakedownTarget } from '../takedowns/AddressTakedown.tsx';

/** A picture that was uploaded here; others are at addresses of their own. */
function uploaded(address: string | null, label: string): TakedownTarget[] {
  return address?.includes('/media/p/') === true ? [{ label, address }] : [];
}

/** What an operator can take down of a user: a creator's storefronts, and their picture. */
export function targetsOfPerson({ role, user_handle: handle, brands, avatar }: OperatorUser): TakedownTarget[] {
  const page = `/@${handle ?? ''}`;
  const storefronts = role === 'creator' && handle !== null ? brands : [];
  const all = storefronts.length > 0 ? [{ label: t`All storefronts (${page})`, address: page }] : [];
  return [
    ...all,
    ...storefronts.map(({ slug, display_name: brand }) => ({
      label: t`Storefront for ${brand} (${page}/${slug})`,
      address: `${page}/${slug}`,
    })),
    ...uploaded(avatar, t`Profile picture`),
  ];
}

export function targetsOfBrand({ brand_logo: logo }: OperatorBrand): TakedownTarget[] {
  return uploaded(logo, t`Logo`);
}
