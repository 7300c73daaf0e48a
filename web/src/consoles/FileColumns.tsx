import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField } from '../ui/SelectField.tsx';
import desk from './Console.module.css';

type Column<Field> = { field: Field; heading: string | null };

type FileColumnsProps<Field extends string> = {
  headings: readonly string[];
  columns: readonly Column<Field>[];
  /** Required fields without a column. */
  missing: readonly Field[];
  nameOf: (field: Field) => string;
  busy: boolean;
  onAssign: (column: Column<Field>) => void;
};

/** Which column of a file is what, open if a required one wasn't recognized. */
export function FileColumns<Field extends string>(props: FileColumnsProps<Field>) {
  const { headings, columns, missing, nameOf, busy, onAssign } = props;
  const { t } = useLingui();
  const names = [...new Set(headings)].filter((heading) => heading !== '');
  const choices = [
    { value: '', label: t`Not in the file` },
    ...names.map((heading) => ({ value: heading, label: heading })),
  ];
  const lacking = missing.map(nameOf).join(', ');
  return (
    <details className={desk.fold} open={missing.length > 0}>
      <summary>
        <Trans>Columns of the file</Trans>
      </summary>
      {missing.length > 0 ? (
        <p role="alert" className={desk.alert}>
          <Trans>We couldn’t find these columns: {lacking}. Choose the column for each.</Trans>
        </p>
      ) : null}
      <div className={desk.pair}>
        {columns.map(({ field, heading }) => (
          <SelectField
            key={field}
            label={nameOf(field)}
            choices={choices}
            value={heading ?? ''}
            disabled={busy}
            onChange={({ target }) => onAssign({ field, heading: target.value === '' ? null : target.value })}
          />
        ))}
      </div>
    </details>
  );
}
