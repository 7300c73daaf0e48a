import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Overview } from '@vitrine/contract/overview.ts';
import { formatCalendarDay } from '../format/dates.ts';
import { formatMoney, formatMoneyTick } from '../format/money.ts';
import { formatNumber, formatTick } from '../format/numbers.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { type Column, ColumnChart } from '../ui/ColumnChart.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './overview.module.css';

/** Day by day: the clicks, or what was earned in one currency. */
export function OverviewChart({ overview }: { overview: Overview }) {
  const { t, i18n } = useLingui();
  const [shown, setShown] = useState('clicks');
  const { days, money } = overview;
  const earned = money.find((each) => each.currency === shown);
  const counted = earned
    ? earnedBars(earned.earned_by_day, i18n.locale)
    : clickBars(overview, i18n.locale, (clicks) => t`${clicks} clicks`);
  const today = counted.at(-1)?.key;
  const columns = counted.map((column): Column => (column.key === today ? { ...column, state: 'open' } : column));
  const choices = [
    { value: 'clicks', label: t`Clicks` },
    ...money.map(({ currency }) => ({ value: currency, label: money.length > 1 ? t`Earned, ${currency}` : t`Earned` })),
  ];
  const name = earned ? t`Earned` : t`Clicks`;
  const what = earned ? formatMoney(earned.earned) : t`${formatNumber(overview.clicks.now)} clicks`;
  return (
    <section className={styles.chart} aria-labelledby="by-day">
      <div className={styles.sectionHead}>
        <h2 id="by-day">
          <Trans>Day by day</Trans>
        </h2>
        {money.length > 0 ? (
          <Segments label={t`What is shown`} value={earned ? shown : 'clicks'} choices={choices} onChoose={setShown} />
        ) : null}
      </div>
      <ColumnChart
        columns={columns}
        words={{
          label: t`${name}, day by day. Arrow keys go from one to the next.`,
          summary: t`${what} in ${days} days`,
          table: t`Read it as a table`,
          open: t`not over yet`,
          hatched: t`What is hatched is not over yet.`,
        }}
        formatTick={earned ? (value) => formatMoneyTick(value, earned.currency) : formatTick}
      >
        <DataTable
          caption={t`Day by day, as a table`}
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

function clickBars({ clicks_by_day: days }: Overview, locale: string, name: (clicks: string) => string): Column[] {
  return days.map(({ day, clicks }) => ({
    key: day,
    label: formatCalendarDay(day, locale),
    value: clicks,
    text: name(formatNumber(clicks)),
  }));
}

function earnedBars(days: Overview['money'][number]['earned_by_day'], locale: string): Column[] {
  return days.map(({ day, amount }) => ({
    // Only the height of a column: what is read is the text, which is exact.
    key: day,
    label: formatCalendarDay(day, locale),
    value: Math.max(0, Number(amount.amount) / 10 ** currencyDecimals(amount.currency)),
    text: formatMoney(amount),
  }));
}
