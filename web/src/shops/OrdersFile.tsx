import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OrderImport } from '@vitrine/contract/order-files.ts';
import { useState } from 'react';
import { useRegion } from '../accounts/accounts.data.ts';
import desk from '../consoles/Console.module.css';
import { FileColumns } from '../consoles/FileColumns.tsx';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { GuideLink } from './GuideLink.tsx';
import { fileFields } from './order-file-texts.ts';
import { OrderFileRows } from './OrderFileRows.tsx';
import { useOrderFiles } from './shops.data.ts';
import { orderReason } from './shop-reasons.ts';
import styles from './shops.module.css';

const largestFile = 4_500_000;
const example = `order_id,placed_at,sku,title,quantity,unit_price,click_id,discount_code,refunded
1001,2026-11-20 14:30,GL-101,Dew Serum,2,48.00,AaIR9lDCfwS4qwdV9p_AhQ,AVA10,0.00
1001,,GL-205,Lip Balm,1,12.50,,,`;

/** Why a file can't be read at all. */
type FileFault = 'too_large' | 'empty' | 'workbook';

/** A workbook of Excel is a zip archive, which begins with these letters. */
const isWorkbook = (text: string) => text.startsWith('PK\u0003\u0004');

async function readCsv(file: File): Promise<{ text: string; fault: FileFault | undefined }> {
  if (file.size > largestFile) return { text: '', fault: 'too_large' };
  const text = await file.text();
  if (isWorkbook(text)) return { text, fault: 'workbook' };
  return { text, fault: text.trim() === '' ? 'empty' : undefined };
}

/** Takes a file with orders and shows what it would bring; only then can it be imported. */
export function OrdersFile({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { timeZone } = useRegion();
  const { preview, run } = useOrderFiles(merchant);
  const [name, setName] = useState('');
  const [csv, setCsv] = useState('');
  const [columns, setColumns] = useState<OrderImport['columns']>([]);
  const [fault, setFault] = useState<FileFault>();
  const [isExample, setExample] = useState(false);
  const choose = async (file: File) => {
    for (const step of [preview, run]) step.reset();
    setName(file.name);
    setExample(false);
    setColumns([]);
    const { text, fault: found } = await readCsv(file);
    setFault(found);
    if (found) return;
    setCsv(text);
    preview.mutate({ csv: text, columns: [] });
  };
  const assign = (column: OrderImport['columns'][number]) => {
    const assigned = [...columns.filter(({ field }) => field !== column.field), column];
    setColumns(assigned);
    preview.mutate({ csv, columns: assigned });
  };
  const viewExample = () => {
    setFault(undefined);
    setCsv(example);
    setExample(true);
    preview.mutate({ csv: example, columns: [] });
  };
  const plan = preview.data;
  const bringing = plan?.orders.filter(({ state }) => state !== 'refused' && state !== 'conflict').length ?? 0;
  return (
    <section className={desk.section} aria-labelledby="upload">
      <div className={desk.sectionHead}>
        <h2 id="upload">
          <Trans>Upload orders</Trans>
        </h2>
        <GuideLink way="file" />
      </div>
      <p className={desk.quiet}>
        <Trans>
          Export the orders from your shop as CSV and choose the file. You’ll see what it brings before anything is
          saved. Uploading the same file again changes nothing.
        </Trans>
      </p>
      <FilePicker
        label={t`CSV file with orders`}
        choose={<Trans>Choose file</Trans>}
        chooseAnother={<Trans>Choose another file</Trans>}
        name={name}
        accept=".csv,.txt,text/csv"
        busy={preview.isPending || run.isPending}
        onChoose={(file) => void choose(file)}
      />
      {fault ? (
        <p role="alert" className={desk.alert}>
          {fault === 'too_large' ? (
            <Trans>This file is larger than 4.5 MB. Split it into smaller files.</Trans>
          ) : fault === 'workbook' ? (
            <Trans>This is an Excel workbook. Save it as CSV and choose that file.</Trans>
          ) : (
            <Trans>This file is empty. Export the orders again.</Trans>
          )}
        </p>
      ) : null}
      <Refused error={preview.error ?? run.error} reasonOf={orderReason} />
      {run.data ? <Done done={run.data} /> : null}
      {plan && !run.data ? (
        <>
          <FileColumns
            headings={plan.headings}
            columns={plan.columns}
            missing={plan.missing}
            nameOf={(field) => t(fileFields[field])}
            busy={preview.isPending}
            onAssign={assign}
          />
          {plan.orders.length > 0 ? <OrderFileRows orders={plan.orders} /> : null}
          {plan.missing.length === 0 && plan.orders.length === 0 ? (
            <p>
              <Trans>The file has no orders, only column names.</Trans>
            </p>
          ) : null}
          {isExample ? (
            <p role="status">
              <Trans>This is what the example would bring. It can’t be imported; choose a file of yours.</Trans>
            </p>
          ) : null}
          {bringing > 0 && !isExample ? (
            <div className={desk.actions}>
              <Button busy={run.isPending} onClick={() => run.mutate({ csv, columns })}>
                <Plural value={bringing} one="Import # order" other={`Import ${formatNumber(bringing)} orders`} />
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
      {name ? null : (
        <Format timeZone={timeZone} onView={isExample ? undefined : viewExample} busy={preview.isPending} />
      )}
    </section>
  );
}

type FormatProps = { timeZone: string; onView: (() => void) | undefined; busy: boolean };

/** What a file looks like, before one is chosen. */
function Format({ timeZone, onView, busy }: FormatProps) {
  return (
    <div className={styles.value}>
      <p className={desk.quiet}>
        <Trans>
          The first row has the names of the columns. Exports of Shopify and of WooCommerce’s Analytics are recognized;
          other columns you assign yourself. Times without a time zone are read in {timeZone}, the time zone of your
          account.
        </Trans>
      </p>
      <p className={desk.quiet}>
        <Trans>
          An order is credited by its click or by a creator’s discount code, and every order of the file counts as paid.
        </Trans>
      </p>
      <code className={styles.code}>{example}</code>
      {onView ? (
        <Button small look="quiet" busy={busy} onClick={onView}>
          <Trans>View what the example brings</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function Done({ done }: { done: OrderImport }) {
  const saved = done.orders.filter(({ state }) => state === 'new' || state === 'changed').length;
  const count = formatNumber(saved);
  return (
    <>
      <p role="status">
        <strong>
          <Plural
            value={saved}
            _0="Nothing new was imported."
            one="# order imported."
            other={`${count} orders imported.`}
          />
        </strong>
      </p>
      <OrderFileRows orders={done.orders} />
    </>
  );
}
