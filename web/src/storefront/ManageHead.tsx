import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { StorefrontTakedown } from '../takedowns/StorefrontTakedown.tsx';
import { useManageLabel } from '../theme/manage-label.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { Tabs, tabClass } from '../ui/Tabs.tsx';
import styles from './ManageHead.module.css';
import { storefrontOf } from './storefront.data.ts';

type ManageHeadProps = { account: MerchantAccount; dateline?: ReactNode; action?: ReactNode };

/** The head of each of the four pages of Manage. */
export function ManageHead({ account, dateline, action }: ManageHeadProps) {
  return (
    <>
      <Masthead
        heading={useManageLabel()}
        about={account.merchant_display_name}
        dateline={dateline}
        controls={
          <>
            <a className={buttonClass({ look: 'quiet' })} href={account.storefront_url} target="_blank" rel="noopener">
              <IconExternalLink size={18} stroke={1.6} aria-hidden="true" />
              <Trans>View storefront</Trans>
            </a>
            {action}
          </>
        }
      />
      <ManageTabs slug={account.slug} />
      <StorefrontTakedown accountId={account.id} />
    </>
  );
}

type ManageHeadSkeletonProps = { dateline?: ReactNode; action?: boolean };

/** The same head while the storefront loads, without its totals. */
export function ManageHeadSkeleton({ dateline, action = false }: ManageHeadSkeletonProps) {
  const { id = '' } = useParams({ strict: false });
  const account = storefrontOf(useUser(), id);
  return account ? (
    <ManageHead
      account={account}
      dateline={dateline}
      action={action ? <Bone wide="9.5rem" tall="2.75rem" className={styles.action} /> : undefined}
    />
  ) : null;
}

function ManageTabs({ slug }: { slug: string }) {
  const { t } = useLingui();
  const tabs = [
    { to: '/manage/$id/products', label: t`Products` },
    { to: '/manage/$id/collections', label: t`Collections` },
    { to: '/manage/$id/links', label: t`Links` },
    { to: '/manage/$id/appearance', label: t`Appearance` },
  ] as const;
  return (
    <Tabs label={t`Storefront sections`}>
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ id: slug }}
          className={tabClass}
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </Tabs>
  );
}
