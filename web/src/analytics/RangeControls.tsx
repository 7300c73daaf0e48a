import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnalyticsRange } from '@vitrine/contract/analytics.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { today } from '../format/dates.ts';
import { Select } from '../ui/Select.tsx';
import styles from './analytics.module.css';
import { presetLabels } from './analytics-texts.ts';
import { type AnalyticsSearch, presetNames, type RangeSearch, usualPreset } from './search.ts';

type RangeControlsProps = {
  search: AnalyticsSearch;
  /** The range that is shown; undefined until it is loaded. */
  range: AnalyticsRange | undefined;
  onRange: (range: RangeSearch) => void;
  onCompare: ((isOn: boolean) => void) | undefined;
};

/** The range and whether to compare it with the previous one; both are kept in the address. */
export function RangeControls({ search, range, onRange, onCompare }: RangeControlsProps) {
  const { t } = useLingui();
  const isCustom = search.from !== undefined;
  const { timeZone } = useRegion();
  const now = today(timeZone);
  const choose = (value: string) => {
    const preset = presetNames.find((name) => name === value);
    if (preset) onRange(preset === usualPreset ? {} : { preset });
    else onRange({ from: range?.from ?? now, to: range?.to ?? now });
  };
  const choices = [
    ...presetNames.map((name) => ({ value: name as string, label: t(presetLabels[name]) })),
    { value: 'custom', label: t`Custom range` },
  ];
  return (
    <div className={styles.controls}>
      <Select
        label={t`Period`}
        value={isCustom ? 'custom' : (search.preset ?? usualPreset)}
        choices={choices}
        onChoose={choose}
      />
      {isCustom ? <CustomDays from={search.from ?? now} to={search.to ?? now} now={now} onRange={onRange} /> : null}
      {onCompare ? (
        <label className={styles.compare}>
          <input
            type="checkbox"
            checked={search.compare === '1'}
            onChange={(event) => onCompare(event.target.checked)}
          />
          <Trans>Compare with the previous period</Trans>
        </label>
      ) : null}
    </div>
  );
}

const firstDay = '2000-01-01';

type Days = { from: string; to: string };
type CustomDaysProps = { from: string; to: string; now: string; onRange: (range: RangeSearch) => void };

/** Two native date inputs. They keep what is typed, even while it is incomplete or wrong. */
function CustomDays({ from, to, now, onRange }: CustomDaysProps) {
  const { t } = useLingui();
  const [days, setDays] = useState<Days>({ from, to });
  const [known, setKnown] = useState<Days>({ from, to });
  const [sent, setSent] = useState<Days>();
  // Follow a range that changes from outside, but not the echo of our own change, which would disturb further typing.
  if (known.from !== from || known.to !== to) {
    setKnown({ from, to });
    if (sent?.from === from && sent.to === to) setSent(undefined);
    else setDays({ from, to });
  }
  const wrong = wrongDays(days, now);
  const change = (next: Days) => {
    setDays(next);
    if (!next.from || !next.to || wrongDays(next, now)) return;
    setSent(next);
    onRange(next);
  };
  const about = {
    order: t`The start date can’t be after the end date.`,
    future: t`Choose dates up to today.`,
    early: t`Choose dates in 2000 or later.`,
  };
  const described = wrong ? { 'aria-invalid': true, 'aria-describedby': 'days-wrong' } : {};
  return (
    <span className={styles.days}>
      <label className={styles.day}>
        <Trans>From</Trans>
        <input
          type="date"
          value={days.from}
          min={firstDay}
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
          min={firstDay}
          max={now}
          {...described}
          onChange={(event) => change({ ...days, to: event.target.value })}
        />
      </label>
      {wrong ? (
        <span id="days-wrong" className={styles.wrong} role="alert">
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          {about[wrong]}
        </span>
      ) : null}
    </span>
  );
}

function wrongDays({ from, to }: Days, now: string): 'order' | 'future' | 'early' | undefined {
  if (from > now || to > now) return 'future';
  if ([from, to].some((day) => day !== '' && day < firstDay)) return 'early';
  return from > to && to !== '' ? 'order' : undefined;
}
