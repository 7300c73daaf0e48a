import { Trans, useLingui } from '@lingui/react/macro';
import type { AnalyticsProducts } from '@vitrine/contract/analytics.ts';
import { imageSource } from '../format/images.ts';
import { formatNumber } from '../format/numbers.ts';
import { Picture } from '../ui/Picture.tsx';
import styles from './analytics.module.css';
import { FigureTiles } from './FigureTiles.tsx';
import { type SoldSorting, SoldTable } from './SoldTable.tsx';

type ProductsScreenProps = { data: AnalyticsProducts; sorting: SoldSorting };

export function ProductsScreen({ data, sorting }: ProductsScreenProps) {
  const { t } = useLingui();
  const left = formatNumber(data.total - data.products.length);
  return (
    <div className={styles.page}>
      <FigureTiles now={data.now} before={undefined} asOf={data.range.as_of} />
      <section className={styles.section} aria-labelledby="products">
        <h2 id="products">
          <Trans>By product</Trans>
        </h2>
        <p className={styles.quiet}>
          <Trans>
            Clicks only count the product’s own links. Orders, sales and commission include all your sales of the
            product, whichever link the shopper clicked.
          </Trans>
        </p>
        {data.products.length === 0 ? (
          <p className={styles.quiet}>
            <Trans>No clicks or sales in this period.</Trans>
          </p>
        ) : (
          <SoldTable
            caption={t`Product performance`}
            sorting={sorting}
            rows={data.products.map((row) => ({
              ...row,
              key: `${row.product_id} ${row.sku}`,
              name: (
                <span className={styles.named}>
                  <span className={styles.thumb}>
                    <Picture src={imageSource(row.image)} name="" />
                  </span>
                  <span>{row.title}</span>
                </span>
              ),
            }))}
          />
        )}
        {data.total > data.products.length ? (
          <p className={styles.quiet}>
            <Trans>Not shown: {left} with less activity.</Trans>
          </p>
        ) : null}
      </section>
    </div>
  );
}
