import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBuildingStore,
  IconCategory,
  IconCoins,
  IconFileText,
  IconHome,
  IconMail,
  IconMessage,
  IconReceipt,
  IconSelector,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { accountsLive, useUser } from '../accounts/accounts.data.ts';
import { ConsoleFrame, type ConsolePlace } from './ConsoleFrame.tsx';
import { conversationsLive } from '../conversations/conversations.live.ts';
import { useLiveRefresh } from '../frame/live-refresh.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Menu, menuItemClass } from '../ui/Menu.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import desk from './Console.module.css';
import styles from './BrandFrame.module.css';
import { brandLive } from '../brand/brand.data.ts';

type Brand = User['staff_of'][number];

const live = [accountsLive, brandLive, conversationsLive];

function placesOf(slug: string): readonly ConsolePlace[] {
  const at = (path: string) => `/brand/${slug}${path}`;
  return [
    { href: at(''), label: msg`Overview`, icon: IconHome, exact: true, first: true },
    { href: at('/orders'), label: msg`Orders`, icon: IconReceipt, first: true },
    { href: at('/messages'), label: msg`Messages`, icon: IconMessage, first: true },
    { href: at('/payouts'), label: msg`Payouts`, icon: IconCoins, first: true },
    { href: at('/invitations'), label: msg`Invitations`, icon: IconMail },
    { href: at('/announcements'), label: msg`Announcements`, icon: IconSpeakerphone },
    { href: at('/catalogue'), label: msg`Catalogue`, icon: IconCategory },
    { href: at('/terms'), label: msg`Terms`, icon: IconFileText },
    { href: at('/settings'), label: msg`Settings`, icon: IconSettings },
  ];
}

/** What stands around every page of the brand console. */
export function BrandFrame() {
  const { merchant } = useParams({ strict: false });
  const { staff_of: brands } = useUser();
  useLiveRefresh(live);
  const brand = brands.find(({ slug }) => slug === merchant);
  return (
    <ConsoleFrame
      title={brand ? <BrandSwitch brand={brand} brands={brands} /> : 'Vitrine'}
      places={brand ? placesOf(brand.slug) : []}
    >
      {brand ? null : <NoBrand brands={brands} />}
    </ConsoleFrame>
  );
}

/** The brand that the pages are about; for staff of several it offers the others. */
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
      {(close) =>
        brands.map(({ id, slug, display_name: name }) => (
          <Link
            key={id}
            to="/brand/$merchant"
            params={{ merchant: slug }}
            className={menuItemClass}
            activeProps={{ 'aria-current': 'page' }}
            onClick={close}
          >
            {name}
          </Link>
        ))
      }
    </Menu>
  );
}

function NoBrand({ brands }: { brands: readonly Brand[] }) {
  const { t } = useLingui();
  const [first] = brands;
  const name = first?.display_name ?? '';
  return (
    <>
      <title>Vitrine</title>
      <h1 className={desk.hiddenHeading}>{t`Brand console`}</h1>
      <EmptyState
        icon={<IconBuildingStore size={28} stroke={1.4} />}
        title={first ? t`This brand is not one of yours` : t`You do not work for a brand yet`}
        deed={
          first ? (
            <Link to="/brand/$merchant" params={{ merchant: first.slug }} className={buttonClass()}>
              <Trans>Go to {name}</Trans>
            </Link>
          ) : null
        }
      >
        {first ? (
          <Trans>Its address may be written differently, or it was closed.</Trans>
        ) : (
          <Trans>Ask whoever runs this portal to add you to your brand. Then sign in again.</Trans>
        )}
      </EmptyState>
    </>
  );
}
