import { Plural, Trans } from '@lingui/react/macro';
import type { ClearableField, ProductImport } from '@vitrine/contract/catalogue.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { Tick } from '../ui/Tick.tsx';
import { fieldName } from './import-texts.ts';
import { AddedRows, ArchivedRows, ChangedRows, ImportTally, RefusedRows, SkippedRows } from './ImportRows.tsx';

type ImportPreviewProps = {
  plan: ProductImport;
  clear: readonly ClearableField[];
  busy: boolean;
  onClear: (fields: readonly ClearableField[]) => void;
};

/** The changes that an import would make, before anything is saved. */
export function ImportPreview({ plan, clear, busy, onClear }: ImportPreviewProps) {
  const changes = plan.created + plan.updated;
  return (
    <>
      <section className={desk.part} role="status">
        <h3>
          <Trans>Preview</Trans>
        </h3>
        <ImportTally counts={plan} />
        <p className={desk.quiet}>
          {changes > 0 ? (
            <Trans>Nothing is saved yet.</Trans>
          ) : plan.unchanged > 0 ? (
            <Trans>Your catalog already has everything in this file, so there’s nothing to import.</Trans>
          ) : (
            <Trans>No rows can be imported yet.</Trans>
          )}
        </p>
      </section>
      <EmptyCells plan={plan} clear={clear} busy={busy} onClear={onClear} />
      <RefusedRows rows={plan.rows} />
      <ChangedRows rows={plan.rows} />
      <ArchivedRows rows={plan.rows} />
      <AddedRows rows={plan.rows} />
      <SkippedRows rows={plan.rows} />
    </>
  );
}

function EmptyCells({ plan, clear, busy, onClear }: ImportPreviewProps) {
  if (plan.clears.length === 0) return null;
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Empty cells</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          Some cells are empty, but the product already has a value. We’ll keep the value unless you check the box.
        </Trans>
      </p>
      {plan.clears.map(({ field, products }) => {
        const [name, count] = [fieldName(field), formatNumber(products)];
        return (
          <Tick
            key={field}
            checked={clear.includes(field)}
            disabled={busy}
            onChange={({ target }) =>
              onClear(target.checked ? [...clear, field] : clear.filter((confirmed) => confirmed !== field))
            }
          >
            <Plural
              value={products}
              one={`Clear “${name}” for # product`}
              other={`Clear “${name}” for ${count} products`}
            />
          </Tick>
        );
      })}
    </section>
  );
}
