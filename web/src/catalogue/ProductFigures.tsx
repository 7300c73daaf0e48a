import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { readProductFigures } from '@vitrine/contract/catalogue.products.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import type { RangeSearch } from '../analytics/search.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './product.module.css';
import { productFiguresQuery } from './products.data.ts';

type Figures = DataOf<typeof readProductFigures>['now'];
type ProductFiguresProps = { merchant: string; id: string; range: RangeSearch; controls: ReactNode };

/** Clicks, orders, sales and commission of the product over the chosen range, with those of the one before. */
export function ProductFigures({ merchant, id, range, controls }: ProductFiguresProps) {
  const { t } = useLingui();
  const { asOf } = useDates();
  const query = useQuery({ ...productFiguresQuery(merchant, id, range), placeholderData: keepPreviousData });
  const { data } = query;
  const tiles = [
    {
      name: t`Clicks`,
      meaning: t`How often shoppers clicked links that feature this product.`,
      text: (figures: Figures) => formatNumber(figures.clicks),
    },
    {
      name: t`Orders`,
      meaning: t`Orders with this product that were credited to a creator, whichever link was clicked.`,
      text: (figures: Figures) => formatNumber(figures.orders),
    },
    {
      name: t`Net sales`,
      meaning: t`What shoppers paid for this product in these orders, after discounts and refunds, without tax and shipping.`,
      text: (figures: Figures) => formatMoney(figures.sales),
    },
    {
      name: t`Commission`,
      meaning: t`What your creators earn with this product, minus reversals so far.`,
      text: (figures: Figures) => formatMoney(figures.commission),
    },
  ];
  return (
    <section className={desk.section} aria-labelledby="figures" aria-busy={query.isPlaceholderData}>
      <div className={desk.sectionHead}>
        <h2 id="figures">
          <Trans>Results</Trans>
        </h2>
      </div>
      {controls}
      <QueryState query={query} loading={t`Loading the figures`} failed={t`We couldn’t load the figures`} rows={1} />
      {data ? (
        <dl className={styles.tiles}>
          {tiles.map(({ name, meaning, text }) => {
            const earlier = text(data.before);
            return (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={figureClass}>
                  <Figure name={name} value={text(data.now)} meaning={meaning} asOf={asOf(data.range.as_of)} />
                </dd>
                <dd className={styles.earlier}>
                  <Trans>Previous: {earlier}</Trans>
                </dd>
              </div>
            );
          })}
        </dl>
      ) : null}
    </section>
  );
}
