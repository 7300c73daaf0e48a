import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  IconBuildingStore,
  IconFileSearch,
  IconFlag,
  IconHeartbeat,
  IconId,
  IconLifebuoy,
  IconMail,
  IconSettings,
  IconUserPause,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsLive } from '../accounts/accounts.data.ts';
import { installationQuery } from '../installation/installation.data.ts';
import { ConsoleFrame, type ConsolePlace } from './ConsoleFrame.tsx';
import { useLiveRefresh } from '../frame/live-refresh.ts';
import { notificationsLive } from '../notifications/notifications.count.ts';
import { settingsLive } from '../settings/settings.live.ts';
import { useSecondFactorDemand } from '../two-factor/second-factor-missing.ts';

const live = [accountsLive, notificationsLive, settingsLive];

const places: readonly ConsolePlace[] = [
  { href: '/operator/users', label: msg`Users`, icon: IconUsers, first: true },
  { href: '/operator/brands', label: msg`Brands`, icon: IconBuildingStore, first: true },
  { href: '/operator/brand-reviews', label: msg`Names and hosts`, icon: IconId },
  { href: '/operator/mails', label: msg`Emails`, icon: IconMail, first: true },
  { href: '/operator/deliveries', label: msg`Deliveries`, icon: IconWebhook },
  { href: '/operator/tickets', label: msg`Tickets`, icon: IconLifebuoy, first: true },
  { href: '/operator/suspensions', label: msg`Suspensions`, icon: IconUserPause },
  { href: '/operator/reports', label: msg`Reports`, icon: IconFlag, first: true },
  { href: '/operator/health', label: msg`Health`, icon: IconHeartbeat, first: true },
  { href: '/operator/audit', label: msg`Audit log`, icon: IconFileSearch, first: true },
  { href: '/operator/settings', label: msg`Settings`, icon: IconSettings },
];

/** The frame of the operator console, with the links to its pages. */
export function OperatorFrame() {
  useLiveRefresh(live);
  useSecondFactorDemand();
  const { data: installation } = useQuery(installationQuery());
  return <ConsoleFrame title={installation?.name ?? <Trans>Operator</Trans>} places={places} />;
}
