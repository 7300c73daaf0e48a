import { Plural, Trans } from '@lingui/react/macro';
import type { FieldChange, ProductImport, RateChange } from '@vitrine/contract/catalogue.ts';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { rateTexts } from '../terms/rate-kinds.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './catalogue.module.css';
import { importReason } from './import-reasons.ts';
import { fieldName, fieldText } from './import-texts.ts';

type Row = ProductImport['rows'][number];
type Counts = Pick<ProductImport, 'created' | 'updated' | 'unchanged' | 'refused'>;
type RowsProps = { rows: readonly Row[] };

const firstShown = 20;

export function ImportTally({ counts }: { counts: Counts }) {
  const { created, updated, unchanged, refused } = counts;
  // Plurals, because Spanish inflects these words.
  const tally = [
    { key: 'created', name: <Plural value={created} one="new" other="new" />, count: created },
    { key: 'updated', name: <Plural value={updated} one="changed" other="changed" />, count: updated },
    { key: 'unchanged', name: <Plural value={unchanged} one="unchanged" other="unchanged" />, count: unchanged },
    { key: 'refused', name: <Plural value={refused} one="rejected" other="rejected" />, count: refused },
  ];
  return (
    <p className={styles.tally}>
      {tally.map(({ key, name, count }) => (
        <span key={key}>
          <strong>{formatNumber(count)}</strong> {name}
        </span>
      ))}
    </p>
  );
}

/** The first rows of a list, and all of them on request, because a file may have thousands. */
function Rows({ heading, rows, children }: RowsProps & { heading: ReactNode; children: (row: Row) => ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  const all = formatNumber(rows.length);
  return (
    <section className={desk.part}>
      <h3>{heading}</h3>
      <ul className={styles.badRows}>
        {(isWhole ? rows : rows.slice(0, firstShown)).map((row) => (
          <li key={row.line || row.sku}>
            <span className={styles.line}>{row.line > 0 ? <Trans>Row {row.line}</Trans> : null}</span>
            <div>{children(row)}</div>
          </li>
        ))}
      </ul>
      {rows.length > firstShown && !isWhole ? (
        <Button look="quiet" onClick={() => setWhole(true)}>
          <Trans>Show all {all}</Trans>
        </Button>
      ) : null}
    </section>
  );
}

function RowName({ row }: { row: Row }) {
  return (
    <p>
      <strong>{row.title ?? row.sku}</strong>
      {row.title ? <span className={desk.under}>{row.sku}</span> : null}
    </p>
  );
}

const isArchived = ({ changes }: Row) => changes.some(({ field, to }) => field === 'archived' && to === true);

export function ChangedRows({ rows }: RowsProps) {
  const changed = rows.filter((row) => row.outcome === 'updated' && !isArchived(row));
  const count = formatNumber(changed.length);
  return (
    <Rows
      heading={<Plural value={changed.length} one="# changed product" other={`${count} changed products`} />}
      rows={changed}
    >
      {(row) => (
        <>
          <RowName row={row} />
          <ul className={styles.changes}>
            {row.changes.map((change) => (
              <li key={change.field}>
                <ChangedField change={change} />
              </li>
            ))}
            {row.rates.map((rate) => (
              <li key={[rate.creator, rate.to?.new_customers_only, rate.from?.new_customers_only].join()}>
                <ChangedRate rate={rate} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Rows>
  );
}

/** A commission rate that the change of a product changes, because a rule is for its category. */
function ChangedRate({ rate: { creator, from, to } }: { rate: RateChange }) {
  const [before, after] = [from, to].map((rate) => (rate ? rateTexts(rate).label() : null));
  return (
    <>
      <span className={styles.changedField}>
        {creator ? <Trans>Commission rate of @{creator}</Trans> : <Trans>Commission rate</Trans>}
      </span>{' '}
      <del>{before ?? <Trans>none</Trans>}</del>{' '}
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>{' '}
      <ins>{after ?? <Trans>none</Trans>}</ins>
    </>
  );
}

export function ArchivedRows({ rows }: RowsProps) {
  const archived = rows.filter(isArchived);
  const count = formatNumber(archived.length);
  return (
    <Rows
      heading={<Plural value={archived.length} one="# archived product" other={`${count} archived products`} />}
      rows={archived}
    >
      {(row) => (
        <>
          <RowName row={row} />
          {isGiftCard(row) ? (
            <p className={desk.quiet}>
              <Trans>Gift cards aren’t kept in the catalog: the sale counts when the card is spent.</Trans>
            </p>
          ) : null}
        </>
      )}
    </Rows>
  );
}

/** New products that the shop doesn't sell yet, and gift cards. */
export function SkippedRows({ rows }: RowsProps) {
  const skipped = rows.filter((row) => row.outcome === 'skipped');
  return (
    <>
      <GiftCardRows rows={skipped.filter(isGiftCard)} />
      <UnsoldRows rows={skipped.filter((row) => !isGiftCard(row))} />
    </>
  );
}

const isGiftCard = ({ field }: Row) => field === 'gift_card';

function GiftCardRows({ rows }: RowsProps) {
  const count = formatNumber(rows.length);
  return (
    <Rows
      heading={
        <Plural
          value={rows.length}
          one="# gift card was left out: the sale counts when the card is spent"
          other={`${count} gift cards were left out: the sale counts when a card is spent`}
        />
      }
      rows={rows}
    >
      {(row) => <RowName row={row} />}
    </Rows>
  );
}

function UnsoldRows({ rows: skipped }: RowsProps) {
  const count = formatNumber(skipped.length);
  return (
    <Rows
      heading={
        <Plural
          value={skipped.length}
          one="# product that your shop doesn’t sell yet"
          other={`${count} products that your shop doesn’t sell yet`}
        />
      }
      rows={skipped}
    >
      {(row) => <RowName row={row} />}
    </Rows>
  );
}

export function ChangedField({ change }: { change: FieldChange }) {
  const [name, from, to] = [fieldName(change.field), fieldText(change, change.from), fieldText(change, change.to)];
  return (
    <Trans>
      <span className={styles.changedField}>{name}</span> <del>{from}</del>{' '}
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>{' '}
      <ins>{to}</ins>
    </Trans>
  );
}

export function AddedRows({ rows }: RowsProps) {
  const added = rows.filter((row) => row.outcome === 'created');
  const count = formatNumber(added.length);
  return (
    <Rows heading={<Plural value={added.length} one="# new product" other={`${count} new products`} />} rows={added}>
      {(row) => <RowName row={row} />}
    </Rows>
  );
}

export function RefusedRows({ rows }: RowsProps) {
  const refused = rows.filter((row) => row.outcome === 'refused');
  const count = formatNumber(refused.length);
  return (
    <Rows heading={<Plural value={refused.length} one="Fix # row" other={`Fix ${count} rows`} />} rows={refused}>
      {(row) => (
        <>
          <p>
            {row.field ? <strong>{fieldName(row.field)} </strong> : null}
            {row.value ? `“${row.value}” ` : null}
            {row.reason === null ? null : importReason(row.reason)}
            {row.sku ? <span className={desk.under}>{row.sku}</span> : null}
          </p>
        </>
      )}
    </Rows>
  );
}
