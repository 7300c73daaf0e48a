import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Whether nobody came and nobody bought, so that there is nothing to break down. */
export function isQuiet({ views, clicks, orders }: AnalyticsOverview['now']): boolean {
  return views + clicks + orders === 0;
}

export function Quiet({ slug }: { slug: string }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconLink size={28} stroke={1.4} />}
      title={t`Nothing in these days`}
      deed={
        <Link to="/manage/$id/products" params={{ id: slug }} className={buttonClass()}>
          <Trans>Choose a product to share</Trans>
        </Link>
      }
    >
      <Trans>
        Nobody came by in these days. Share a link, or look at a longer time: a click shows here within a second.
      </Trans>
    </EmptyState>
  );
}
