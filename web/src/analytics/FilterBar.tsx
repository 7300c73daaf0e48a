import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FilteredAnalytics } from '@vitrine/contract/analytics.ts';
import { Button } from '../ui/Button.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import styles from './filters.module.css';
import { FilterDrawer } from './FilterDrawer.tsx';
import { filterLabels, useValueText } from './filter-texts.ts';
import { type AnalyticsSearch, filterNames, filtersIn, isFiltered, withFilter, withoutFilters } from './search.ts';

type FilterBarProps = {
  accountId: string;
  search: AnalyticsSearch;
  /** What is shown with these filters; undefined until it is loaded. */
  data: FilteredAnalytics | undefined;
  onChange: (search: AnalyticsSearch) => void;
};

/** The filters as chips that can be removed, and the control that adds one. All are kept in the address. */
export function FilterBar({ accountId, search, data, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const bar = useFocusAfterChange(JSON.stringify(filtersIn(search)));
  return (
    <section ref={bar} className={styles.bar} tabIndex={-1} aria-label={t`Filters`}>
      <Chips search={search} data={data} onChange={onChange} />
      <Button small look="quiet" onClick={() => setAdding(true)}>
        <IconFilterPlus size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Add filter</Trans>
      </Button>
      {isFiltered(search) ? (
        <Button small look="plain" onClick={() => onChange(withoutFilters(search))}>
          <Trans>Clear all</Trans>
        </Button>
      ) : null}
      <span role="status">
        {data ? (
          <Hidden>
            <Plural value={data.clicks} one="# click with these filters" other="# clicks with these filters" />
          </Hidden>
        ) : null}
      </span>
      {isAdding ? (
        <FilterDrawer
          accountId={accountId}
          search={search}
          onClose={() => setAdding(false)}
          onChoose={(name, value) => {
            setAdding(false);
            onChange(withFilter(search, name, value));
          }}
        />
      ) : null}
    </section>
  );
}

function Chips({ search, data, onChange }: Pick<FilterBarProps, 'search' | 'data' | 'onChange'>) {
  const { t } = useLingui();
  const textOf = useValueText();
  if (!isFiltered(search)) return null;
  return (
    <ul className={styles.chips}>
      {filterNames.map((name) => {
        const value = search[name];
        if (value === undefined) return null;
        const label = t(filterLabels[name]);
        const text = name === 'link' ? (data?.filtered_link?.title ?? t`chosen link`) : textOf(name, value);
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t`Remove the filter ${label}: ${text}`}
              title={text}
              onClick={() => onChange(withFilter(search, name, undefined))}
            >
              <span className={styles.name}>{label}:</span>
              <span className={styles.value}>{text}</span>
              <IconX size={16} stroke={1.8} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What had the focus, a row or a chip, is gone after the filters change. Screen readers then go on from the filters. */
function useFocusAfterChange(filters: string) {
  const bar = useRef<HTMLElement>(null);
  const last = useRef(filters);
  useEffect(() => {
    if (last.current === filters) return;
    last.current = filters;
    if (!bar.current?.contains(document.activeElement)) bar.current?.focus({ preventScroll: true });
  }, [filters]);
  return bar;
}
