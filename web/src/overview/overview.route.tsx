// A screen of several domains: clicks on links, orders, commissions, balances of the ledger, and the to-do list from
// conversations, the storefront and payouts.
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { Overview } from '@vitrine/contract/overview.ts';
import { lazy, Suspense } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { isZero } from '../format/money.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useDeferredMount } from '../ui/deferred-mount.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Earned } from './Earned.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { OverviewSkeleton } from './OverviewSkeleton.tsx';
import { overviewQuery } from './overview.data.ts';
import styles from './overview.module.css';
import { overviewSpans, defaultOverviewSpan } from './search.ts';
import { Standing } from './Standing.tsx';

const LowerSections = lazy(() =>
  loadChunk(() => import('./LowerSections.tsx')).then((part) => ({ default: part.LowerSections })),
);

export default createLazyRoute('/frame/')({ component: OverviewPage, pendingComponent: OverviewSkeleton });

const route = getRouteApi('/frame/');

function OverviewPage() {
  const { t } = useLingui();
  const { days = defaultOverviewSpan } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(overviewQuery(days));
  const { day, asOf } = useDates();
  const choices = overviewSpans.map((value) => ({ value, label: t`${value} days` }));
  return (
    <>
      <Masthead
        heading={t`Overview`}
        dateline={
          <>
            {day(data.as_of)}
            <span className={styles.asOf}>{asOf(data.as_of)}</span>
          </>
        }
        controls={
          isUntouched(data) ? undefined : (
            <Segments
              label={t`Period`}
              value={days}
              choices={choices}
              onChoose={(value) =>
                void navigate({ search: value === defaultOverviewSpan ? {} : { days: value }, resetScroll: false })
              }
            />
          )
        }
      />
      {isUntouched(data) ? <FirstLink needs={data.needs} /> : <Figures overview={data} />}
    </>
  );
}

/** True for a new creator. Every storefront has its amounts from the first day, so they are compared with zero. */
function isUntouched({ clicks, orders, money, recent }: Overview): boolean {
  const counts = clicks.now + clicks.before + orders.now + orders.before + recent.length;
  const isEmpty = money.every(({ earned, earned_before, sales, current, pending, processing, reversed }) =>
    [earned, earned_before, sales, current, pending, processing, reversed].every(isZero),
  );
  return counts === 0 && isEmpty;
}

function Figures({ overview }: { overview: Overview }) {
  const isLater = useDeferredMount();
  return (
    <div className={styles.page}>
      <div className={styles.first}>
        <div className={styles.lead}>
          <Earned overview={overview} />
          <NeedsYou needs={overview.needs} />
        </div>
        <Standing overview={overview} />
      </div>
      {isLater ? (
        <Suspense fallback={<LowerOutline />}>
          <LowerSections overview={overview} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** About as high as the real sections, so that a reload keeps the scroll position. */
function LowerOutline() {
  return (
    <div className={styles.lower}>
      <Bone tall="18rem" />
    </div>
  );
}

/** The first day: one button, which opens the new storefront. */
function FirstLink({ needs }: Pick<Overview, 'needs'>) {
  const { t } = useLingui();
  const {
    display_name: name,
    merchant_accounts: [first],
    suspended_since: suspendedSince,
  } = useUser();
  return (
    <div className={styles.page}>
      <EmptyState
        icon={<IconLink size={28} stroke={1.4} />}
        title={t`Welcome, ${name}`}
        action={
          first && !suspendedSince ? (
            <Link to="/manage/$id/products" params={{ id: first.slug }} className={buttonClass()}>
              <Trans>Add your first product</Trans>
            </Link>
          ) : undefined
        }
      >
        {suspendedSince ? (
          <Trans>Once your account is no longer suspended, add a product to your storefront and share its link.</Trans>
        ) : (
          <Trans>
            Add a product to your storefront and share its link. Clicks appear here within a second, and every order
            comes with an explanation of your commission.
          </Trans>
        )}
      </EmptyState>
      <NeedsYou needs={needs} />
    </div>
  );
}
