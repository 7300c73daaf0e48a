import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ClearableField, ProductImport } from '@vitrine/contract/catalogue.ts';
import { useState } from 'react';
import { formatNumber } from '../format/numbers.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { csvColumns, type ImportFile, largestFile, readImportFile } from './import-file.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportResult } from './ImportResult.tsx';
import { useImports } from './imports.data.ts';

type ImportSheetProps = { merchant: string; onClose: () => void };
type Chosen = { file: ImportFile; plan: ProductImport };

/** Takes a file and previews what it would change; only then can it be imported. */
export function ImportSheet({ merchant, onClose }: ImportSheetProps) {
  const { t } = useLingui();
  const { preview, run, undo } = useImports(merchant);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const [clear, setClear] = useState<readonly ClearableField[]>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const choose = async (picked: File) => {
    for (const step of [preview, run, undo]) step.reset();
    setClear([]);
    setChosen(undefined);
    setUnreadable(undefined);
    setName(picked.name);
    if (picked.size > largestFile) {
      setUnreadable(t`This file is larger than 4.5 MB. Split it into smaller files.`);
      return;
    }
    const file = await readImportFile(picked);
    if (file) preview.mutate({ file, clear: [] }, { onSuccess: (plan) => setChosen({ file, plan }) });
    else setUnreadable(t`We can’t read this file. Choose a CSV file or Shopify’s products.json.`);
  };
  const confirm = ({ file }: Chosen, fields: readonly ClearableField[]) => {
    const before = clear;
    setClear(fields);
    preview.mutate(
      { file, clear: fields },
      { onSuccess: (plan) => setChosen({ file, plan }), onError: () => setClear(before) },
    );
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
          <Button wide busy={isBusy} onClick={() => run.mutate({ file: chosen.file, clear })}>
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
          accept=".csv,.json,.txt,text/csv,application/json"
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
        <Refused error={preview.error ?? run.error} />
        {run.data ? <ImportResult done={run.data} undo={undo} onClose={onClose} /> : null}
        {chosen && !run.data ? (
          <ImportPreview plan={chosen.plan} clear={clear} busy={isBusy} onClear={(fields) => confirm(chosen, fields)} />
        ) : null}
        {chosen || isBusy ? null : <Format />}
      </div>
    </Drawer>
  );
}

function Format() {
  return (
    <section className={desk.part}>
      <h3>
        <Trans>CSV format</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          Put the column names in the first row. sku, title, url and price are required. Columns that you leave out stay
          unchanged. Write prices like 48.00.
        </Trans>
      </p>
      <code className={desk.code}>
        {`${csvColumns}\nGL-900,Night Balm,https://shop.example/balm,48.00,Care,,A rich overnight balm,,USD,true`}
      </code>
    </section>
  );
}
