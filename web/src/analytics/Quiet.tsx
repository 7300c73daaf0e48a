import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './analytics.module.css';
import { FigureTiles } from './FigureTiles.tsx';

/** True without any views, clicks and orders, so that there is nothing to break down. */
export function isQuiet({ views, clicks, orders }: AnalyticsOverview['now']): boolean {
  return views + clicks + orders === 0;
}

/** Shown instead of empty breakdowns: the figures and what to do next. */
export function QuietScreen({
  data: { now, range },
  slug,
}: {
  data: Pick<AnalyticsOverview, 'now' | 'range'>;
  slug: string;
}) {
  return (
    <div className={styles.page}>
      <FigureTiles now={now} before={undefined} asOf={range.as_of} />
      <Quiet slug={slug} />
    </div>
  );
}

export function Quiet({ slug }: { slug: string }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconLink size={28} stroke={1.4} />}
      title={t`No activity in this period`}
      action={
        <Link to="/manage/$id/products" params={{ id: slug }} className={buttonClass()}>
          <Trans>Choose a product to share</Trans>
        </Link>
      }
    >
      <Trans>Share a link or choose a longer period. Clicks appear here within a second.</Trans>
    </EmptyState>
  );
}
