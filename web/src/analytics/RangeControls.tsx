import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AnalyticsRange } from '@vitrine/contract/analytics.ts';
import { usePlace } from '../accounts/accounts.data.ts';
import { today } from '../format/dates.ts';
import { Select } from '../ui/Select.tsx';
import styles from './analytics.module.css';
import { presetWords } from './analytics-words.ts';
import { type AnalyticsSearch, presetNames, type RangeAsked, usualPreset } from './search.ts';

type RangeControlsProps = {
  search: AnalyticsSearch;
  /** The days that are shown; not there while none are known. */
  range: AnalyticsRange | undefined;
  onRange: (asked: RangeAsked) => void;
  onCompare: ((isOn: boolean) => void) | undefined;
};

/** Which days, and whether those before them stand beside. All of it is in the address. */
export function RangeControls({ search, range, onRange, onCompare }: RangeControlsProps) {
  const { t } = useLingui();
  const isCustom = search.from !== undefined;
  const { timeZone } = usePlace();
  const now = today(timeZone);
  const choose = (value: string) => {
    const preset = presetNames.find((name) => name === value);
    if (preset) onRange(preset === usualPreset ? {} : { preset });
    else onRange({ from: range?.from ?? now, to: range?.to ?? now });
  };
  const choices = [
    ...presetNames.map((name) => ({ value: name as string, label: t(presetWords[name]) })),
    { value: 'custom', label: t`Days of your own` },
  ];
  return (
    <div className={styles.controls}>
      <Select
        label={t`Days shown`}
        value={isCustom ? 'custom' : (search.preset ?? usualPreset)}
        choices={choices}
        onChoose={choose}
      />
      {isCustom ? (
        <CustomDays
          key={`${search.from} ${search.to}`}
          from={search.from ?? now}
          to={search.to ?? now}
          now={now}
          onRange={onRange}
        />
      ) : null}
      {onCompare ? (
        <label className={styles.compare}>
          <input
            type="checkbox"
            checked={search.compare === '1'}
            onChange={(event) => onCompare(event.target.checked)}
          />
          <Trans>Compare with the period before</Trans>
        </label>
      ) : null}
    </div>
  );
}

type CustomDaysProps = { from: string; to: string; now: string; onRange: (asked: RangeAsked) => void };

/** Two days by the browser's own means. What is typed stays, also while it is not right yet. */
function CustomDays({ from, to, now, onRange }: CustomDaysProps) {
  const { t } = useLingui();
  const [days, setDays] = useState({ from, to });
  const wrong = wrongDays(days, now);
  const change = (next: { from: string; to: string }) => {
    setDays(next);
    if (next.from && next.to && !wrongDays(next, now)) onRange(next);
  };
  const about = wrong === 'order' ? t`The first day must not be after the last one.` : t`Choose days up to today.`;
  const described = wrong ? { 'aria-invalid': true, 'aria-describedby': 'days-wrong' } : {};
  return (
    <span className={styles.days}>
      <label className={styles.day}>
        <Trans>From</Trans>
        <input
          type="date"
          value={days.from}
          min="2000-01-01"
          max={now}
          {...described}
          onChange={(event) => change({ ...days, from: event.target.value })}
        />
      </label>
      <label className={styles.day}>
        <Trans>To</Trans>
        <input
          type="date"
          value={days.to}
          min="2000-01-01"
          max={now}
          {...described}
          onChange={(event) => change({ ...days, to: event.target.value })}
        />
      </label>
      {wrong ? (
        <span id="days-wrong" className={styles.wrong} role="alert">
          {about}
        </span>
      ) : null}
    </span>
  );
}

function wrongDays({ from, to }: { from: string; to: string }, now: string): 'order' | 'future' | undefined {
  if (from > now || to > now || from < '2000-01-01') return 'future';
  return from > to && to !== '' ? 'order' : undefined;
}
