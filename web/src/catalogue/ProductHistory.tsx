import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProductHistoryEntry } from '@vitrine/contract/catalogue.products.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import catalogue from './catalogue.module.css';
import { ChangedField } from './ImportRows.tsx';
import styles from './product.module.css';
import { changeSources } from './product-texts.ts';
import { productChangesQuery } from './products.data.ts';

/** What changed in the product, newest first, as long as changes are kept. */
export function ProductHistory({ merchant, id }: { merchant: string; id: string }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(productChangesQuery(merchant, id));
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={desk.section} aria-labelledby="history">
      <h2 id="history">
        <Trans>History</Trans>
      </h2>
      <QueryState query={query} loading={t`Loading the history`} failed={t`We couldn’t load the history`} rows={2} />
      {query.data && entries.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No recent changes.</Trans>
        </p>
      ) : null}
      <ol className={styles.history}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <ShowMore query={query} />
    </section>
  );
}

function Entry({ entry }: { entry: ProductHistoryEntry }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { source, by } = entry;
  const how = source ? t(changeSources[source]) : '';
  return (
    <li>
      <p>
        <strong>{moment(entry.at)}</strong>
        <span className={desk.under}>
          {by && how ? t`${how}, by ${by}` : (by ?? how)}
          {entry.is_undone ? ` (${t`undone later`})` : null}
        </span>
      </p>
      {entry.is_addition ? (
        <p>
          <Trans>Added to the catalog.</Trans>
        </p>
      ) : (
        <ul className={catalogue.changes}>
          {entry.changes.map((change) => (
            <li key={change.field}>
              <ChangedField change={change} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
