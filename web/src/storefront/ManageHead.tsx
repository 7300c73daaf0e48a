import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { useVariant } from '../shell/variant.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { Tabs, TabsSkeleton, tabClass } from '../ui/Tabs.tsx';

/** The beauty variant calls its manage area Storefront (S24). */
export function useManageHeading(): string {
  const { t } = useLingui();
  return useVariant() === 'beauty' ? t`Storefront` : t`Manage`;
}

type ManageHeadProps = { account: MerchantAccount; dateline?: ReactNode; deed?: ReactNode };

/** What stands above each of the four parts of a storefront's management. */
export function ManageHead({ account, dateline, deed }: ManageHeadProps) {
  return (
    <>
      <Masthead
        heading={useManageHeading()}
        about={account.merchant_display_name}
        dateline={dateline}
        controls={
          <>
            <a className={buttonClass({ look: 'quiet' })} href={account.storefront_url} target="_blank" rel="noopener">
              <IconExternalLink size={18} stroke={1.6} aria-hidden="true" />
              <Trans>View storefront</Trans>
            </a>
            {deed}
          </>
        }
      />
      <ManageTabs slug={account.slug} />
    </>
  );
}

/** The head of any of the four while its storefront is on the way. */
export function ManageHeadSkeleton() {
  return (
    <>
      <Masthead
        heading={useManageHeading()}
        dateline={<Bone wide="9rem" />}
        controls={<Bone wide="19rem" tall="2.75rem" />}
      />
      <TabsSkeleton />
    </>
  );
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
    <Tabs label={t`Parts of the storefront`}>
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
