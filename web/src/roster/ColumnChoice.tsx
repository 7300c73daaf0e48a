import { Trans, useLingui } from '@lingui/react/macro';
import { type ColumnName, rosterColumnNames, rosterColumnTexts } from './roster-columns.tsx';
import styles from './roster.module.css';

type ColumnChoiceProps = { columns: readonly ColumnName[]; onChange: (columns: readonly ColumnName[]) => void };

/** Which columns the table has. */
export function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  const { t } = useLingui();
  const change = (name: ColumnName, isOn: boolean) =>
    onChange(isOn ? [...columns, name] : columns.filter((each) => each !== name));
  return (
    <details className={styles.columns}>
      <summary>
        <Trans>Columns</Trans>
      </summary>
      <fieldset>
        <legend className={styles.legend}>
          <Trans>Shown columns</Trans>
        </legend>
        {rosterColumnNames.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={columns.includes(name)}
              onChange={(event) => change(name, event.target.checked)}
            />
            {t(rosterColumnTexts[name].label)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
