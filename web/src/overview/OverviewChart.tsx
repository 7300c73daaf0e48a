import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Overview } from '@vitrine/contract/overview.ts';
import { formatCalendarDay } from '../format/dates.ts';
import { formatMoney, formatMoneyTick } from '../format/money.ts';
import { formatNumber, formatTick } from '../format/numbers.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { type ChartColumn, ColumnChart } from '../ui/ColumnChart.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './overview.module.css';

/** Clicks, or the earnings in one currency, by day. */
export function OverviewChart({ overview }: { overview: Overview }) {
  const { t, i18n } = useLingui();
  const [shown, setShown] = useState('clicks');
  const { days, money } = overview;
  const earned = money.find((each) => each.currency === shown);
  const clickText = (clicks: number) => {
    const count = formatNumber(clicks);
    return t`${plural(clicks, { one: `${count} click`, other: `${count} clicks` })}`;
  };
  const counted = earned ? earnedBars(earned.earned_by_day, i18n.locale) : clickBars(overview, i18n.locale, clickText);
  const today = counted.at(-1)?.key;
  const columns = counted.map((column): ChartColumn => (column.key === today ? { ...column, state: 'open' } : column));
  const choices = [
    { value: 'clicks', label: t`Clicks` },
    ...money.map(({ currency }) => ({
      value: currency,
      label: money.length > 1 ? t`Earned (${currency})` : t`Earned`,
    })),
  ];
  const name = earned ? t`Earned` : t`Clicks`;
  const what = earned ? formatMoney(earned.earned) : clickText(overview.clicks.now);
  return (
    <section className={styles.chart} aria-labelledby="by-day">
      <div className={styles.sectionHead}>
        <h2 id="by-day">
          <Trans>Day by day</Trans>
        </h2>
        {money.length > 0 ? (
          <Segments label={t`Show`} value={earned ? shown : 'clicks'} choices={choices} onChoose={setShown} />
        ) : null}
      </div>
      <ColumnChart
        columns={columns}
        texts={{
          label: t`${name}, day by day. Use the arrow keys to move between days.`,
          summary: t`${what} in the last ${days} days`,
          table: t`View as table`,
          open: t`so far`,
          hatched: t`The striped bar is today so far.`,
        }}
        formatTick={earned ? (value, step) => formatMoneyTick(value, step, earned.currency) : formatTick}
      >
        <DataTable
          caption={t`Table of daily figures`}
          columns={[
            { name: 'day', label: t`Day` },
            { name: 'value', label: name },
          ]}
          rows={columns.map(({ key, label, text }) => ({ key, cells: { day: label, value: text } }))}
        />
      </ColumnChart>
    </section>
  );
}

function clickBars({ clicks_by_day: days }: Overview, locale: string, name: (clicks: number) => string): ChartColumn[] {
  return days.map(({ day, clicks }) => ({
    key: day,
    label: formatCalendarDay(day, locale),
    value: clicks,
    text: name(clicks),
  }));
}

function earnedBars(days: Overview['money'][number]['earned_by_day'], locale: string): ChartColumn[] {
  return days.map(({ day, amount }) => ({
    // The value is only the height of the bar; the text is exact.
    key: day,
    label: formatCalendarDay(day, locale),
    value: Math.max(0, Number(amount.amount) / 10 ** currencyDecimals(amount.currency)),
    text: formatMoney(amount),
  }));
}
