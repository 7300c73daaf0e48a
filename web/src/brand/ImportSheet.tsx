import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUpload } from '@tabler/icons-react';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { importProducts } from '@vitrine/contract/catalogue.ts';
import { type ChangeEvent, useRef, useState } from 'react';
import { formatNumber } from '../format/numbers.ts';
import { Refused } from '../shell/QueryStates.tsx';
import desk from '../shell/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { hiddenClass } from '../ui/Hidden.tsx';
import styles from './brand.module.css';
import { useCatalogueDeeds } from './brand.data.ts';

type Delivery = BodyOf<typeof importProducts>;
type Outcome = DataOf<typeof importProducts>;

const largestBytes = 4_500_000;
const columns = 'sku,title,url,price,category,image,description,compare_at_price,currency,in_stock';

/** A file as the contract takes it; undefined where it is neither. Shopify's file is a list, or an object that holds one. */
async function readDelivery(file: File): Promise<Delivery | undefined> {
  const text = await file.text();
  if (!/\.json$/i.test(file.name) && !/^\s*[[{]/.test(text)) return { source: 'csv', csv: text };
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read)) return { source: 'shopify', products: read };
    if (typeof read === 'object' && read !== null && 'products' in read && Array.isArray(read.products))
      return { source: 'shopify', products: read.products };
    return undefined;
  } catch {
    return undefined;
  }
}

/** Takes a file, and says of each row what became of it. */
export function ImportSheet({ merchant, onClose }: { merchant: string; onClose: () => void }) {
  const { t } = useLingui();
  const { deliver } = useCatalogueDeeds(merchant);
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [unreadable, setUnreadable] = useState<string>();
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    setName(file.name);
    setUnreadable(undefined);
    deliver.reset();
    if (file.size > largestBytes) {
      setUnreadable(t`This file is larger than 4.5 MB. Please split it.`);
      return;
    }
    const delivery = await readDelivery(file);
    if (delivery) deliver.mutate(delivery);
    else setUnreadable(t`This file is neither a CSV file nor a list of products in JSON.`);
  };
  return (
    <Drawer title={t`Import products`} closeLabel={t`Close`} onClose={onClose}>
      <div className={styles.story}>
        <div className={styles.file}>
          <p aria-hidden="true">
            <strong>
              <Trans>A CSV file, or products.json of Shopify</Trans>
            </strong>
          </p>
          <div className={styles.chosenFile}>
            <Button look="quiet" busy={deliver.isPending} onClick={() => input.current?.click()}>
              <IconUpload size={18} stroke={1.6} aria-hidden="true" />
              {name ? <Trans>Another file</Trans> : <Trans>Choose a file</Trans>}
            </Button>
            {name ? <span>{name}</span> : null}
          </div>
          <input
            ref={input}
            type="file"
            className={hiddenClass}
            tabIndex={-1}
            aria-label={t`A CSV file, or products.json of Shopify`}
            accept=".csv,.json,.txt,text/csv,application/json"
            disabled={deliver.isPending}
            onChange={(event) => void take(event)}
          />
          <p className={desk.quiet}>
            <Trans>Known SKUs are changed, new ones are added, and none is taken out.</Trans>
          </p>
        </div>
        {deliver.isPending ? (
          <p role="status">
            <Trans>Reading every row…</Trans>
          </p>
        ) : null}
        {unreadable ? (
          <p role="alert" className={desk.alert}>
            {unreadable}
          </p>
        ) : null}
        <Refused error={deliver.error} />
        {deliver.data ? <Result outcome={deliver.data} onClose={onClose} /> : <Format />}
      </div>
    </Drawer>
  );
}

function Format() {
  return (
    <section className={styles.part}>
      <h3>
        <Trans>What a CSV file looks like</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          The first row names the columns: sku, title, url and price must be there, the others may. Prices are written
          like 48.00.
        </Trans>
      </p>
      <code className={desk.code}>
        {`${columns}\nGL-900,Night Balm,https://shop.example/balm,48.00,Care,,Rich and slow,,USD,true`}
      </code>
    </section>
  );
}

function Result({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useLingui();
  const refused = outcome.rows.filter((row) => row.outcome === 'refused');
  const tally = [
    { name: t`added`, count: outcome.created },
    { name: t`changed`, count: outcome.updated },
    { name: t`as before`, count: outcome.unchanged },
    { name: t`refused`, count: outcome.refused },
  ];
  const rows = formatNumber(refused.length);
  return (
    <section className={styles.part} aria-label={t`Result`} role="status">
      <p className={styles.tally}>
        {tally.map(({ name, count }) => (
          <span key={name}>
            <strong>{formatNumber(count)}</strong>
            {name}
          </span>
        ))}
      </p>
      {refused.length > 0 ? (
        <>
          <h3>
            <Plural value={refused.length} one={`${rows} row to mend`} other={`${rows} rows to mend`} />
          </h3>
          <ul className={styles.badRows}>
            {refused.map((row) => (
              <li key={row.line}>
                <span className={styles.line}>
                  <Trans>Row {row.line}</Trans>
                </span>
                <span>
                  {row.field ? <strong>{`${row.field} `}</strong> : null}
                  {row.reason}
                  {row.sku ? <span className={desk.under}>{row.sku}</span> : null}
                </span>
              </li>
            ))}
          </ul>
          <p className={desk.quiet}>
            <Trans>Mend these rows in your file and import it again; the others stay as they are.</Trans>
          </p>
        </>
      ) : (
        <Button onClick={onClose}>
          <Trans>See the catalogue</Trans>
        </Button>
      )}
    </section>
  );
}
