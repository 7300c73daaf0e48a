import { Trans, useLingui } from '@lingui/react/macro';
import type { AnalyticsLinks } from '@vitrine/contract/analytics.ts';
import { formatNumber } from '../format/numbers.ts';
import styles from './analytics.module.css';
import { FigureTiles } from './FigureTiles.tsx';
import { type AnalyticsPlace, FilterLink } from './FilterLink.tsx';
import { ShortlinksNote } from './ShortlinksNote.tsx';
import { type SoldSorting, SoldTable } from './SoldTable.tsx';

type LinksScreenProps = { data: AnalyticsLinks; sorting: SoldSorting; place: AnalyticsPlace };

export function LinksScreen({ data, sorting, place }: LinksScreenProps) {
  const { t } = useLingui();
  const left = formatNumber(data.total - data.links.length);
  return (
    <div className={styles.page}>
      <FigureTiles now={data.now} before={undefined} asOf={data.range.as_of} />
      <section className={styles.section} aria-labelledby="links">
        <div className={styles.panelHead}>
          <h2 id="links">
            <Trans>Shortlinks</Trans>
          </h2>
          <ShortlinksNote />
        </div>
        {data.links.length === 0 ? (
          <p className={styles.quiet}>
            <Trans>No clicks or earnings from links in this period.</Trans>
          </p>
        ) : (
          <SoldTable
            caption={t`Shortlink performance`}
            sorting={sorting}
            rows={data.links.map((row) => ({
              ...row,
              key: row.link_id ?? 'code',
              title: row.link_id === null ? t`Discount codes (no link)` : row.title,
              name: (
                <span className={styles.link}>
                  {row.link_id === null ? (
                    <span>{t`Discount codes (no link)`}</span>
                  ) : (
                    <FilterLink place={place} name="link" value={row.link_id} text={row.title}>
                      {row.title}
                    </FilterLink>
                  )}
                  {row.short_url ? (
                    <span className={styles.address}>{row.short_url.replace(/^https?:\/\//, '')}</span>
                  ) : null}
                </span>
              ),
            }))}
          />
        )}
        {data.total > data.links.length ? (
          <p className={styles.quiet}>
            <Trans>Not shown: {left} with less activity.</Trans>
          </p>
        ) : null}
      </section>
    </div>
  );
}
