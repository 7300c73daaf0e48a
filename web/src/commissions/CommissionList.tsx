import { Trans, useLingui } from '@lingui/react/macro';
import { IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Commission } from '@vitrine/contract/commissions.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMonth, today } from '../format/dates.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { nearEnd } from '../ui/near-end.ts';
import { Segments } from '../ui/Segments.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { CommissionRow } from './CommissionRow.tsx';
import { stateNames } from './commission-texts.ts';
import styles from './CommissionList.module.css';
import { type CommissionState, isCommissionState } from './commission-state.ts';
import { commissionsQuery } from './commissions.data.ts';

type Filter = { storefront?: string; state?: CommissionState; month?: string };
type CommissionListProps = {
  accounts: readonly MerchantAccount[];
  storefront: string | undefined;
  state: CommissionState | undefined;
  month: string | undefined;
  onFilter: (filter: Filter) => void;
};

/** All commissions by month, newest first. The filters are kept in the address. */
export function CommissionList({ accounts, storefront, state, month, onFilter }: CommissionListProps) {
  const { t } = useLingui();
  const account = accounts.find(({ slug }) => slug === storefront);
  const query = useInfiniteQuery({
    ...commissionsQuery({ accountId: account?.id, state, month }),
    placeholderData: keepPreviousData,
  });
  // Deferred, so that rendering many rows doesn't block input.
  const data = useDeferredValue(query.data, undefined);
  const states = [
    { value: 'all' as const, label: t`All` },
    ...Object.keys(stateNames)
      .filter(isCommissionState)
      .map((value) => ({ value, label: t(stateNames[value]) })),
  ];
  const storefronts = [
    { value: '', label: t`All storefronts` },
    ...accounts.map(({ slug, merchant_display_name: label }) => ({ value: slug, label })),
  ];
  const filter: Filter = {
    ...(account && { storefront: account.slug }),
    ...(state && { state }),
    ...(month && { month }),
  };
  const narrow = (change: { [Name in keyof Filter]: Filter[Name] | undefined }) =>
    onFilter(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined)));
  return (
    <section aria-labelledby="commissions">
      <div className={styles.head}>
        <h2 id="commissions">
          <Trans>Commissions</Trans>
        </h2>
        <div className={styles.filters}>
          {accounts.length > 1 ? (
            <Select
              label={t`Storefront`}
              value={account?.slug ?? ''}
              choices={storefronts}
              onChoose={(slug) => narrow({ storefront: slug || undefined })}
            />
          ) : null}
          <MonthChoice month={month} onChoose={(chosen) => narrow({ month: chosen })} />
          <Segments
            label={t`Status`}
            value={state ?? 'all'}
            choices={states}
            onChoose={(chosen) => narrow({ state: chosen === 'all' ? undefined : chosen })}
          />
        </div>
      </div>
      {!data && !query.isError ? <Rows /> : null}
      {query.isError && !query.data ? <Failed error={query.error} retry={() => void query.refetch()} /> : null}
      {data ? (
        <div className={styles.list} aria-busy={query.isPlaceholderData}>
          <Months
            commissions={data.pages.flatMap((page) => page.data)}
            narrowed={Object.keys(filter).length > 0}
            onWiden={() => onFilter({})}
          />
          <ShowMore
            query={query}
            ref={nearEnd(() => {
              if (!query.isFetchingNextPage && !query.isFetchNextPageError) void query.fetchNextPage();
            })}
          >
            <Trans>Show earlier commissions</Trans>
          </ShowMore>
        </div>
      ) : null}
    </section>
  );
}

/** The last twelve months, and the month from the address if it is older. */
function MonthChoice({
  month,
  onChoose,
}: {
  month: string | undefined;
  onChoose: (month: string | undefined) => void;
}) {
  const { t } = useLingui();
  const { locale, timeZone } = useRegion();
  const here = today(timeZone);
  const [year = 0, number = 1] = here.split('-').map(Number);
  const months = Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  );
  const offered = month && !months.includes(month) ? [...months, month] : months;
  const choices = [
    { value: '', label: t`All months` },
    ...offered.map((value) => ({
      value,
      label: formatMonth(`${value}-01T00:00:00Z`, { locale, timeZone: 'UTC' }),
    })),
  ];
  return (
    <Select label={t`Month`} value={month ?? ''} choices={choices} onChoose={(value) => onChoose(value || undefined)} />
  );
}

function Months({
  commissions,
  narrowed,
  onWiden,
}: {
  commissions: readonly Commission[];
  narrowed: boolean;
  onWiden: () => void;
}) {
  const { t } = useLingui();
  const { month } = useDates();
  if (commissions.length === 0) {
    return narrowed ? (
      <EmptyState
        icon={<IconReceipt size={28} stroke={1.4} />}
        title={t`No matching commissions`}
        action={
          <Button look="quiet" onClick={onWiden}>
            <Trans>Show all commissions</Trans>
          </Button>
        }
      >
        <Trans>No commissions match these filters.</Trans>
      </EmptyState>
    ) : (
      <EmptyState
        icon={<IconReceipt size={28} stroke={1.4} />}
        title={t`No commissions yet`}
        action={
          <Link to="/manage" className={buttonClass()}>
            <Trans>Choose a product to share</Trans>
          </Link>
        }
      >
        <Trans>
          Orders from your links and discount codes appear here within seconds, each with an explanation of your
          commission.
        </Trans>
      </EmptyState>
    );
  }
  const months = Map.groupBy(commissions, (commission) => month(commission.earned_at));
  return [...months].map(([name, rows]) => (
    <section key={name} aria-label={name}>
      <h3 className={styles.month}>{name}</h3>
      <ul>
        {rows.map((commission) => (
          <CommissionRow key={commission.id} commission={commission} />
        ))}
      </ul>
    </section>
  ));
}

function Rows() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading commissions`} className={styles.bones}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Bone key={row} tall="4rem" />
      ))}
    </Loading>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useLingui();
  return (
    <FailedArea
      icon={<IconReceipt size={28} stroke={1.4} />}
      title={t`We couldn’t load your commissions`}
      error={error}
      retry={retry}
    />
  );
}
