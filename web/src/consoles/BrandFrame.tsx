import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBuildingStore,
  IconCategory,
  IconChartBar,
  IconCoins,
  IconFileText,
  IconHome,
  IconMessage,
  IconReceipt,
  IconSelector,
  IconSettings,
  IconSpeakerphone,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { type BrandRight, mayInBrand } from '@vitrine/contract/values/brand-roles.ts';
import { useState } from 'react';
import { BrandPauses } from '../accounts/BrandPauses.tsx';
import { accountsLive, BrandZone, useUser } from '../accounts/accounts.data.ts';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { BrandSections, sectionsAt } from './BrandSections.tsx';
import { ConsoleFrame, type ConsolePlace } from './ConsoleFrame.tsx';
import { conversationsLive } from '../conversations/conversations.live.ts';
import { useLiveRefresh } from '../frame/live-refresh.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import desk from './Console.module.css';
import styles from './BrandFrame.module.css';
import { brandLive } from '../brand/brand.data.ts';
import { notificationsLive } from '../notifications/notifications.count.ts';
import { settingsLive } from '../settings/settings.live.ts';
import { variant } from '../theme/variant.ts';

type Brand = User['staff_of'][number];

const live = [accountsLive, brandLive, conversationsLive, notificationsLive, settingsLive];

/** The pages of the console that a role can use. */
function placesOf({ slug, role }: Brand): readonly ConsolePlace[] {
  const at = (path: string) => `/brand/${slug}${path}`;
  const places: readonly (ConsolePlace & { right?: BrandRight })[] = [
    { href: at(''), label: msg`Overview`, icon: IconHome, exact: true, first: true },
    { href: at('/orders'), label: msg`Orders`, icon: IconReceipt, first: true },
    { href: at('/messages'), label: msg`Messages`, icon: IconMessage, first: true, right: 'messages' },
    { href: at('/payouts'), label: msg`Payouts`, icon: IconCoins, first: true, right: 'payouts_view' },
    { href: at('/analytics'), label: msg`Analytics`, icon: IconChartBar },
    { href: at('/creators'), label: msg`Creators`, icon: IconUsers },
    { href: at('/announcements'), label: msg`Announcements`, icon: IconSpeakerphone },
    { href: at('/catalogue'), label: msg`Catalog`, icon: IconCategory },
    { href: at('/terms'), label: msg`Terms`, icon: IconFileText },
    { href: at('/team'), label: msg`Team`, icon: IconUserCog },
    { href: at('/settings'), label: msg`Settings`, icon: IconSettings },
  ];
  return places
    .filter(({ right }) => right === undefined || mayInBrand(role, right))
    .map((place) => ({ ...place, within: sectionsAt(place.href, slug) }));
}

/** The frame of the brand console, with the brand switch and the links to its pages. */
export function BrandFrame() {
  const { staff_of: brands } = useUser();
  useLiveRefresh(live);
  const { brand, isOwnAccount } = useCurrentBrand(brands);
  const zone = isOwnAccount ? undefined : brand?.time_zone;
  return (
    <BrandZone value={zone}>
      <ConsoleFrame
        title={brand ? <BrandSwitch brand={brand} brands={brands} /> : variant.name}
        places={brand ? placesOf(brand) : []}
        foot={zone ? <ZoneNote zone={zone} /> : null}
        notice={
          brand ? (
            <>
              <BrandPauses pauses={brand.pause ? [{ ...brand.pause, brand: brand.display_name }] : []} reader="staff" />
              <BrandSections brand={brand} />
            </>
          ) : null
        }
      >
        {brand || isOwnAccount ? null : <NoBrand brands={brands} />}
      </ConsoleFrame>
    </BrandZone>
  );
}

function ZoneNote({ zone }: { zone: string }) {
  const name = zone.replaceAll('_', ' ');
  return (
    <p className={styles.zone}>
      <Trans>Times and days are in the brand’s time zone, {name}.</Trans>
    </p>
  );
}

/** The brand in the address. Around the user's own account, it is the one they came from, or their first. */
function useCurrentBrand(brands: readonly Brand[]): { brand: Brand | undefined; isOwnAccount: boolean } {
  const { merchant } = useParams({ strict: false });
  const isOwnAccount = useLocation({ select: ({ pathname }) => pathname === ownAccountPaths.brand });
  const [last, setLast] = useState(merchant);
  if (merchant !== undefined && merchant !== last) setLast(merchant);
  const bySlug = (wanted: string | undefined) => brands.find(({ slug }) => slug === wanted);
  return { brand: isOwnAccount ? (bySlug(last) ?? brands[0]) : bySlug(merchant), isOwnAccount };
}

/** The name of the current brand; a menu for staff who work for several brands. */
function BrandSwitch({ brand, brands }: { brand: Brand; brands: readonly Brand[] }) {
  const { t } = useLingui();
  if (brands.length < 2) return <span className={styles.brand}>{brand.display_name}</span>;
  return (
    <Menu
      label={t`Brands`}
      trigger={(trigger) => (
        <button {...trigger} type="button" className={styles.switch}>
          <Hidden>{t`Brand`} </Hidden>
          <span className={styles.brand}>{brand.display_name}</span>
          <IconSelector size={18} stroke={1.6} aria-hidden="true" />
        </button>
      )}
    >
      {brands.map(({ id, slug, display_name: name }) => (
        <MenuItem
          key={id}
          render={<Link to="/brand/$merchant" params={{ merchant: slug }} activeProps={{ 'aria-current': 'page' }} />}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function NoBrand({ brands }: { brands: readonly Brand[] }) {
  const { t } = useLingui();
  const [first] = brands;
  const name = first?.display_name ?? '';
  return (
    <>
      <title>{variant.name}</title>
      <h1 className={desk.hiddenHeading}>{t`Brand console`}</h1>
      <EmptyState
        icon={<IconBuildingStore size={28} stroke={1.4} />}
        title={first ? t`You don’t have access to this brand` : t`You’re not on a brand’s team yet`}
        action={
          first ? (
            <Link to="/brand/$merchant" params={{ merchant: first.slug }} className={buttonClass()}>
              <Trans>Go to {name}</Trans>
            </Link>
          ) : null
        }
      >
        {first ? (
          <Trans>Check the address for typos, or ask an owner of the brand to add you.</Trans>
        ) : (
          <Trans>Ask the people who run this portal to add you to your brand. Then log in again.</Trans>
        )}
      </EmptyState>
    </>
  );
}
