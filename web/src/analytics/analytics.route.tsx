import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { AnalyticsRange, AnalyticsType } from '@vitrine/contract/analytics.ts';
import { useRegion, useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { formatCalendarRange } from '../format/dates.ts';
import { failureText } from '../format/refusals.ts';
import { storefrontOf } from '../storefront/storefront.data.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Tabs, tabClass } from '../ui/Tabs.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { showToast } from '../ui/toasts.ts';
import {
  downloadFile,
  analyticsLinksQuery,
  analyticsOverviewQuery,
  analyticsProductsQuery,
  filteredQuery,
  trafficQuery,
} from './analytics.data.ts';
import styles from './analytics.module.css';
import { AnalyticsSkeleton, Bones } from './AnalyticsSkeleton.tsx';
import { typeLabels } from './analytics-texts.ts';
import { FilterBar } from './FilterBar.tsx';
import { FilteredFailed } from './FilteredFailed.tsx';
import { FilteredScreen } from './FilteredScreen.tsx';
import type { AnalyticsPlace } from './FilterLink.tsx';
import { LinksScreen } from './LinksScreen.tsx';
import { OverviewScreen } from './OverviewScreen.tsx';
import { ProductsScreen } from './ProductsScreen.tsx';
import { isQuiet, QuietScreen } from './Quiet.tsx';
import { RangeControls } from './RangeControls.tsx';
import {
  type AnalyticsSearch,
  filtersIn,
  isFiltered,
  isType,
  rangeIn,
  typeNames,
  usualPreset,
  withoutFilters,
} from './search.ts';
import type { SoldSorting } from './SoldTable.tsx';
import { TrafficScreen } from './TrafficScreen.tsx';

export default createLazyRoute('/frame/analytics-page/$id/$type')({
  component: AnalyticsPage,
  pendingComponent: AnalyticsSkeleton,
});

const route = getRouteApi('/frame/analytics-page/$id/$type');

function AnalyticsPage() {
  const { id: slug, type } = route.useParams();
  const account = storefrontOf(useUser(), slug);
  return account && isType(type) ? <Analytics key={account.id} account={account} type={type} /> : null;
}

function Analytics({ account, type }: { account: MerchantAccount; type: AnalyticsType }) {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const figures = useFigures(account, type, search);
  const range = figures.shown.data?.range;
  const change = (next: AnalyticsSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  // Like a row that is clicked, this can be undone with the browser's back button.
  const filter = (next: AnalyticsSearch) => void navigate({ search: next, resetScroll: false });
  const { preset: _, from: __, to: ___, ...look } = search;
  return (
    <>
      <Masthead
        heading={t`Analytics`}
        about={account.merchant_display_name}
        dateline={
          range ? (
            <Days range={range} isCompared={search.compare === '1' && type === 'overview' && !isFiltered(search)} />
          ) : figures.shown.isPending ? (
            <Bone wide="14rem" />
          ) : undefined
        }
        controls={<Download account={account} type={type} search={search} />}
      />
      <Tabs label={t`Analytics sections`}>
        {typeNames.map((name) => (
          <Link
            key={name}
            to="/analytics-page/$id/$type"
            params={{ id: account.slug, type: name }}
            search={{
              ...rangeIn(search),
              ...(search.compare && { compare: search.compare }),
              ...filtersIn(search),
            }}
            className={tabClass}
            aria-current={name === type ? 'page' : undefined}
            resetScroll={false}
          >
            {t(typeLabels[name])}
          </Link>
        ))}
      </Tabs>
      <RangeControls
        search={search}
        range={range}
        onRange={(range) => change({ ...look, ...range })}
        onCompare={
          type === 'overview' && !isFiltered(search)
            ? (isOn) => {
                const { compare: ____, ...rest } = search;
                change({ ...rest, ...(isOn && { compare: '1' as const }) });
              }
            : undefined
        }
      />
      <FilterBar
        accountId={account.id}
        search={search}
        data={isFiltered(search) ? figures.filtered.data : undefined}
        onChange={filter}
      />
      {isFiltered(search) ? (
        <Filtered
          place={{ slug: account.slug, type, search }}
          query={figures.filtered}
          onChange={change}
          onFilter={filter}
        />
      ) : (
        <Screen account={account} type={type} search={search} figures={figures} onChange={change} />
      )}
    </>
  );
}

function Days({ range, isCompared }: { range: AnalyticsRange; isCompared: boolean }) {
  const { locale } = useRegion();
  const { asOf } = useDates();
  const days = formatCalendarRange(range.from, range.to, locale);
  const before = formatCalendarRange(range.before.from, range.before.to, locale);
  return (
    <>
      <span title={range.time_zone}>{days}</span>
      {isCompared ? (
        <span className={styles.aside}>
          <Trans>Previous: {before}</Trans>
        </span>
      ) : null}
      <span className={styles.aside}>{asOf(range.as_of)}</span>
    </>
  );
}

function Download({
  account,
  type,
  search,
}: {
  account: MerchantAccount;
  type: AnalyticsType;
  search: AnalyticsSearch;
}) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async () => {
    setBusy(true);
    try {
      await downloadFile(account.id, type, search);
    } catch (error) {
      showToast(t(failureText(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" busy={isBusy} onClick={() => void fetchFile()}>
      <IconDownload size={18} stroke={1.6} aria-hidden="true" />
      <Trans>Download CSV</Trans>
    </Button>
  );
}

/** Only the query of the current screen is enabled. */
function useFigures(account: MerchantAccount, type: AnalyticsType, search: AnalyticsSearch) {
  const range = rangeIn(search);
  const compared = search.compare ? { ...range, compare: search.compare } : range;
  const now = isFiltered(search) ? 'filtered' : type;
  const overview = useQuery({ ...analyticsOverviewQuery(account.id, compared), enabled: now === 'overview' });
  const products = useQuery({ ...analyticsProductsQuery(account.id, range), enabled: now === 'products' });
  const links = useQuery({ ...analyticsLinksQuery(account.id, range), enabled: now === 'links' });
  const traffic = useQuery({ ...trafficQuery(account.id, range), enabled: now === 'traffic' });
  const filtered = useQuery({
    ...filteredQuery(account.id, range, filtersIn(search)),
    enabled: now === 'filtered',
  });
  return { overview, products, links, traffic, filtered, shown: { overview, products, links, traffic, filtered }[now] };
}

type FilteredProps = {
  place: AnalyticsPlace;
  query: ReturnType<typeof useFigures>['filtered'];
  onChange: (search: AnalyticsSearch) => void;
  onFilter: (search: AnalyticsSearch) => void;
};

function Filtered({ place, query, onChange, onFilter }: FilteredProps) {
  const { search } = place;
  if (query.isError && !query.data)
    return (
      <FilteredFailed
        error={query.error}
        retry={() => void query.refetch()}
        onPreset={(preset) => {
          const { preset: _, from: __, to: ___, ...rest } = search;
          onChange({ ...rest, ...(preset !== usualPreset && { preset }) });
        }}
      />
    );
  if (!query.data) return <Bones />;
  return (
    <div className={styles.screen} aria-busy={query.isPlaceholderData}>
      <FilteredScreen
        data={query.data}
        place={place}
        onShow={(show) => onChange({ ...search, show })}
        onClear={() => onFilter(withoutFilters(search))}
      />
    </div>
  );
}

type ScreenProps = {
  account: MerchantAccount;
  type: AnalyticsType;
  search: AnalyticsSearch;
  figures: ReturnType<typeof useFigures>;
  onChange: (search: AnalyticsSearch) => void;
};

function Screen({ account, type, search, figures, onChange }: ScreenProps) {
  const { overview, products, links, traffic, shown } = figures;
  const place = { slug: account.slug, type, search };
  const sorting: SoldSorting = {
    by: search.sort ?? 'clicks',
    isUp: search.order === 'up',
    onSort: (column) => {
      const { order, sort: _, ...rest } = search;
      const isAgain = (search.sort ?? 'clicks') === column;
      const isUp = isAgain ? order !== 'up' : column === 'name';
      onChange({ ...rest, sort: column, ...(isUp && { order: 'up' as const }) });
    },
  };
  if (shown.isError && !shown.data) return <Failed error={shown.error} retry={() => void shown.refetch()} />;
  if (!shown.data) return <Bones />;
  if (type !== 'overview' && 'now' in shown.data && isQuiet(shown.data.now))
    return <QuietScreen data={shown.data} slug={account.slug} />;
  return (
    <div className={styles.screen} aria-busy={shown.isPlaceholderData}>
      {type === 'overview' && overview.data ? (
        <OverviewScreen
          data={overview.data}
          place={place}
          isCompared={search.compare === '1'}
          shown={search.show}
          onShow={(show) => onChange({ ...search, show })}
        />
      ) : null}
      {type === 'products' && products.data ? <ProductsScreen data={products.data} sorting={sorting} /> : null}
      {type === 'links' && links.data ? <LinksScreen data={links.data} sorting={sorting} place={place} /> : null}
      {type === 'traffic' && traffic.data ? <TrafficScreen data={traffic.data} place={place} /> : null}
    </div>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useLingui();
  return (
    <FailedArea
      icon={<IconChartBar size={28} stroke={1.4} />}
      title={t`We couldn’t load your analytics`}
      error={error}
      retry={retry}
    />
  );
}
