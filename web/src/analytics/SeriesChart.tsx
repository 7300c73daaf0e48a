import { useLingui } from '@lingui/react/macro';
import type { AnalyticsOverview, AnalyticsStep } from '@vitrine/contract/analytics.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { formatWallTime } from '../format/dates.ts';
import { formatMoneyTick } from '../format/money.ts';
import { formatNumber, formatPercentage, formatTick } from '../format/numbers.ts';
import { type ChartColumn, ColumnChart } from '../ui/ColumnChart.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './analytics.module.css';
import {
  figureHeight,
  figureLabels,
  type FigureName,
  figureNames,
  figureText,
  isCountedStep,
  stepLabel,
} from './analytics-texts.ts';
import { useSeriesTexts } from './series-texts.ts';

type Series = Pick<AnalyticsOverview, 'range' | 'now' | 'series' | 'before_series'>;
type SeriesChartProps = { data: Series; shown: FigureName; onShow: (name: FigureName) => void };

/** A chart of one figure by hour, day, week or month, with a table of all figures. */
export function SeriesChart({ data, shown, onShow }: SeriesChartProps) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const { range, series } = data;
  const name = t(figureLabels[shown].name);
  const value = figureText(shown, data.now);
  const { heading, texts } = useSeriesTexts(range.unit, name, value);
  const worth = data.now[shown];
  const tick = (height: number, step: number) => {
    if (typeof worth === 'object' && worth) return formatMoneyTick(height, step, worth.currency);
    return shown === 'conversion' ? formatPercentage(height) : formatTick(height, step);
  };
  const earlier = (step: AnalyticsStep) => {
    const [worthThen, when] = [figureText(shown, step.figures), stepLabel(range.unit, step, locale)];
    return { value: figureHeight(shown, step.figures), text: t`${worthThen} (${when})` };
  };
  const columns = series.map((step, index): ChartColumn => {
    const before = data.before_series[index];
    return {
      key: step.starts_at,
      label: stepLabel(range.unit, step, locale),
      ...(range.unit === 'hour' && { tick: formatWallTime(step.from, locale) }),
      value: isCountedStep(step) ? figureHeight(shown, step.figures) : 0,
      text: `${name}: ${figureText(shown, step.figures)}`,
      ...(!isCountedStep(step) ? { state: 'none' } : step.state === 'unfinished' ? { state: 'open' } : {}),
      ...(before && isCountedStep(before) && { before: earlier(before) }),
    };
  });
  return (
    <section className={styles.section} aria-labelledby="series">
      <div className={styles.sectionHead}>
        <h2 id="series">{heading}</h2>
        <Segments
          label={t`Show`}
          value={shown}
          choices={figureNames.map((each) => ({ value: each, label: t(figureLabels[each].name) }))}
          onChoose={onShow}
        />
      </div>
      <ColumnChart columns={columns} texts={texts} formatTick={tick}>
        <SeriesTable data={data} shown={shown} />
      </ColumnChart>
    </section>
  );
}

/** All figures of each step. When comparing, a last column has the chart's figure for the previous period. */
function SeriesTable({ data: { range, series, before_series }, shown }: Pick<SeriesChartProps, 'data' | 'shown'>) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const shownName = t(figureLabels[shown].name);
  const columns = [
    { name: 'step' as const, label: t`When` },
    ...figureNames.map((name) => ({ name, label: t(figureLabels[name].name) })),
    ...(before_series.length > 0 ? [{ name: 'before' as const, label: t`${shownName}, previous period` }] : []),
  ];
  const rows = series.flatMap((step, index) => {
    if (!isCountedStep(step)) return [];
    const before = before_series[index];
    const figure = (name: FigureName) => figureText(name, step.figures);
    return {
      key: step.starts_at,
      cells: {
        step: stepLabel(range.unit, step, locale),
        views: figure('views'),
        clicks: figure('clicks'),
        orders: figure('orders'),
        sales: figure('sales'),
        commission: figure('commission'),
        conversion: figure('conversion'),
        earnings_per_click: figure('earnings_per_click'),
        before: before && isCountedStep(before) ? figureText(shown, before.figures) : formatNumber(null),
      },
    };
  });
  return <DataTable caption={t`Table of all figures`} columns={columns} rows={rows} />;
}
