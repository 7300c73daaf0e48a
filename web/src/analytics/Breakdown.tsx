import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AnalyticsValue } from '@vitrine/contract/analytics.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';
import { BarList } from '../ui/BarList.tsx';
import styles from './analytics.module.css';
import { dimensionHeadings, useValueText, type ValueDimension } from './filter-texts.ts';
import { type AnalyticsPlace, FilterLink } from './FilterLink.tsx';
import { referrerName } from './referrers.ts';

type BreakdownProps = {
  dimension: ValueDimension;
  values: readonly AnalyticsValue[];
  /** The figure that is shown; `total` is its sum, including what `values` leave out. */
  of: 'clicks' | 'views';
  total: number;
  /** Whether `values` contain only the largest ones. */
  isCut?: boolean;
  /** How many rows to show; the others are added up. */
  most?: number;
  place: AnalyticsPlace;
};

/** Clicks or views by country, device, source or app, the most first; unknown ones come last. A row leads to its clicks. */
export function Breakdown({ dimension, values, of, total, isCut = false, most, place }: BreakdownProps) {
  const { t } = useLingui();
  const nameOf = useValueNames();
  const textOf = useValueText();
  const heading = t(dimensionHeadings[dimension]);
  const all = values.filter((row) => row[of] > 0).toSorted((one, other) => other[of] - one[of]);
  const known = all.slice(0, most);
  const rest = total - known.reduce((sum, row) => sum + row[of], 0);
  const unknown = {
    country: t`Unknown`,
    device: t`Unknown`,
    referrer: t`Direct or unknown`,
    app: t`Browser or unknown`,
  };
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
        {heading}
      </h3>
      {total === 0 ? (
        <p className={styles.quiet}>{of === 'clicks' ? t`No clicks in this period.` : t`No views in this period.`}</p>
      ) : (
        <BarList
          label={heading}
          rows={[
            ...known.map(({ value, ...each }) =>
              row(
                value,
                <FilterLink place={place} name={dimension} value={value} text={textOf(dimension, value)}>
                  {nameOf(dimension, value)}
                </FilterLink>,
                each[of],
              ),
            ),
            ...(rest > 0
              ? [row(' rest', isCut || known.length < all.length ? t`Other or unknown` : unknown[dimension], rest)]
              : []),
          ]}
        />
      )}
    </section>
  );
}

function useValueNames(): (dimension: ValueDimension, value: string) => ReactNode {
  const textOf = useValueText();
  return (dimension, value) => (dimension === 'referrer' ? <Referrer value={value} /> : textOf(dimension, value));
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
