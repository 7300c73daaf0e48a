import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderFileField, OrderImport } from '@vitrine/contract/order-files.ts';
import desk from '../consoles/Console.module.css';
import { SelectField } from '../ui/SelectField.tsx';
import { fileFields } from './order-file-texts.ts';

type Column = OrderImport['columns'][number];
type Props = { plan: OrderImport; busy: boolean; onAssign: (column: Column) => void };

/** Which column of the file is what, open if a required one wasn't recognized. */
export function OrderFileColumns({ plan, busy, onAssign }: Props) {
  const { t } = useLingui();
  const choices = [
    { value: '', label: t`Not in the file` },
    ...[...new Set(plan.headings)]
      .filter((heading) => heading !== '')
      .map((heading) => ({ value: heading, label: heading })),
  ];
  const missing = plan.missing.map((field) => t(fileFields[field])).join(', ');
  return (
    <details className={desk.fold} open={plan.missing.length > 0}>
      <summary>
        <Trans>Columns of the file</Trans>
      </summary>
      {plan.missing.length > 0 ? (
        <p role="alert" className={desk.alert}>
          <Trans>We couldn’t find these columns: {missing}. Choose the column for each.</Trans>
        </p>
      ) : null}
      <div className={desk.pair}>
        {plan.columns.map(({ field, heading }) => (
          <SelectField
            key={field}
            label={t(fileFields[field])}
            choices={choices}
            value={heading ?? ''}
            disabled={busy}
            onChange={({ target }) => onAssign(assigned(field, target.value))}
          />
        ))}
      </div>
    </details>
  );
}

const assigned = (field: OrderFileField, heading: string): Column => ({
  field,
  heading: heading === '' ? null : heading,
});
