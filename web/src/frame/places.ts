import { useLingui } from '@lingui/react/macro';
import { type Icon, IconChartBar, IconCoins, IconHome, IconLayoutGrid } from '@tabler/icons-react';
import { useManageLabel } from '../theme/manage-label.ts';

export type PortalPlace = {
  to: '/' | '/manage' | '/analytics-page' | '/earnings';
  label: string;
  icon: Icon;
  exact: boolean;
};

/** The entries of the main navigation, in order. */
export function usePortalPlaces(): readonly PortalPlace[] {
  const { t } = useLingui();
  const manage = useManageLabel();
  return [
    { to: '/', label: t`Home`, icon: IconHome, exact: true },
    { to: '/manage', label: manage, icon: IconLayoutGrid, exact: false },
    { to: '/analytics-page', label: t`Analytics`, icon: IconChartBar, exact: false },
    { to: '/earnings', label: t`Earnings`, icon: IconCoins, exact: false },
  ];
}
