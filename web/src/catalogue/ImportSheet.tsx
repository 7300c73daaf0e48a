import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ProductImport } from '@vitrine/contract/catalogue.ts';
import { useState } from 'react';
import { formatNumber } from '../format/numbers.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { csvColumns, largestFile, readImportFile } from './import-file.ts';
import { importReason } from './import-reasons.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportResult } from './ImportResult.tsx';
import { type ImportChoices, useImports } from './imports.data.ts';

type ImportSheetProps = { merchant: string; onClose: () => void };
type Chosen = ImportChoices & { plan: ProductImport };

/** The chosen file, what the user chose for it, and what the import would then change. */
function useChosen(merchant: string) {
  const imports = useImports(merchant);
  const [chosen, setChosen] = useState<Chosen>();
  const plan = (choices: ImportChoices) =>
    imports.preview.mutate(choices, { onSuccess: (found) => setChosen({ ...choices, plan: found }) });
  /** Shows other choices at once and plans again; the old ones return if that is refused. */
  const change = (changed: Partial<ImportChoices>) => {
    if (!chosen) return;
    const { plan: before, ...choices } = { ...chosen, ...changed };
    setChosen({ ...choices, plan: before });
    imports.preview.mutate(choices, {
      onSuccess: (found) => setChosen({ ...choices, plan: found }),
      onError: () => setChosen(chosen),
    });
  };
  const forget = () => {
    for (const step of [imports.preview, imports.run, imports.undo]) step.reset();
    setChosen(undefined);
  };
  return { ...imports, chosen, plan, change, forget };
}

/** Takes a file and previews what it would change; only then can it be imported. */
export function ImportSheet({ merchant, onClose }: ImportSheetProps) {
  const { t } = useLingui();
  const { preview, run, undo, chosen, plan, change, forget } = useChosen(merchant);
  const [name, setName] = useState('');
  const [unreadable, setUnreadable] = useState<string>();
  const choose = async (picked: File) => {
    forget();
    setUnreadable(undefined);
    setName(picked.name);
    if (picked.size > largestFile) {
      setUnreadable(t`This file is larger than 14 MB. Split it into smaller files.`);
      return;
    }
    const file = await readImportFile(picked);
    if (file) plan({ file, clear: [], columns: [], format: undefined });
    else setUnreadable(t`We can’t read this file. Choose a CSV file or Shopify’s products.json.`);
  };
  const isBusy = preview.isPending || run.isPending;
  const changing = chosen ? chosen.plan.created + chosen.plan.updated : 0;
  return (
    <Drawer
      title={t`Import products`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        chosen && changing > 0 && !run.data ? (
          <Button wide busy={isBusy} onClick={() => run.mutate(chosen)}>
            <Plural value={changing} one="Import # product" other={`Import ${formatNumber(changing)} products`} />
          </Button>
        ) : undefined
      }
    >
      <div className={desk.story}>
        <FilePicker
          label={t`CSV file or Shopify products.json`}
          choose={<Trans>Choose file</Trans>}
          chooseAnother={<Trans>Choose another file</Trans>}
          name={name}
          accept=".csv,.tsv,.json,.txt,text/csv,text/tab-separated-values,application/json"
          busy={isBusy}
          onChoose={(picked) => void choose(picked)}
        />
        <p className={desk.quiet}>
          <Trans>
            You’ll see every change before anything is saved. Products that aren’t in the file stay as they are.
          </Trans>
        </p>
        {preview.isPending && !chosen ? (
          <p role="status">
            <Trans>Checking every row…</Trans>
          </p>
        ) : null}
        {unreadable ? (
          <p role="alert" className={desk.alert}>
            {unreadable}
          </p>
        ) : null}
        <Refused error={preview.error ?? run.error} reasonOf={importReason} />
        {run.data ? <ImportResult done={run.data} undo={undo} onClose={onClose} /> : null}
        {chosen && !run.data ? <Plan chosen={chosen} busy={isBusy} onChange={change} /> : null}
        {chosen || isBusy ? null : <Format />}
      </div>
    </Drawer>
  );
}

type PlanProps = { chosen: Chosen; busy: boolean; onChange: (changed: Partial<ImportChoices>) => void };

function Plan({ chosen: { plan, clear, columns }, busy, onChange }: PlanProps) {
  return (
    <>
      {plan.file ? (
        <ImportColumns
          file={plan.file}
          busy={busy}
          onAssign={(column) =>
            onChange({ columns: [...columns.filter(({ field }) => field !== column.field), column] })
          }
          onFormat={(format) => onChange({ format })}
        />
      ) : null}
      {plan.file?.missing.length ? null : (
        <ImportPreview plan={plan} clear={clear} busy={busy} onClear={(fields) => onChange({ clear: fields })} />
      )}
    </>
  );
}

function Format() {
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Supported files</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          Product exports of Shopify and WooCommerce and Google product feeds are recognized, with commas, semicolons or
          tabs. In any other file, put the column names in the first row; you can then say what each column is. SKU,
          name, link and price are required. Columns that you leave out stay unchanged.
        </Trans>
      </p>
      <code className={desk.code}>
        {`${csvColumns}\nGL-900,Night Balm,https://shop.example/balm,48.00,Care,,A rich overnight balm,,USD,true`}
      </code>
    </section>
  );
}
