import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Icon, IconCoins, IconHome, IconLayoutGrid } from '@tabler/icons-react';
import type { Variant } from './variant.ts';

export type PortalPlace = { to: '/' | '/manage' | '/earnings'; label: MessageDescriptor; icon: Icon; exact: boolean };

/** The places of the navigation, in their order. The beauty variant calls its manage area Storefront (S24). */
export function portalPlaces(variant: Variant): readonly PortalPlace[] {
  return [
    { to: '/', label: msg`Home`, icon: IconHome, exact: true },
    { to: '/manage', label: variant === 'beauty' ? msg`Storefront` : msg`Manage`, icon: IconLayoutGrid, exact: false },
    { to: '/earnings', label: msg`Earnings`, icon: IconCoins, exact: false },
  ];
}
