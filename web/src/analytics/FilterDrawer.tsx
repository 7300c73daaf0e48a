import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilteredAnalytics } from '@vitrine/contract/analytics.ts';
import { failureText } from '../format/refusals.ts';
import { formatNumber } from '../format/numbers.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { filteredQuery } from './analytics.data.ts';
import styles from './filters.module.css';
import { filterLabels, useValueText } from './filter-texts.ts';
import {
  type AnalyticsSearch,
  type FilterName,
  filterNames,
  filtersIn,
  isFilterName,
  rangeIn,
  withFilter,
} from './search.ts';

type FilterDrawerProps = {
  accountId: string;
  search: AnalyticsSearch;
  onChoose: (name: FilterName, value: string) => void;
  onClose: () => void;
};
type Option = { value: string; text: string; clicks: number };

/** From so many values on, they can be searched. */
const searchedFrom = 8;

/** Chooses a filter and its value, among those that clicks have with the other filters. */
export function FilterDrawer({ accountId, search, onChoose, onClose }: FilterDrawerProps) {
  const { t } = useLingui();
  const [name, setName] = useState<FilterName>(filterNames.find((each) => search[each] === undefined) ?? 'link');
  const query = useQuery(filteredQuery(accountId, rangeIn(search), filtersIn(withFilter(search, name, undefined))));
  const optionsOf = useOptions();
  return (
    <Drawer title={t`Add a filter`} closeLabel={t`Close`} onClose={onClose}>
      <div className={styles.choosing}>
        <SelectField
          label={t`Filter by`}
          data-start-here
          value={name}
          choices={filterNames.map((value) => ({ value, label: t(filterLabels[value]) }))}
          onChange={({ target: { value } }) => {
            if (isFilterName(value)) setName(value);
          }}
        />
        {query.isError ? (
          <p className={styles.failed} role="alert">
            {t(failureText(query.error))}
          </p>
        ) : query.data && !query.isPlaceholderData ? (
          <Options key={name} options={optionsOf(name, query.data)} onChoose={(value) => onChoose(name, value)} />
        ) : (
          <Loading label={t`Loading the choices`}>
            <Bone tall="10rem" />
          </Loading>
        )}
      </div>
    </Drawer>
  );
}

function Options({ options, onChoose }: { options: readonly Option[]; onChoose: (value: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const found = options.filter(({ text }) => text.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
  if (options.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No clicks to filter in this period.</Trans>
      </p>
    );
  return (
    <>
      {options.length >= searchedFrom ? (
        <TextField
          label={t`Search`}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      <ul className={styles.options}>
        {found.map(({ value, text, clicks }) => (
          <li key={value}>
            <button type="button" className={styles.option} onClick={() => onChoose(value)}>
              <span>{text}</span>
              <span className={styles.count}>{formatNumber(clicks)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className={styles.none} role="status">
          <Trans>Nothing found for “{typed}”.</Trans>
        </p>
      ) : null}
    </>
  );
}

function useOptions(): (name: FilterName, data: FilteredAnalytics) => Option[] {
  const textOf = useValueText();
  return (name, data) => {
    if (name === 'link')
      return data.links.flatMap(({ link_id: value, title, clicks }) =>
        value === null ? [] : [{ value, text: title, clicks }],
      );
    const values = { country: data.countries, device: data.devices, referrer: data.referrers, app: data.apps }[name];
    return values
      .filter(({ clicks }) => clicks > 0)
      .map(({ value, clicks }) => ({ value, text: textOf(name, value), clicks }));
  };
}
