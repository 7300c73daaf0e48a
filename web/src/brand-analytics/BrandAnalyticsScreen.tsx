import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BrandAnalytics, BrandAnalyticsColumn } from '@vitrine/contract/brand-analytics.ts';
import { useState } from 'react';
import { useRegion } from '../accounts/accounts.data.ts';
import analytics from '../analytics/analytics.module.css';
import { RangeControls } from '../analytics/RangeControls.tsx';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatCalendarRange } from '../format/dates.ts';
import { failureText } from '../format/refusals.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { brandDimensionTexts } from './brand-analytics-texts.ts';
import { brandAnalyticsQuery, downloadBrandRows } from './brand-analytics.data.ts';
import {
  brandDimensionNames,
  brandFigureNames,
  brandFiltersIn,
  type BrandAnalyticsQuery,
  type BrandAnalyticsSearch,
  brandQueryIn,
  brandRangeIn,
  type BrandSearchChange,
  withoutBrandFilters,
} from './brand-search.ts';
import { BrandChart } from './BrandChart.tsx';
import { BrandChips } from './BrandChips.tsx';
import { BrandRows } from './BrandRows.tsx';
import { BrandTiles } from './BrandTiles.tsx';
import { BrandUncountable, isUncountable } from './BrandUncountable.tsx';
import styles from './brand-analytics.module.css';

type BrandAnalyticsScreenProps = {
  merchant: string;
  search: BrandAnalyticsSearch;
  onSearch: (change: BrandSearchChange) => void;
};

/** The figures of the whole brand: totals, their course, and rows by whatever the user chooses and filters by. */
export function BrandAnalyticsScreen({ merchant, search, onSearch }: BrandAnalyticsScreenProps) {
  const { t } = useLingui();
  const asked = brandQueryIn(search);
  const query = useInfiniteQuery({ ...brandAnalyticsQuery(merchant, asked), placeholderData: keepPreviousData });
  const data = query.data?.pages[0]?.data;
  return (
    <>
      <Masthead
        heading={t`Analytics`}
        dateline={data ? <Dateline data={data} /> : null}
        controls={<ExportRows merchant={merchant} asked={asked} />}
      />
      <div className={styles.controls}>
        <RangeControls
          search={brandRangeIn(search)}
          range={data?.range}
          onRange={(range) => onSearch({ preset: undefined, from: undefined, to: undefined, ...range })}
          onCompare={undefined}
        />
        <Select
          label={t`Compare with`}
          value={asked.compare ?? ''}
          choices={[
            { value: '', label: t`Don’t compare` },
            { value: 'previous', label: t`Previous period` },
            { value: 'year', label: t`Year before` },
          ]}
          onChoose={(compare) => onSearch({ compare: compare || undefined })}
        />
      </div>
      <BrandChips
        filters={brandFiltersIn(search)}
        named={data?.filters}
        onRemove={(filter) => onSearch({ [filter]: undefined })}
        onClear={() => onSearch(withoutBrandFilters)}
      />
      {isUncountable(query.error) && !data ? (
        <BrandUncountable error={query.error} onSearch={onSearch} />
      ) : (
        <QueryState query={query} loading={t`Loading the figures`} failed={t`We couldn’t load the figures`} />
      )}
      {data ? (
        <div className={analytics.screen} aria-busy={query.isPlaceholderData}>
          <div className={analytics.page}>
            <BrandTiles data={data} />
            <Found merchant={merchant} search={search} asked={asked} data={data} query={query} onSearch={onSearch} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function Dateline({ data: { range, compared } }: { data: BrandAnalytics }) {
  const { locale } = useRegion();
  const zone = range.time_zone.replaceAll('_', ' ');
  const days = formatCalendarRange(range.from, range.to, locale);
  if (!compared)
    return (
      <Trans>
        {days}, in the brand’s time zone, {zone}
      </Trans>
    );
  const others = formatCalendarRange(compared.from, compared.to, locale);
  return (
    <Trans>
      {days}, compared with {others}, in the brand’s time zone, {zone}
    </Trans>
  );
}

function ExportRows({ merchant, asked }: { merchant: string; asked: BrandAnalyticsQuery }) {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    void downloadBrandRows(merchant, asked)
      .catch((error: Error) => showToast(t(failureText(error))))
      .finally(() => setSaving(false));
  };
  return (
    <Button look="quiet" busy={isSaving} onClick={save}>
      <Trans>Export as CSV</Trans>
    </Button>
  );
}

const isQuiet = ({ views, clicks, orders }: BrandAnalytics['now']) => (views ?? 0) + (clicks ?? 0) + orders === 0;

type FoundProps = BrandAnalyticsScreenProps & {
  asked: BrandAnalyticsQuery;
  data: BrandAnalytics;
  query: Parameters<typeof ShowMore>[0]['query'] & {
    data: { pages: readonly { data: BrandAnalytics; meta: { total: number } }[] } | undefined;
  };
};

function Found({ merchant, search, asked, data, query, onSearch }: FoundProps) {
  const { t } = useLingui();
  const rows = query.data?.pages.flatMap((page) => page.data.rows) ?? [];
  const total = query.data?.pages[0]?.meta.total ?? 0;
  const by = asked.by ?? 'creator';
  const sort = asked.sort ?? (by === 'day' ? 'name' : 'sales');
  const isUp = asked.sort === undefined && by === 'day' ? true : asked.order === 'up';
  const sortBy = (column: BrandAnalyticsColumn) => {
    const next = sort === column ? !isUp : column === 'name';
    onSearch({ sort: column, order: next ? 'up' : undefined });
  };
  if (isQuiet(data.now))
    return (
      <NothingHere
        merchant={merchant}
        isFiltered={data.filters.length > 0}
        onClear={() => onSearch(withoutBrandFilters)}
      />
    );
  const shown = brandFigureNames.find((name) => name === search.show) ?? 'sales';
  return (
    <>
      <BrandChart data={data} shown={shown} onShow={(show) => onSearch({ show })} />
      <section className={analytics.section} aria-labelledby="rows">
        <div className={styles.head}>
          <h2 id="rows">
            <Trans>Breakdown</Trans>
          </h2>
          <Select
            label={t`Break down by`}
            value={by}
            choices={brandDimensionNames.map((value) => ({ value, label: t(brandDimensionTexts[value]) }))}
            onChoose={(chosen) =>
              onSearch({ by: chosen === 'creator' ? undefined : chosen, sort: undefined, order: undefined })
            }
          />
          <p className={desk.quiet}>
            <Plural value={total} one="# row" other="# rows" />
          </p>
        </div>
        <BrandRows
          by={by}
          unit={data.range.unit}
          rows={rows}
          sorting={{ by: sort, isUp, onSort: sortBy }}
          onFilter={(filter, value) => onSearch({ [filter]: value })}
        />
        <ShowMore query={query} />
      </section>
    </>
  );
}

type NothingHereProps = { merchant: string; isFiltered: boolean; onClear: () => void };

function NothingHere({ merchant, isFiltered, onClear }: NothingHereProps) {
  const { t } = useLingui();
  const icon = <IconChartBar size={28} stroke={1.4} />;
  if (isFiltered)
    return (
      <EmptyState
        icon={icon}
        title={t`Nothing with these filters`}
        action={
          <Button look="quiet" onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>There were no clicks and no orders with these filters in this period.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={icon}
      title={t`No activity in this period`}
      action={
        <Link to="/brand/$merchant/creators" params={{ merchant }} className={buttonClass()}>
          <Trans>Go to creators</Trans>
        </Link>
      }
    >
      <Trans>Clicks and orders of your creators appear here. Choose a longer period to see earlier ones.</Trans>
    </EmptyState>
  );
}
