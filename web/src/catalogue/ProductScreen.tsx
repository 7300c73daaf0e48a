import { Trans, useLingui } from '@lingui/react/macro';
import { IconArchive, IconArchiveOff, IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BrandProduct } from '@vitrine/contract/catalogue.products.ts';
import { type ReactNode, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { type RangeSearch } from '../analytics/search.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { rateTexts } from '../terms/rate-kinds.tsx';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Picture } from '../ui/Picture.tsx';
import { showToast } from '../ui/toasts.ts';
import { ProductCreators } from './ProductCreators.tsx';
import { ProductFigures } from './ProductFigures.tsx';
import { ProductForm } from './ProductForm.tsx';
import { ProductHistory } from './ProductHistory.tsx';
import styles from './product.module.css';
import { ruleReasons } from './product-texts.ts';
import { productQuery, useProductMutations } from './products.data.ts';

type ProductScreenProps = {
  merchant: string;
  id: string;
  range: RangeSearch;
  /** The range's controls, which keep it in the address. */
  controls: ReactNode;
};

/** Everything about one product: what shoppers see, its figures, who features it, its rates, and its history. */
export function ProductScreen({ merchant, id, range, controls }: ProductScreenProps) {
  const { t } = useLingui();
  const query = useQuery(productQuery(merchant, id));
  const [isEditing, setEditing] = useState(false);
  const { data: product } = query;
  return (
    <>
      <Masthead
        heading={product?.title ?? t`Product`}
        dateline={
          <Link to="/brand/$merchant/catalogue" params={{ merchant }}>
            <Trans>All products</Trans>
          </Link>
        }
        controls={
          product ? <Actions merchant={merchant} product={product} onEdit={() => setEditing(true)} /> : undefined
        }
      />
      <QueryState query={query} loading={t`Loading the product`} failed={t`We couldn’t load this product`} />
      {product ? (
        <div className={desk.sections}>
          <About product={product} />
          <ProductFigures merchant={merchant} id={id} range={range} controls={controls} />
          <ProductCreators merchant={merchant} id={id} range={range} />
          <Rates merchant={merchant} product={product} />
          <ProductHistory merchant={merchant} id={id} />
        </div>
      ) : null}
      {product && isEditing ? (
        <ProductForm
          merchant={merchant}
          currency={product.price.currency}
          product={product}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

function Actions({ merchant, product, onEdit }: { merchant: string; product: BrandProduct; onEdit: () => void }) {
  const { t } = useLingui();
  const { change } = useProductMutations(merchant);
  const { id, title, archived_at: archivedAt } = product;
  const setArchived = (archived: boolean) =>
    change.mutate(
      { id, edit: { archived } },
      { onSuccess: () => showToast(archived ? t`“${title}” archived.` : t`“${title}” restored.`) },
    );
  return (
    <>
      <Button look="quiet" busy={change.isPending} onClick={() => setArchived(archivedAt === null)}>
        {archivedAt === null ? (
          <>
            <IconArchive size={18} stroke={1.6} aria-hidden="true" />
            <Trans>Archive</Trans>
          </>
        ) : (
          <>
            <IconArchiveOff size={18} stroke={1.6} aria-hidden="true" />
            <Trans>Restore</Trans>
          </>
        )}
      </Button>
      <Button onClick={onEdit}>
        <IconPencil size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Edit product</Trans>
      </Button>
    </>
  );
}

function About({ product }: { product: BrandProduct }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { title, image, archived_at: archivedAt, compare_at_price: before, in_stock: inStock } = product;
  const archivedOn = archivedAt && day(archivedAt);
  const host = new URL(product.url).hostname;
  return (
    <section className={styles.about} aria-label={t`About the product`}>
      <Picture src={imageSource(image)} name={title} eager />
      <div className={desk.part}>
        {/* On a phone, the heading of the page is only for screen readers. */}
        <p aria-hidden="true" className={styles.name}>
          {title}
        </p>
        <p className={desk.mark} data-look={archivedAt ? undefined : 'good'}>
          {archivedAt ? <Trans>Archived on {archivedOn}</Trans> : <Trans>In the catalog</Trans>}
        </p>
        <dl className={desk.facts}>
          <div>
            <dt>{t`SKU`}</dt>
            <dd>{product.sku}</dd>
          </div>
          <div>
            <dt>{t`Price`}</dt>
            <dd>
              {formatMoney(product.price)}
              {before ? <del className={styles.was}>{formatMoney(before)}</del> : null}
            </dd>
          </div>
          <div>
            <dt>{t`Stock`}</dt>
            <dd>{inStock ? t`In stock` : t`Sold out`}</dd>
          </div>
          <div>
            <dt>{t`Category`}</dt>
            <dd>{product.category || '—'}</dd>
          </div>
          <div>
            <dt>{t`Added`}</dt>
            <dd>{day(product.created_at)}</dd>
          </div>
        </dl>
        <p>
          <a href={product.url} target="_blank" rel="noopener" className={styles.shopLink}>
            <Trans>Open on {host}</Trans>
            <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
          </a>
        </p>
        {product.description ? <p className={styles.description}>{product.description}</p> : null}
      </div>
    </section>
  );
}

function Rates({ merchant, product: { rates } }: { merchant: string; product: BrandProduct }) {
  const { t } = useLingui();
  return (
    <section className={desk.section} aria-labelledby="rates">
      <div className={desk.sectionHead}>
        <h2 id="rates">
          <Trans>Commission rates</Trans>
        </h2>
        <Link to="/brand/$merchant/terms" params={{ merchant }}>
          <Trans>View terms</Trans>
        </Link>
      </div>
      {rates.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No rule of your terms applies to this product, so it earns no commission.</Trans>
        </p>
      ) : (
        <dl className={desk.facts}>
          {rates.map((rate) => (
            <div key={`${rate.creator} ${rate.new_customers_only}`}>
              <dt>
                {rate.creator ? `@${rate.creator}` : t`Everyone`}
                <span className={desk.under}>{t(ruleReasons[rate.because])}</span>
              </dt>
              <dd>{rateTexts(rate).label()}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
