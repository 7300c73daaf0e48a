// A screen of several domains: balances of the ledger, commissions, payouts, statements, orders that weren't credited.
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCoins } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { loadPart } from '../locales/texts.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useDeferredMount } from '../ui/deferred-mount.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { Tabs, tabClass } from '../ui/Tabs.tsx';
import { Balances } from '../ledger/Balances.tsx';
import { earningsQuery } from './earnings.data.ts';
import styles from './earnings.module.css';
import { EarningsSkeleton } from './EarningsSkeleton.tsx';
import type { EarningsView } from './search.ts';

const CommissionList = lazy(() =>
  loadChunk(() => import('../commissions/CommissionList.tsx')).then((part) => ({ default: part.CommissionList })),
);
const loadCode = () => import('../orders/OrderExplanation.tsx');
const loadExplanation = () => loadChunk(loadCode);
const Explanation = lazy(() => loadExplanation().then((part) => ({ default: part.OrderExplanation })));
const Payouts = lazy(() =>
  loadChunk(() => import('../payouts/Payouts.tsx')).then(({ Payouts: page }) => ({ default: page })),
);
const Statements = lazy(() =>
  loadChunk(() => import('../payouts/Statements.tsx')).then(({ Statements: page }) => ({ default: page })),
);
const BrandRules = lazy(() =>
  loadPart('brand', () => import('../brand-settings/BrandRules.tsx')).then((part) => ({ default: part.BrandRulesOf })),
);
const Adjustments = lazy(() =>
  loadChunk(() => import('../adjustments/Adjustments.tsx')).then((part) => ({ default: part.Adjustments })),
);
const Unearned = lazy(() =>
  loadChunk(() => import('../orders/Unearned.tsx')).then(({ Unearned: page }) => ({ default: page })),
);

export default createLazyRoute('/frame/earnings')({
  component: EarningsPage,
  pendingComponent: EarningsSkeleton,
});

const route = getRouteApi('/frame/earnings');

function EarningsPage() {
  const { t } = useLingui();
  const { order, merchant, ...shown } = route.useSearch();
  const { view, ...filter } = shown;
  const navigate = route.useNavigate();
  const router = useRouter();
  const { data } = useSuspenseQuery(earningsQuery());
  const { merchant_accounts: accounts } = useUser();
  const { day, asOf } = useDates();
  const isLater = useDeferredMount();
  // Preloads the explanation, which is opened most. If that fails, opening it shows the error.
  useEffect(() => {
    if (isLater) loadExplanation().catch(() => undefined);
  }, [isLater]);
  const close = () => {
    if (router.state.location.state.openedHere) router.history.back();
    else void navigate({ search: shown, replace: true, resetScroll: false });
  };
  return (
    <>
      <Masthead
        heading={t`Earnings`}
        dateline={
          <>
            {day(data.as_of)}
            <span className={styles.asOf}>{asOf(data.as_of)}</span>
          </>
        }
      />
      {data.balances.length === 0 ? (
        <NoStorefront />
      ) : (
        <>
          <Views />
          <div className={styles.page}>
            {showsBalances(view) ? <Balances balances={data.balances} asOf={data.as_of} /> : null}
            {isLater ? null : <Bone tall="12rem" />}
            <Suspense fallback={<Bone tall="12rem" />}>
              {isLater && view === undefined ? (
                <CommissionList
                  accounts={accounts}
                  storefront={filter.storefront}
                  state={filter.state}
                  month={filter.month}
                  onFilter={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
                />
              ) : null}
              {view === 'payouts' ? <Payouts accounts={accounts} /> : null}
              {view === 'statements' ? <Statements accounts={accounts} /> : null}
              {view === 'rules' ? <BrandRules accounts={accounts} /> : null}
              {view === 'adjustments' ? <Adjustments accounts={accounts} /> : null}
              {view === 'unearned' ? <Unearned accounts={accounts} /> : null}
            </Suspense>
          </div>
        </>
      )}
      <Suspense>
        {order === undefined ? null : <Explanation key={order} orderId={order} merchant={merchant} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Balances are shown above commissions, payouts and bonuses only. */
function showsBalances(view: EarningsView | undefined): boolean {
  return view === undefined || view === 'payouts' || view === 'adjustments';
}

/** The parts of the page; each has its own address, so an email can link to it. */
function Views() {
  const { t } = useLingui();
  const views: { view?: EarningsView; name: string }[] = [
    { name: t`Commissions` },
    { view: 'payouts', name: t`Payouts` },
    { view: 'statements', name: t`Statements` },
    { view: 'adjustments', name: t`Bonuses` },
    { view: 'unearned', name: t`Not credited` },
    { view: 'rules', name: t`Rules` },
  ];
  return (
    <Tabs label={t`Earnings sections`} many>
      {views.map((each) => (
        <Link
          key={each.name}
          to="/earnings"
          search={{ view: each.view }}
          replace
          resetScroll={false}
          className={tabClass}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {each.name}
        </Link>
      ))}
    </Tabs>
  );
}

function NoStorefront() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconCoins size={28} stroke={1.4} />}
      title={t`No earnings yet`}
      action={
        <Link to="/" className={buttonClass()}>
          <Trans>Back to the overview</Trans>
        </Link>
      }
    >
      <Trans>
        You don’t have a storefront yet. When you accept a brand’s invitation, what you earn with it appears here.
      </Trans>
    </EmptyState>
  );
}
