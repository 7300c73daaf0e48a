import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArchive, IconCategory, IconHistory, IconSearch, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { listCatalogue } from '@vitrine/contract/catalogue.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { type ReactNode, useState } from 'react';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Picture } from '../ui/Picture.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './catalogue.module.css';
import { productsQuery, useCatalogueMutations } from './catalogue.data.ts';
import { ImportSheet } from './ImportSheet.tsx';
import { RecentImports } from './RecentImports.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/catalogue')({ component: CataloguePage });

const route = getRouteApi('/brand-frame/brand/$merchant/catalogue');
type Product = DataOf<typeof listCatalogue>[number];

function CataloguePage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<'import' | 'history'>();
  const close = () => setOpen(undefined);
  const search = useDebounced(typed).trim();
  const query = useInfiniteQuery({ ...productsQuery(merchant, search), placeholderData: keepPreviousData });
  const total = query.data?.pages[0]?.meta.total ?? 0;
  const counted = formatNumber(total);
  const isEmpty = query.data !== undefined && total === 0 && !search;
  const deliver = (
    <Button onClick={() => setOpen('import')}>
      <IconUpload size={18} stroke={1.6} aria-hidden="true" />
      <Trans>Import products</Trans>
    </Button>
  );
  const history = (
    <Button look="quiet" onClick={() => setOpen('history')}>
      <IconHistory size={18} stroke={1.6} aria-hidden="true" />
      <Trans>Recent imports</Trans>
    </Button>
  );
  const controls = (
    <>
      {history}
      {deliver}
    </>
  );
  return (
    <>
      <Masthead
        heading={t`Catalog`}
        dateline={
          query.data && !isEmpty ? <Plural value={total} one="# product" other={`${counted} products`} /> : undefined
        }
        controls={isEmpty ? undefined : controls}
      />
      {total > 0 || typed || query.isPending ? (
        <div className={desk.filters}>
          <TextField
            label={t`Search by name, SKU or category`}
            type="search"
            value={typed}
            maxLength={100}
            lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      ) : null}
      <QueryState query={query} loading={t`Loading products`} failed={t`We couldn’t load your catalog`} />
      {query.data && total === 0 ? <NoProducts search={search} onClear={() => setTyped('')} action={deliver} /> : null}
      {total > 0 ? (
        <Products
          merchant={merchant}
          products={query.data?.pages.flatMap((page) => page.data) ?? []}
          busy={query.isPlaceholderData}
        />
      ) : null}
      <ShowMore query={query} />
      {open === 'import' ? <ImportSheet merchant={merchant} onClose={close} /> : null}
      {open === 'history' ? <RecentImports merchant={merchant} onClose={close} /> : null}
    </>
  );
}

type ProductsProps = { merchant: string; products: readonly Product[]; busy: boolean };

function Products({ merchant, products, busy }: ProductsProps) {
  const { t } = useLingui();
  const { archive } = useCatalogueMutations(merchant);
  const takeOut = ({ id, title }: Product) =>
    archive.mutate(
      { id, archived: true },
      {
        onSuccess: () =>
          showToast(t`“${title}” archived.`, {
            label: t`Undo`,
            run: () => archive.mutate({ id, archived: false }),
          }),
      },
    );
  return (
    <Table<Product>
      caption={t`Products by name`}
      rows={products}
      keyOf={(product) => product.id}
      isPictured
      busy={busy}
      columns={[
        { label: t`Product`, look: 'main', cell: (product) => <ProductName product={product} /> },
        { label: t`Category`, look: 'quiet', cell: (product) => product.category || '—' },
        { label: t`Stock`, cell: (product) => (product.in_stock ? t`In stock` : t`Sold out`) },
        { label: t`Price`, look: 'number', phone: 'end', cell: (product) => formatMoney(product.price) },
        {
          label: t`Archive`,
          look: 'actions',
          cell: (product) => {
            const { title } = product;
            return (
              <IconButton label={t`Archive ${title}`} onClick={() => takeOut(product)}>
                <IconArchive size={20} stroke={1.6} aria-hidden="true" />
              </IconButton>
            );
          },
        },
      ]}
    />
  );
}

function ProductName({ product }: { product: Product }) {
  return (
    <span className={styles.product}>
      <Picture src={imageSource(product.image)} name={product.title} className={styles.picture} />
      <span>
        <a href={product.url} target="_blank" rel="noopener" className={desk.open}>
          {product.title}
        </a>
        <span className={desk.under}>{product.sku}</span>
      </span>
    </span>
  );
}

function NoProducts({ search, onClear, action }: { search: string; onClear: () => void; action: ReactNode }) {
  const { t } = useLingui();
  if (search)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.4} />}
        title={t`No products match “${search}”`}
        action={
          <Button look="quiet" onClick={onClear}>
            <Trans>Show all products</Trans>
          </Button>
        }
      >
        <Trans>Try a shorter word or a category.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconCategory size={28} stroke={1.4} />} title={t`No products yet`} action={action}>
      <Trans>Import your products from a CSV file or Shopify’s products.json, so creators can feature them.</Trans>
    </EmptyState>
  );
}
