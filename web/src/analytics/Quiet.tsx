import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './analytics.module.css';
import { FigureTiles } from './FigureTiles.tsx';

/** Whether nobody came and nobody bought, so that there is nothing to break down. */
export function isQuiet({ views, clicks, orders }: AnalyticsOverview['now']): boolean {
  return views + clicks + orders === 0;
}

/** In place of a breakdown of nothing: the figures, and what can be done about them. */
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
