import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductFile } from '@vitrine/contract/catalogue.ts';
import { type PriceFormat, priceFormat } from '@vitrine/contract/values/prices.ts';
import desk from '../consoles/Console.module.css';
import { FileColumns } from '../consoles/FileColumns.tsx';
import { formatMoney } from '../format/money.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { columnNames, layoutNames, priceFormats, usualColumns } from './import-texts.ts';

type ImportColumnsProps = {
  file: ProductFile;
  busy: boolean;
  onAssign: (column: ProductFile['columns'][number]) => void;
  onFormat: (format: PriceFormat) => void;
};

/** How the file is read: its columns, and how its prices are written. */
export function ImportColumns({ file, busy, onAssign, onFormat }: ImportColumnsProps) {
  const { t } = useLingui();
  const kind = layoutNames[file.layout];
  return (
    <section className={desk.part} aria-label={t`How the file is read`}>
      {kind ? <p>{t(kind)}</p> : null}
      <PriceNotation file={file} busy={busy} onFormat={onFormat} />
      <FileColumns
        headings={file.headings}
        columns={file.columns.filter(({ field, heading }) => heading !== null || usualColumns.has(field))}
        missing={file.missing}
        nameOf={(field) => t(columnNames[field])}
        busy={busy}
        onAssign={onAssign}
      />
    </section>
  );
}

function PriceNotation({ file, busy, onFormat }: Pick<ImportColumnsProps, 'file' | 'busy' | 'onFormat'>) {
  const { t } = useLingui();
  const { ambiguous, price_format: format } = file;
  const text = ambiguous?.text ?? '';
  const [thousands, decimals] = [ambiguous?.thousands, ambiguous?.decimals].map(
    (amount) => amount && formatMoney(amount),
  );
  const isAsked = format === null && ambiguous !== null;
  return (
    <>
      {isAsked ? (
        <p role="alert" className={desk.alert}>
          {thousands && decimals ? (
            <Trans>
              “{text}” could be {thousands} or {decimals}. How do you write prices?
            </Trans>
          ) : (
            <Trans>“{text}” could mean two prices. How do you write prices?</Trans>
          )}
        </p>
      ) : null}
      <SelectField
        label={t`How you write prices`}
        hint={t`We’ll keep this for your next files.`}
        choices={[...(format === null ? [{ value: '', label: t`Choose` }] : []), ...priceFormats]}
        value={format ?? ''}
        disabled={busy}
        onChange={({ target }) => {
          const chosen = priceFormat.safeParse(target.value);
          if (chosen.success) onFormat(chosen.data);
        }}
      />
    </>
  );
}
