// A screen of several domains: clicks of links, orders, commissions, balances of the ledger, and what conversations,
// the storefront and payouts ask of the creator.
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { Overview } from '@vitrine/contract/overview.ts';
import { lazy, Suspense } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useMoments } from '../accounts/moments.ts';
import { loadChunk } from '../api/chunk.ts';
import { isZero } from '../format/money.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useLater } from '../ui/later.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Earned } from './Earned.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { OverviewSkeleton } from './OverviewSkeleton.tsx';
import { overviewQuery } from './overview.data.ts';
import styles from './overview.module.css';
import { spans, usualSpan } from './search.ts';
import { Standing } from './Standing.tsx';

const LowerSections = lazy(() =>
  loadChunk(() => import('./LowerSections.tsx')).then((part) => ({ default: part.LowerSections })),
);

export const overviewPage = createLazyRoute('/frame/')({ component: OverviewPage, pendingComponent: OverviewSkeleton });

const route = getRouteApi('/frame/');

function OverviewPage() {
  const { t } = useLingui();
  const { days = usualSpan } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(overviewQuery(days));
  const { day, asOf } = useMoments();
  const choices = spans.map((value) => ({ value, label: t`${value} days` }));
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
              label={t`Days shown`}
              value={days}
              choices={choices}
              onChoose={(value) =>
                void navigate({ search: value === usualSpan ? {} : { days: value }, resetScroll: false })
              }
            />
          )
        }
      />
      {isUntouched(data) ? <FirstLink needs={data.needs} /> : <Figures overview={data} />}
    </>
  );
}

/** Nothing has ever come of it: every storefront's amounts are there from the first day, and they are all zero. */
function isUntouched({ clicks, orders, money, recent }: Overview): boolean {
  const counts = clicks.now + clicks.before + orders.now + orders.before + recent.length;
  const isEmpty = money.every(({ earned, earned_before, sales, current, pending, processing, reversed }) =>
    [earned, earned_before, sales, current, pending, processing, reversed].every(isZero),
  );
  return counts === 0 && isEmpty;
}

function Figures({ overview }: { overview: Overview }) {
  const isLater = useLater();
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

/** About as high as what it stands for: whoever loads the page again further down finds their place. */
function LowerOutline() {
  return (
    <div className={styles.lower}>
      <Bone tall="18rem" />
    </div>
  );
}

/** The first day: one deed, at the storefront that was just opened. */
function FirstLink({ needs }: Pick<Overview, 'needs'>) {
  const { t } = useLingui();
  const {
    display_name: name,
    merchant_accounts: [first],
  } = useUser();
  return (
    <div className={styles.page}>
      <EmptyState
        icon={<IconLink size={28} stroke={1.4} />}
        title={t`Welcome, ${name}`}
        deed={
          first ? (
            <Link to="/manage/$id/products" params={{ id: first.slug }} className={buttonClass()}>
              <Trans>Choose your first products</Trans>
            </Link>
          ) : undefined
        }
      >
        <Trans>
          Put a product on your storefront and copy its link. The first click shows here within a second, and every
          order explains what it earned you.
        </Trans>
      </EmptyState>
      <NeedsYou needs={needs} />
    </div>
  );
}
