import { Trans, useLingui } from '@lingui/react/macro';
import { IconFilter, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { FilteredAnalytics } from '@vitrine/contract/analytics.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { BarList } from '../ui/BarList.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Figure, figureClass } from '../ui/Figure.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './analytics.module.css';
import { figureLabels } from './analytics-texts.ts';
import { Breakdown } from './Breakdown.tsx';
import { dimensionHeadings } from './filter-texts.ts';
import { FilteredChart, type FilteredFigure } from './FilteredChart.tsx';
import { type AnalyticsPlace, FilterLink } from './FilterLink.tsx';
import own from './filters.module.css';

type FilteredScreenProps = {
  data: FilteredAnalytics;
  place: AnalyticsPlace;
  onShow: (name: FilteredFigure) => void;
  onClear: () => void;
};

/** Rows of a list on the overview; the other tabs show all. */
const rowsShown = 8;

/** What can be counted with filters: clicks, and views if the filters are what views have too. */
export function FilteredScreen({ data, place, onShow, onClear }: FilteredScreenProps) {
  const { type, search } = place;
  if (type === 'products') return <NoProducts onClear={onClear} />;
  const shown = search.show === 'views' && data.views !== null ? 'views' : 'clicks';
  const isEmpty = data.clicks + (data.views ?? 0) === 0;
  return (
    <div className={styles.page}>
      <NotFiltered hasViews={data.views !== null} />
      <FilteredTiles data={data} />
      {isEmpty ? <NoClicks onClear={onClear} /> : null}
      {!isEmpty && type === 'overview' ? <FilteredChart data={data} shown={shown} onShow={onShow} /> : null}
      {!isEmpty && type !== 'links' ? <Lists data={data} place={place} /> : null}
      {!isEmpty && type === 'links' ? <FilteredLinks data={data} place={place} /> : null}
    </div>
  );
}

function NotFiltered({ hasViews }: { hasViews: boolean }) {
  return (
    <p className={own.note}>
      <IconInfoCircle size={18} stroke={1.6} aria-hidden="true" />
      <span>
        {hasViews ? (
          <Trans>
            Only clicks and views can be filtered. Orders, sales and commission aren’t shown until you clear the
            filters.
          </Trans>
        ) : (
          <Trans>
            Only clicks can be filtered by link and app. Views, orders, sales and commission aren’t shown until you
            clear the filters.
          </Trans>
        )}
      </span>
    </p>
  );
}

function FilteredTiles({ data }: { data: FilteredAnalytics }) {
  const { t } = useLingui();
  const { asOf } = useDates();
  const figures = data.views === null ? (['clicks'] as const) : (['clicks', 'views'] as const);
  return (
    <dl className={styles.tiles}>
      {figures.map((name) => (
        <div key={name} className={styles.tile}>
          <dt>{t(figureLabels[name].name)}</dt>
          <dd className={figureClass}>
            <Figure
              name={t(figureLabels[name].name)}
              value={formatNumber(data[name])}
              meaning={t(figureLabels[name].meaning)}
              asOf={asOf(data.range.as_of)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ListsProps = { data: FilteredAnalytics; place: AnalyticsPlace };

function Lists({ data, place }: ListsProps) {
  const { t } = useLingui();
  const [chosen, setOf] = useState<FilteredFigure>('clicks');
  const isOverview = place.type === 'overview';
  const of = isOverview || data.views === null ? 'clicks' : chosen;
  const list = (dimension: 'country' | 'device' | 'referrer' | 'app', rows: FilteredAnalytics['apps']) => (
    <Breakdown
      dimension={dimension}
      values={rows.map((row) => ({ ...row, views: row.views ?? 0 }))}
      of={of}
      total={data[of] ?? 0}
      {...(isOverview && { most: rowsShown })}
      place={place}
    />
  );
  return (
    <section className={styles.section} aria-labelledby="filtered-lists">
      <div className={styles.sectionHead}>
        <h2 id="filtered-lists">
          <Trans>Where these clicks come from</Trans>
        </h2>
        {isOverview || data.views === null ? null : (
          <Segments
            label={t`Show`}
            value={of}
            choices={(['clicks', 'views'] as const).map((value) => ({ value, label: t(figureLabels[value].name) }))}
            onChoose={setOf}
          />
        )}
      </div>
      <div className={styles.panels}>
        {isOverview ? <FilteredLinks data={data} place={place} most={rowsShown} /> : null}
        {list('country', data.countries)}
        {list('device', data.devices)}
        {list('referrer', data.referrers)}
        {/* Views have no app. */}
        {of === 'clicks' ? list('app', data.apps) : null}
      </div>
    </section>
  );
}

function FilteredLinks({ data: { links }, place, most = links.length }: ListsProps & { most?: number }) {
  const { t } = useLingui();
  const heading = t(dimensionHeadings.link);
  return (
    <section className={styles.section} aria-labelledby="filtered-links">
      <h3 id="filtered-links" className={styles.panelHead}>
        {heading}
      </h3>
      {links.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>No clicks in this period.</Trans>
        </p>
      ) : (
        <BarList
          label={heading}
          rows={links.slice(0, most).map(({ link_id: id, title, clicks }) => ({
            key: id ?? '',
            label: (
              <FilterLink place={place} name="link" value={id ?? ''} text={title}>
                {title}
              </FilterLink>
            ),
            value: clicks,
            text: formatNumber(clicks),
          }))}
        />
      )}
    </section>
  );
}

function NoClicks({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconFilter size={28} stroke={1.4} />}
      title={t`No clicks with these filters`}
      action={
        <Button onClick={onClear}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    >
      <Trans>Remove a filter or choose a longer period.</Trans>
    </EmptyState>
  );
}

function NoProducts({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconFilter size={28} stroke={1.4} />}
      title={t`Products can’t be filtered`}
      action={
        <Button onClick={onClear}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    >
      <Trans>
        This table is about orders and earnings, and only clicks and views can be filtered. Clear the filters to see all
        products.
      </Trans>
    </EmptyState>
  );
}
