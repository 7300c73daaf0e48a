import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ImportUndo, ProductImport } from '@vitrine/contract/catalogue.ts';
import { formatNumber } from '../format/numbers.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import styles from './catalogue.module.css';
import { fieldName } from './import-texts.ts';
import { ImportTally, RefusedRows, SkippedRows } from './ImportRows.tsx';
import type { useImports } from './imports.data.ts';

type Undo = ReturnType<typeof useImports>['undo'];
type ImportResultProps = { done: ProductImport; undo: Undo; onClose: () => void };

/** The counts of a finished import, with the button that undoes it. */
export function ImportResult({ done, undo, onClose }: ImportResultProps) {
  const { t } = useLingui();
  const { id } = done;
  return (
    <>
      <section className={desk.part} aria-label={t`Result`} role="status">
        <h3>{undo.data ? <Trans>Import undone</Trans> : <Trans>Import finished</Trans>}</h3>
        {undo.data ? <UndoResult undone={undo.data} /> : <ImportTally counts={done} />}
      </section>
      <Refused error={undo.error} />
      <div className={desk.actions}>
        <Button onClick={onClose}>
          <Trans>View catalog</Trans>
        </Button>
        {id && !undo.data ? (
          <Button look="quiet" busy={undo.isPending} onClick={() => undo.mutate(id)}>
            <Trans>Undo import</Trans>
          </Button>
        ) : null}
      </div>
      {undo.data ? null : <RefusedRows rows={done.rows} />}
      {done.refused > 0 && !undo.data ? (
        <p className={desk.quiet}>
          <Plural
            value={done.refused}
            one="Fix this row in your file and import it again. The other rows are saved."
            other="Fix these rows in your file and import it again. The other rows are saved."
          />
        </p>
      ) : null}
      {undo.data ? null : <SkippedRows rows={done.rows} />}
    </>
  );
}

/** What an undo restored, and which products it left alone because they were changed after the import. */
export function UndoResult({ undone }: { undone: ImportUndo }) {
  const { left_products: left, restored, archived } = undone;
  const [restoredCount, archivedCount, leftCount] = [restored, archived, left].map((count) => formatNumber(count));
  return (
    <>
      <ul className={desk.quiet}>
        {restored > 0 ? (
          <li>
            <Plural
              value={restored}
              one="Restored the old values of # product."
              other={`Restored the old values of ${restoredCount} products.`}
            />
          </li>
        ) : null}
        {archived > 0 ? (
          <li>
            <Plural
              value={archived}
              one="Archived # product that the import had added."
              other={`Archived ${archivedCount} products that the import had added.`}
            />
          </li>
        ) : null}
        {left > 0 ? (
          <li>
            <Plural
              value={left}
              one="# product was changed after the import and keeps its newer values:"
              other={`${leftCount} products were changed after the import and keep their newer values:`}
            />
          </li>
        ) : null}
      </ul>
      {left > 0 ? (
        <ul className={styles.badRows}>
          {undone.left.map(({ sku, title, fields }) => (
            <li key={sku} className={styles.leftProduct}>
              <strong>{title}</strong> <span className={desk.quiet}>{fields.map(fieldName).join(', ')}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
