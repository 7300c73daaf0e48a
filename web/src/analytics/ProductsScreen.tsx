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
            Clicks are those on a product’s own links; orders and money are what was sold of it, whichever link led to
            the shop.
          </Trans>
        </p>
        {data.products.length === 0 ? (
          <p className={styles.quiet}>
            <Trans>Nothing was clicked or sold in these days.</Trans>
          </p>
        ) : (
          <SoldTable
            caption={t`Products with what they brought`}
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
            <Trans>{left} more products had less.</Trans>
          </p>
        ) : null}
      </section>
    </div>
  );
}
