import { useLingui } from '@lingui/react/macro';
import type { BrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { isCountedStep, stepLabel } from '../analytics/analytics-texts.ts';
import styles from '../analytics/analytics.module.css';
import { useSeriesTexts } from '../analytics/series-texts.ts';
import { formatWallTime } from '../format/dates.ts';
import { formatMoneyTick } from '../format/money.ts';
import { formatPercentage, formatTick } from '../format/numbers.ts';
import { type ChartColumn, ColumnChart } from '../ui/ColumnChart.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Segments } from '../ui/Segments.tsx';
import { brandFigureHeight, brandFigureText, brandFigureTexts } from './brand-analytics-texts.ts';
import { type BrandFigureName, brandFigureNames } from './brand-search.ts';

type BrandChartProps = { data: BrandAnalytics; shown: BrandFigureName; onShow: (name: BrandFigureName) => void };

/** One figure by hour, day, week or month, with a line for the days it is compared with. */
export function BrandChart({ data, shown: asked, onShow }: BrandChartProps) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const { range, series, now } = data;
  const choices = brandFigureNames.filter((name) => now[name] !== null);
  const shown = choices.includes(asked) ? asked : 'sales';
  const name = t(brandFigureTexts[shown].name);
  const { heading, texts } = useSeriesTexts(range.unit, name, brandFigureText(shown, now));
  const worth = now[shown];
  const tick = (height: number, step: number) => {
    if (typeof worth === 'object' && worth) return formatMoneyTick(height, step, worth.currency);
    return shown === 'conversion' ? formatPercentage(height) : formatTick(height, step);
  };
  const columns = series.map((step, index): ChartColumn => {
    const before = data.before_series[index];
    const [then, when] = before
      ? [brandFigureText(shown, before.figures), stepLabel(range.unit, before, locale)]
      : ['', ''];
    return {
      key: step.starts_at,
      label: stepLabel(range.unit, step, locale),
      ...(range.unit === 'hour' && { tick: formatWallTime(step.from, locale) }),
      value: isCountedStep(step) ? (brandFigureHeight(shown, step.figures) ?? 0) : 0,
      text: `${name}: ${brandFigureText(shown, step.figures)}`,
      ...(!isCountedStep(step) ? { state: 'none' } : step.state === 'unfinished' ? { state: 'open' } : {}),
      ...(before && { before: { value: brandFigureHeight(shown, before.figures) ?? 0, text: t`${then} (${when})` } }),
    };
  });
  return (
    <section className={styles.section} aria-labelledby="series">
      <div className={styles.sectionHead}>
        <h2 id="series">{heading}</h2>
        <Segments
          label={t`Show`}
          value={shown}
          choices={choices.map((value) => ({ value, label: t(brandFigureTexts[value].name) }))}
          onChoose={onShow}
        />
      </div>
      <ColumnChart
        columns={columns}
        texts={{ ...texts, before: t`The line shows the days compared with.` }}
        formatTick={tick}
      >
        <SeriesTable data={data} names={choices} />
      </ColumnChart>
    </section>
  );
}

function SeriesTable({ data: { range, series }, names }: { data: BrandAnalytics; names: readonly BrandFigureName[] }) {
  const { t } = useLingui();
  const { locale } = useRegion();
  return (
    <DataTable<'step' | BrandFigureName>
      caption={t`Table of all figures`}
      columns={[
        { name: 'step', label: t`When` },
        ...names.map((name) => ({ name, label: t(brandFigureTexts[name].name) })),
      ]}
      rows={series.filter(isCountedStep).map((step) => ({
        key: step.starts_at,
        cells: {
          step: stepLabel(range.unit, step, locale),
          ...cellsOf(step.figures),
        },
      }))}
    />
  );
}

/** All figures as text. */
export function cellsOf(figures: BrandAnalytics['now']): Record<BrandFigureName, string> {
  return {
    views: brandFigureText('views', figures),
    clicks: brandFigureText('clicks', figures),
    orders: brandFigureText('orders', figures),
    sales: brandFigureText('sales', figures),
    commission: brandFigureText('commission', figures),
    new_customers: brandFigureText('new_customers', figures),
    conversion: brandFigureText('conversion', figures),
    earnings_per_click: brandFigureText('earnings_per_click', figures),
  };
}
