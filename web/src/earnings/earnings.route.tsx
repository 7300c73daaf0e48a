import { Trans, useLingui } from '@lingui/react/macro';
import { IconCoins } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useUser } from '../accounts/accounts.data.ts';
import { useMoments } from '../accounts/moments.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Balances } from './Balances.tsx';
import { CommissionList } from './CommissionList.tsx';
import { earningsQuery } from './earnings.data.ts';
import styles from './earnings.module.css';
import { EarningsSkeleton } from './EarningsSkeleton.tsx';
import { Explanation } from './Explanation.tsx';

export const earningsPage = createLazyRoute('/frame/earnings')({
  component: EarningsPage,
  pendingComponent: EarningsSkeleton,
});

const route = getRouteApi('/frame/earnings');

function EarningsPage() {
  const { t } = useLingui();
  const { order, merchant, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const { data } = useSuspenseQuery(earningsQuery());
  const { merchant_accounts: accounts } = useUser();
  const { day, asOf } = useMoments();
  const close = () => {
    if (router.state.location.state.openedHere) router.history.back();
    else void navigate({ search: filter, replace: true, resetScroll: false });
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
        <div className={styles.page}>
          <Balances balances={data.balances} asOf={data.as_of} />
          <CommissionList
            accounts={accounts}
            storefront={filter.storefront}
            state={filter.state}
            onFilter={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
          />
        </div>
      )}
      {order === undefined ? null : <Explanation key={order} orderId={order} merchant={merchant} onClose={close} />}
    </>
  );
}

function NoStorefront() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconCoins size={28} stroke={1.4} />}
      title={t`No earnings yet`}
      deed={
        <Link to="/" className={buttonClass()}>
          <Trans>Back to the overview</Trans>
        </Link>
      }
    >
      <Trans>
        You have no storefront so far. When a brand invites you and you accept, what you earn with it shows here.
      </Trans>
    </EmptyState>
  );
}
