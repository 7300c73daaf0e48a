import { useLingui } from '@lingui/react/macro';
import type { AnalyticsRange } from '@vitrine/contract/analytics.ts';

/** The heading of a chart over time, and what the chart says of itself. */
export function useSeriesTexts(unit: AnalyticsRange['unit'], name: string, value: string) {
  const { t } = useLingui();
  const heading = { hour: t`Hour by hour`, day: t`Day by day`, week: t`Week by week`, month: t`Month by month` }[unit];
  return {
    heading,
    texts: {
      label: t`${name}, ${heading}. Use the arrow keys to move along the chart.`,
      summary: `${name}: ${value}`,
      table: t`View as table`,
      none: t`No data`,
      open: t`so far`,
      hatched: t`The striped bar isn’t complete yet.`,
      before: t`The line shows the previous period.`,
    },
  };
}
