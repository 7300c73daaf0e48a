import { useLingui } from '@lingui/react/macro';
import type { FilteredAnalytics } from '@vitrine/contract/analytics.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { formatWallTime } from '../format/dates.ts';
import { formatNumber, formatTick } from '../format/numbers.ts';
import { type ChartColumn, ColumnChart } from '../ui/ColumnChart.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './analytics.module.css';
import { figureLabels, isCountedStep, stepLabel } from './analytics-texts.ts';
import { useSeriesTexts } from './series-texts.ts';

export type FilteredFigure = 'clicks' | 'views';

type FilteredChartProps = { data: FilteredAnalytics; shown: FilteredFigure; onShow: (name: FilteredFigure) => void };

/** Clicks or views with the filters, by hour, day, week or month. */
export function FilteredChart({ data, shown, onShow }: FilteredChartProps) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const { range, series } = data;
  const name = t(figureLabels[shown].name);
  const { heading, texts } = useSeriesTexts(range.unit, name, formatNumber(data[shown]));
  const columns = series.map((step): ChartColumn => {
    const value = isCountedStep(step) ? (step[shown] ?? 0) : 0;
    return {
      key: step.starts_at,
      label: stepLabel(range.unit, step, locale),
      ...(range.unit === 'hour' && { tick: formatWallTime(step.from, locale) }),
      value,
      text: `${name}: ${formatNumber(value)}`,
      ...(!isCountedStep(step) ? { state: 'none' } : step.state === 'unfinished' ? { state: 'open' } : {}),
    };
  });
  return (
    <section className={styles.section} aria-labelledby="series">
      <div className={styles.sectionHead}>
        <h2 id="series">{heading}</h2>
        {data.views === null ? null : (
          <Segments
            label={t`Show`}
            value={shown}
            choices={(['clicks', 'views'] as const).map((value) => ({ value, label: t(figureLabels[value].name) }))}
            onChoose={onShow}
          />
        )}
      </div>
      <ColumnChart columns={columns} texts={texts} formatTick={formatTick}>
        <FilteredTable data={data} />
      </ColumnChart>
    </section>
  );
}

function FilteredTable({ data: { range, series, views } }: { data: FilteredAnalytics }) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const figures = views === null ? (['clicks'] as const) : (['clicks', 'views'] as const);
  return (
    <DataTable
      caption={t`Table of clicks with these filters`}
      columns={[
        { name: 'step' as const, label: t`When` },
        ...figures.map((name) => ({ name, label: t(figureLabels[name].name) })),
      ]}
      rows={series.filter(isCountedStep).map((step) => ({
        key: step.starts_at,
        cells: {
          step: stepLabel(range.unit, step, locale),
          clicks: formatNumber(step.clicks),
          views: formatNumber(step.views),
        },
      }))}
    />
  );
}
