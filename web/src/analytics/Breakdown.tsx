import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AnalyticsValue } from '@vitrine/contract/analytics.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';
import { BarList } from '../ui/BarList.tsx';
import styles from './analytics.module.css';
import { countryName, deviceName } from './analytics-texts.ts';
import { referrerName } from './referrers.ts';

export type BreakdownDimension = 'country' | 'device' | 'referrer';

type BreakdownProps = {
  dimension: BreakdownDimension;
  values: readonly AnalyticsValue[];
  /** The figure that is shown; `total` is its sum, including what `values` leave out. */
  of: 'clicks' | 'views';
  total: number;
  /** Whether `values` contain only the largest ones. */
  isCut?: boolean;
};

/** Clicks or views by country, device or source, the most first; unknown ones come last. */
export function Breakdown({ dimension, values, of, total, isCut = false }: BreakdownProps) {
  const { t } = useLingui();
  const nameOf = useValueNames();
  const headings = { country: t`Countries`, device: t`Devices`, referrer: t`Sources` };
  const known = values.filter((row) => row[of] > 0).toSorted((one, other) => other[of] - one[of]);
  const rest = total - known.reduce((sum, row) => sum + row[of], 0);
  const unknown = { country: t`Unknown`, device: t`Unknown`, referrer: t`Direct or unknown` };
  const share = (count: number) => formatPercentage(total > 0 ? Math.round((count / total) * 1000) / 1000 : null);
  const row = (key: string, label: ReactNode, value: number) => ({
    key,
    label,
    value,
    text: formatNumber(value),
    beside: share(value),
  });
  return (
    <section className={styles.section} aria-labelledby={`by-${dimension}`}>
      <h3 id={`by-${dimension}`} className={styles.panelHead}>
        {headings[dimension]}
      </h3>
      {total === 0 ? (
        <p className={styles.quiet}>{of === 'clicks' ? t`No clicks in this period.` : t`No views in this period.`}</p>
      ) : (
        <BarList
          label={headings[dimension]}
          rows={[
            ...known.map((each) => row(each.value, nameOf(dimension, each.value), each[of])),
            ...(rest > 0 ? [row(' rest', isCut ? t`Other or unknown` : unknown[dimension], rest)] : []),
          ]}
        />
      )}
    </section>
  );
}

function useValueNames(): (dimension: BreakdownDimension, value: string) => ReactNode {
  const { t } = useLingui();
  const { locale } = useRegion();
  return (dimension, value) => {
    if (dimension === 'country') return countryName(value, locale);
    if (dimension === 'referrer') return <Referrer value={value} />;
    const device = dimension === 'device' ? deviceName(value) : undefined;
    return device ? t(device) : value;
  };
}

function Referrer({ value }: { value: string }) {
  const { name, host } = referrerName(value);
  return (
    <>
      {name}
      {host === undefined ? null : <span className={styles.host}>{host}</span>}
    </>
  );
}
