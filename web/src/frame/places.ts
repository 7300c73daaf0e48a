import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Icon, IconChartBar, IconCoins, IconHome, IconLayoutGrid } from '@tabler/icons-react';
import { manageLabel, type Variant } from '../theme/variant.ts';

export type PortalPlace = {
  to: '/' | '/manage' | '/analytics-page' | '/earnings';
  label: MessageDescriptor;
  icon: Icon;
  exact: boolean;
};

/** The entries of the main navigation, in order. */
export function portalPlaces(variant: Variant): readonly PortalPlace[] {
  return [
    { to: '/', label: msg`Home`, icon: IconHome, exact: true },
    { to: '/manage', label: manageLabel(variant), icon: IconLayoutGrid, exact: false },
    { to: '/analytics-page', label: msg`Analytics`, icon: IconChartBar, exact: false },
    { to: '/earnings', label: msg`Earnings`, icon: IconCoins, exact: false },
  ];
}
