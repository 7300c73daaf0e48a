import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readSocialSeries } from '@vitrine/contract/social.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber, formatTick } from '../format/numbers.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { LineChart } from '../ui/LineChart.tsx';
import type { PlatformEntry } from './platforms.ts';
import styles from './social.module.css';

type Series = DataOf<typeof readSocialSeries>;

function daysOf({ from, to }: Series): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Followers by day. The line has a gap on days without a figure. */
export function FollowersChart({ entry, series }: { entry: PlatformEntry; series: Series }) {
  const { t } = useLingui();
  const { calendarDay } = useDates();
  const known = new Map(series.figures.map((figure) => [figure.day, figure]));
  const first = series.figures[0]?.day;
  const last = series.figures.at(-1)?.day;
  const points = daysOf(series).map((day) => {
    const value = known.get(day)?.followers ?? null;
    return { key: day, label: calendarDay(day), value, text: value === null ? t`no data` : formatNumber(value) };
  });
  const isGap = ({ key, value }: { key: string; value: number | null }) =>
    value === null && first !== undefined && last !== undefined && key > first && key < last;
  const gaps = points.filter(isGap).length;
  const audience = entry.icon === 'youtube' ? t`Subscribers` : t`Followers`;
  if (first === undefined)
    return <p className={styles.quiet}>{t`No data in this period. Choose a longer period or enter figures.`}</p>;
  return (
    <LineChart
      points={points}
      texts={{
        label: t`${entry.name}: ${audience} by day. Use the arrow keys to move between days.`,
        summary:
          gaps === 0
            ? t`${plural(series.figures.length, { one: '# day with data', other: '# days with data' })}`
            : t`${plural(gaps, { one: '# day missing', other: '# days missing' })}`,
        table: t`View as table`,
      }}
      formatTick={formatTick}
    >
      <DataTable
        caption={t`${entry.name} by day`}
        columns={[
          { name: 'day', label: t`Day` },
          { name: 'value', label: audience },
        ]}
        rows={points
          .filter((point) => point.value !== null || isGap(point))
          .map(({ key, label, text }) => ({ key, cells: { day: label, value: text } }))}
      />
    </LineChart>
  );
}
